/**
 * Batches that form by themselves: whatever has come in since the last batch was sent is the next
 * one. At rest a batch is a single item and waits for nothing; under load it grows.
 *
 *   submit ──► waiting ──a pump is free──► in a batch ──► answered
 */
export interface BatchQueue<Item, Answer> {
  submit(item: Item): Promise<Answer>;
}

export interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly done: PromiseWithResolvers<Answer>;
}

export interface BatchOptions<Item, Answer> {
  /** Most items in one batch. */
  readonly most: number;
  /** Batches under way at once: while one waits for the disk, the next is made up. */
  readonly pumps: number;
  /** Answers every item; never rejects. */
  readonly handle: (batch: readonly Waiting<Item, Answer>[]) => Promise<void>;
}

export const createBatchQueue = <Item, Answer>({
  most,
  pumps,
  handle,
}: BatchOptions<Item, Answer>): BatchQueue<Item, Answer> => {
  const waiting: Waiting<Item, Answer>[] = [];
  let pumping = 0;
  const pump = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      await handle(batch).catch((error: unknown) => {
        for (const { done } of batch) done.reject(error);
      });
    }
    pumping -= 1;
  };
  return {
    submit: async (item) => {
      const done = Promise.withResolvers<Answer>();
      waiting.push({ item, done });
      if (pumping < pumps) {
        pumping += 1;
        // What else comes in this turn of the event loop goes with it.
        setImmediate(() => void pump());
      }
      return done.promise;
    },
  };
};
