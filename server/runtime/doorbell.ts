/** Waits for a ring or for a while, whichever is first. A ring while nobody waits is kept. */
export interface Doorbell {
  ring(): void;
  /** True when it rang. */
  wait(ms: number): Promise<boolean>;
}

/** `setTimeout` fires at once beyond this. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const createDoorbell = (): Doorbell => {
  let rung = false;
  let wake: ((rang: boolean) => void) | undefined;
  return {
    ring: () => {
      if (wake === undefined) rung = true;
      else wake(true);
    },
    wait: async (ms) => {
      if (rung) {
        rung = false;
        return true;
      }
      return new Promise<boolean>((resolve) => {
        const end = (rang: boolean): void => {
          clearTimeout(timer);
          wake = undefined;
          resolve(rang);
        };
        const timer = setTimeout(() => end(false), Math.min(Math.max(ms, 0), MAX_DELAY_MS));
        wake = end;
      });
    },
  };
};
