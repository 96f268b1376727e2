import { setTimeout as sleep } from 'node:timers/promises';
import { createCrew } from './crew.ts';
import type { Disturbance } from './disturbance.ts';

const CREW = 5;
const EVERY_MS = 1_200;

/** Five workers, of which one at random is killed again and again, and replaced. */
export const killedWorkers: Disturbance = {
  name: 'five workers, killed at random',
  disturb: async ({ lane, load, extent }) => {
    const crew = createCrew(lane);
    try {
      await Promise.all(Array.from({ length: CREW }, async () => crew.join()));
      const until = performance.now() + extent.forMs;
      let kills = 0;
      const killing = (async () => {
        while (performance.now() < until) {
          await sleep(EVERY_MS * (0.5 + Math.random()));
          const [victim] = crew.members.splice(Math.floor(Math.random() * crew.members.length), 1);
          victim?.signal('SIGKILL');
          kills += 1;
          await crew.join();
        }
      })();
      let fed = 0;
      while (performance.now() < until && fed < extent.runs * 20) {
        await load.feed(extent.runs);
        fed += extent.runs;
      }
      await killing;
      await load.tend(90_000);
      return `${kills} kills`;
    } finally {
      await crew.dismiss();
    }
  },
};
