import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, but not longer than the process lives. */
export const pause = async (seconds: number, stopping: AbortSignal): Promise<void> => {
  try {
    await sleep(seconds * 1000, undefined, { signal: stopping });
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
};
