import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 180_000;

/** Looks again and again, seldom enough not to disturb what is measured. */
export const waitUntil = async (
  what: string,
  everyMs: number,
  look: () => Promise<boolean>,
): Promise<void> => {
  for (const began = performance.now(); !(await look()); await sleep(everyMs)) {
    if (performance.now() - began > LONGEST_MS) throw new Error(`Waited in vain: ${what}`);
  }
};
