import type { Lane } from '#server/engine/state.ts';
import { txOf } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { group, type Service } from '#server/platform/lifecycle.ts';
import { releaseLeases } from '#server/store/leases.ts';
import { forgetWorker } from '#server/store/workers.ts';
import { WORK_LANES, type RuntimeDeps } from './deps.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createHeldLeases } from './held-leases.ts';
import { createLaneWorker, type LaneWorker } from './lane-worker.ts';
import { createRunNotices } from './run-notices.ts';
import { createSettleQueue } from './settle-queue.ts';
import { createStepRunner } from './step-runner.ts';
import { createSweep } from './sweep.ts';
import { sweepsOf } from './sweeps.ts';
import { createMigrationWorker } from './work-migrations.ts';
import type { WorkerContext } from './worker-context.ts';
import { createWorkerQueue } from './worker-queue.ts';

export interface WorkerOptions {
  /** Where the queue lives; null: no queue, for the polls and sweeps are enough by themselves. */
  readonly queueUrl: string | null;
  /** Off where only one part is wanted, in tests. */
  readonly sweeps?: boolean;
  readonly id?: string;
}

export interface Worker extends Service {
  readonly id: string;
}

const createGoodbye = (deps: RuntimeDeps, id: string): Service => ({
  name: 'goodbye',
  start: async () => undefined,
  stop: async () => {
    await releaseLeases(txOf(deps.pool), id);
    await forgetWorker(txOf(deps.pool), id);
  },
});

/**
 * A worker: lanes that claim and run, heartbeats, relay, queue and sweeps. Stopped in the reverse
 * of this order, so that leases are renewed until the last step has been settled or given back.
 */
export const createWorker = (deps: RuntimeDeps, options: WorkerOptions): Worker => {
  const id = options.id ?? newId('wrk');
  const worker: WorkerContext = {
    id,
    actor: `worker:${id}`,
    held: createHeldLeases(deps.tuning.leaseSeconds),
    settles: createSettleQueue(deps),
  };
  const lanes = new Map<Lane, LaneWorker>();
  const runner = createStepRunner(deps, { worker, lane: (lane) => lanes.get(lane) });
  for (const lane of WORK_LANES) {
    lanes.set(lane, createLaneWorker(deps, { lane, owner: id, start: runner.run }));
  }
  const ring = (lane: Lane): void => lanes.get(lane)?.ring();
  const unlisten = deps.hints.listen({ laneReady: ring });
  const migrations = createMigrationWorker(deps, id);
  const bells = { lane: ring, migrations: () => migrations.ring() };
  const sweeps = options.sweeps === false ? [] : sweepsOf(deps.tuning);
  const all = group(`worker ${id}`, [
    createGoodbye(deps, id),
    createRunNotices(deps),
    createHeartbeat(deps, worker.held, id),
    runner,
    ...lanes.values(),
    ...(options.queueUrl === null ? [] : [createWorkerQueue(deps, options.queueUrl, bells)]),
    ...(options.sweeps === false ? [] : [migrations]),
    ...sweeps.map((sweep) => createSweep(deps, id, sweep)),
  ]);
  return {
    ...all,
    id,
    stop: async () => {
      await all.stop();
      unlisten();
    },
  };
};
