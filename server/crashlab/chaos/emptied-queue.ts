import { setTimeout as sleep } from 'node:timers/promises';
import { createCrew } from './crew.ts';
import type { Disturbance } from './disturbance.ts';

const TABLES = `select string_agg(format('%I.%I', schemaname, tablename), ', ') as names
                  from pg_tables where schemaname = 'pgboss'`;

/** Every row of every table of the queue, its version and its queues as well. */
export const emptiedQueue: Disturbance = {
  name: 'all of the queue’s rows deleted',
  disturb: async ({ lane, load, extent }) => {
    const crew = createCrew(lane, { queue: true });
    try {
      await Promise.all([crew.join(), crew.join()]);
      const feeding = load.feed(extent.runs);
      const { rows } = await lane.sql.query<{ names: string }>(TABLES);
      const until = performance.now() + extent.forMs;
      let times = 0;
      do {
        await sleep(500);
        await lane.sql.query(`truncate ${rows[0]?.names ?? ''} cascade`).catch(() => undefined);
        times += 1;
      } while (performance.now() < until);
      await feeding;
      await load.tend(90_000);
      return `${times} times, ${extent.runs} runs under way`;
    } finally {
      await crew.dismiss();
    }
  },
};
