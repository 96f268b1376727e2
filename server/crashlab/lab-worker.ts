/**
 * A worker process of the lab: the product's worker with a gate at both seams. It waits, loaded,
 * to be told where to go and what shall happen there; one that survives is used again, with the
 * connections that it has.
 */
import { flushCompileCache } from 'node:module';
import { createPool, type Pool } from '#server/platform/db.ts';
import { shutDown } from '#server/platform/lifecycle.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { createWorker, type Worker } from '#server/runtime/start-worker.ts';
import { WORK_LANES } from '#server/runtime/deps.ts';
import { perform } from './acts.ts';
import { createGate, type Gate } from './fault-gate.ts';
import { instrumentConnectors } from './faulty-connectors.ts';
import { instrumentPool } from './faulty-pool.ts';
import { labDeps } from './lab-deps.ts';
import type { FromWorker, ToWorker } from './lab-messages.ts';

type Go = Extract<ToWorker, { kind: 'go' }>;

interface Running {
  readonly gate: Gate;
  readonly deps: RuntimeDeps;
  readonly worker: Worker;
  readonly orgId: string;
}

const SWEEP_MS = 120;
/** Rung by the lab, as the queue and its notices would. */
const POLL_MS = 5_000;
const GRACE_MS = 1_000;

let running: Running | undefined;
/** Of the work at hand, or of the last. */
let gate: Gate = createGate({ aim: null, record: false, reached: async () => undefined });
let kept: { readonly pool: Pool; readonly name: string } | undefined;

const closeKept = async (): Promise<void> => {
  const closing = kept?.pool.end();
  kept = undefined;
  await closing;
};

const poolFor = async ({ url, connections = 5 }: Go): Promise<Pool> => {
  const name = `${connections} ${url}`;
  if (kept?.name !== name) {
    await closeKept();
    const pool = createPool(url, { name: 'engine', max: connections });
    kept = { name, pool: instrumentPool(pool, () => gate) };
  }
  return kept.pool;
};

const tell = async (message: FromWorker): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });

const go = async (order: Go): Promise<void> => {
  gate = createGate({
    aim: order.aim,
    record: order.record ?? false,
    reached: async () => tell({ kind: 'reached' }),
  });
  const pool = await poolFor(order);
  const tuning = { pollMs: order.pollMs ?? POLL_MS, sweepMs: SWEEP_MS };
  const deps = instrumentConnectors(labDeps(pool, order.sandboxPort, tuning), gate);
  const worker = createWorker(deps, {
    queueUrl: order.queue ? order.url : null,
    id: order.workerId,
  });
  running = { gate, deps, worker, orgId: order.orgId };
  await worker.start();
  await tell({ kind: 'running' });
};

const stop = async (): Promise<void> => {
  if (running === undefined) return;
  const { worker, gate: passed } = running;
  running = undefined;
  const points = passed.points();
  await shutDown(worker, GRACE_MS);
  // What still has a client is not done with it: ending the pool waits for that, or is cut short.
  if (kept !== undefined && kept.pool.idleCount < kept.pool.totalCount) await closeKept();
  await tell({ kind: 'stopped', points: [...points] });
};

const handle = async (message: ToWorker): Promise<void> => {
  switch (message.kind) {
    case 'go':
      return go(message);
    case 'stop':
      return stop();
    case 'ring':
      running?.deps.hints.lanesReady(new Set(WORK_LANES));
      return;
    case 'act': {
      if (running === undefined) return;
      const { id, act } = message;
      const { deps, orgId } = running;
      const acted = perform(deps, orgId, act);
      return acted.then(
        async () => tell({ kind: 'acted', id, ok: true }),
        async () => tell({ kind: 'acted', id, ok: false }),
      );
    }
  }
};

process.on('message', (message) => void handle(message as ToWorker));
process.on('disconnect', () => process.exit(0));
// Written now, for a killed process writes nothing at its end.
flushCompileCache();
await tell({ kind: 'waiting' });
