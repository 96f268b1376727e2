import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/platform/ids.ts';
import type { Recorded } from './fault.ts';
import type { Site } from './site.ts';

/** Long enough for every sweep to have gone round, and for some to have done so again. */
const ROUNDS = 6;
const ROUND_MS = 120;

/** What a worker does when there is nothing to do. */
export const recordIdle = async ({ lane, processes }: Site): Promise<readonly Recorded[]> => {
  const worker = await processes.take('victim');
  await worker.go({
    url: lane.url,
    orgId: lane.orgId,
    workerId: newId('wrk'),
    sandboxPort: lane.sandbox.httpPort,
    aim: null,
    record: true,
    queue: true,
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(ROUND_MS);
    worker.ring();
  }
  const recorded = (await worker.stop()) ?? [];
  processes.giveBack('victim', worker);
  return recorded;
};
