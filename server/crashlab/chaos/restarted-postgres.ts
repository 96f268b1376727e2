import { setTimeout as sleep } from 'node:timers/promises';
import { createCrew } from './crew.ts';
import type { Disturbance } from './disturbance.ts';

/** The engine's Postgres goes down and comes back while runs are started and worked on. */
export const restartedPostgres = (mode: 'fast' | 'immediate'): Disturbance => ({
  name: `Postgres restarted (${mode})`,
  ownServer: true,
  disturb: async ({ lane, load, extent, restart }) => {
    const crew = createCrew(lane, { queue: true });
    try {
      await Promise.all([crew.join(), crew.join()]);
      const until = performance.now() + extent.forMs;
      const feeding = load.feed(extent.runs);
      let restarts = 0;
      do {
        await sleep(1_000);
        await restart(mode);
        restarts += 1;
      } while (performance.now() < until);
      await feeding;
      await load.tend(90_000);
      return `${restarts} restarts`;
    } finally {
      await crew.dismiss();
    }
  },
});
