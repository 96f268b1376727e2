import type { Service } from '#server/platform/lifecycle.ts';
import type { Logger } from '#server/platform/log.ts';
import { createDoorbell, type Doorbell } from './doorbell.ts';

export interface RepeatingOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly log: Logger;
  /**
   * One round. True: there is more, go on at once. A number: come back in so many milliseconds, if
   * that is sooner. What it throws is logged, and the next round comes.
   */
  readonly round: () => Promise<boolean | number>;
}

export interface RepeatingService extends Service {
  /** Asks for a round now. */
  ring(): void;
}

/** The shape of everything that looks for work again and again: one that fails stops no other. */
export const createRepeating = (options: RepeatingOptions): RepeatingService => {
  let doorbell: Doorbell = createDoorbell();
  let closed = true;
  let loop: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (!closed) {
      let more: boolean | number = false;
      try {
        more = await options.round();
      } catch (error) {
        options.log.warn({ err: error, service: options.name }, 'a round failed');
      }
      if (more === true || closed) continue;
      await doorbell.wait(more === false ? options.everyMs : Math.min(more, options.everyMs));
    }
  };
  const close = async (): Promise<void> => {
    closed = true;
    doorbell.ring();
    await loop;
  };
  return {
    name: options.name,
    ring: () => doorbell.ring(),
    start: async () => {
      doorbell = createDoorbell();
      closed = false;
      loop = run();
    },
    drain: close,
    stop: close,
  };
};
