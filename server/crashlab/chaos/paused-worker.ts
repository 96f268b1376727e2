import { waitFor } from '#server/testing/wait-for.ts';
import { letLeasesLapse } from '../world.ts';
import { createCrew } from './crew.ts';
import type { Disturbance, Scene } from './disturbance.ts';

const count = async ({ lane }: Scene, text: string): Promise<number> => {
  const { rows } = await lane.sql.query<{ n: number }>(text, [lane.orgId]);
  return rows[0]?.n ?? 0;
};

const REFUSED = `select count(*)::int as n from transitions
                  where org_id = $1 and type = 'step.result_refused'`;
const CALLING = `select count(*)::int as n from effects where org_id = $1 and status = 'in_flight'`;

/**
 * A worker is stopped in the middle of calls, past all its leases; another settles its steps; then
 * it goes on. Its late beats and settles are refused, and the timelines say so.
 */
export const pausedWorker: Disturbance = {
  name: 'a worker paused past its lease, then going on',
  disturb: async (scene) => {
    const { lane, load, extent } = scene;
    const crew = createCrew(lane);
    const paused = await crew.join();
    try {
      const feeding = load.feed(extent.runs);
      await waitFor('calls under way', async () => (await count(scene, CALLING)) > 0, {
        timeoutMs: 20_000,
        everyMs: 2,
      });
      paused.signal('SIGSTOP');
      await letLeasesLapse(lane);
      await crew.join();
      await feeding;
      await load.tend(60_000);
      paused.signal('SIGCONT');
      const refused = await waitFor(
        'the late settles refused, on the timelines',
        async () => (await count(scene, REFUSED)) || null,
        { timeoutMs: 20_000 },
      );
      return `1 pause, ${refused} late results refused on timelines`;
    } finally {
      await crew.dismiss();
    }
  },
};
