import { setTimeout as sleep } from 'node:timers/promises';
import { createCrew } from './crew.ts';
import type { Disturbance } from './disturbance.ts';

/** Leases, timers and retries go by the database's clock, whatever a host believes. */
export const skewedClocks: Disturbance = {
  name: 'worker clocks hours off',
  disturb: async ({ lane, load, extent }) => {
    const crew = createCrew(lane);
    try {
      await Promise.all([crew.join({ skewHours: 7 }), crew.join({ skewHours: -7 })]);
      await load.feed(extent.runs);
      await load.tend(60_000);
      return 'one 7 h ahead, one 7 h behind';
    } finally {
      await crew.dismiss();
    }
  },
};

/** One connection for lanes, heartbeats and sweeps together. */
export const exhaustedPool: Disturbance = {
  name: 'pool exhausted',
  disturb: async ({ lane, load, extent }) => {
    const crew = createCrew(lane, { connections: 1 });
    try {
      await Promise.all([crew.join(), crew.join()]);
      await load.feed(extent.runs);
      await load.tend(90_000);
      return '1 connection per worker';
    } finally {
      await crew.dismiss();
    }
  },
};

/** The leader leases are torn from their holders all the time, so that two of everything lead. */
export const twoLeaders: Disturbance = {
  name: 'two relays, sweepers and schedulers at once',
  disturb: async ({ lane, load, extent }) => {
    const crew = createCrew(lane, { queue: true });
    let over = false;
    let torn = 0;
    try {
      await Promise.all([crew.join(), crew.join()]);
      const tearing = (async () => {
        while (!over) {
          const { rowCount } = await lane.sql.query('delete from leases');
          torn += rowCount ?? 0;
          await sleep(15);
        }
      })();
      await load.feed(extent.runs);
      await load.tend(60_000);
      over = true;
      await tearing;
      return `${torn} leases torn away`;
    } finally {
      over = true;
      await crew.dismiss();
    }
  },
};
