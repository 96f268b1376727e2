/**
 * Holds and releases the runs of automations, in batches, each a transaction that another process
 * may begin again: which runs are left to do is in their rows. See store/holds.ts for the states.
 */
import { spreadOf } from '#server/engine/spread.ts';
import { isOpenRun } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';
import { txOf } from '#server/platform/db.ts';
import {
  endRelease,
  findHeldRuns,
  findRunsToHold,
  listHolds,
  lockHold,
  markHeld,
  releaseHeld,
  releaseSchema,
  type Hold,
  type Release,
} from '#server/store/holds.ts';
import { lowerTimerQueues } from '#server/store/timer-queues.ts';
import { advanceRuns, type AdvanceItem } from './advance-runs.ts';
import { publishChanges, retryTransaction } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import type { LoadedRun } from './loaded-run.ts';
import { NO_CHANGES, type Changes } from './write-advances.ts';

const SKIPPED = 'Its wait came due while the automation was held, and was skipped.';

/** Runs in one transaction. */
const BATCH = 100;

interface Batch {
  readonly runs: number;
  readonly changes: Changes;
}

const NOTHING: Batch = { runs: 0, changes: NO_CHANGES };

const holdBatch = async (deps: RuntimeDeps, tx: Tx, { automationId }: Hold): Promise<Batch> => {
  const hold = await lockHold(tx, automationId);
  if (hold?.hold !== 'holding') return NOTHING;
  const ids = await findRunsToHold(tx, automationId, BATCH);
  if (ids.length === 0) return NOTHING;
  const held: string[] = [];
  const items = ids.map(
    (runId): AdvanceItem => ({
      runId,
      actor: hold.actor,
      decide: (run) => {
        if (!isOpenRun(run.state.status) || run.row.heldAt !== null) return null;
        held.push(runId);
        return { kind: 'note', visit: null, body: { type: 'run.held', data: {} } };
      },
    }),
  );
  const { changes } = await advanceRuns(deps, tx, items);
  await markHeld(tx, held);
  return { runs: ids.length, changes };
};

/** Whether a wait of the run came due while it was held. */
const isOverdue = ({ row }: LoadedRun): boolean =>
  row.timers.some(
    ({ purpose, fired, dueAt }) => purpose === 'wait' && !fired && dueAt <= row.now.getTime(),
  );

const releaseItem = (runId: string, release: Release, laterSeconds: number): AdvanceItem => ({
  runId,
  actor: release.actor,
  decide: (run) => {
    const { heldAt, now } = run.row;
    if (!isOpenRun(run.state.status) || heldAt === null) return null;
    if (release.waits === 'skip' && isOverdue(run)) {
      return { kind: 'cancel_requested', reason: SKIPPED };
    }
    const heldMs = now.getTime() - heldAt.getTime();
    return {
      kind: 'note',
      visit: null,
      body: { type: 'run.unheld', data: { heldMs, laterMs: laterSeconds * 1000 } },
    };
  },
});

const releaseBatch = async (deps: RuntimeDeps, tx: Tx, { automationId }: Hold): Promise<Batch> => {
  const hold = await lockHold(tx, automationId);
  if (hold?.hold !== 'releasing') return NOTHING;
  const release = releaseSchema.parse(hold.release);
  const ids = await findHeldRuns(tx, automationId, BATCH);
  if (ids.length === 0) return NOTHING;
  const runs = ids.map((id) => ({ id, laterSeconds: spreadOf(id, release.spreadSeconds) }));
  const { changes } = await advanceRuns(
    deps,
    tx,
    runs.map(({ id, laterSeconds }) => releaseItem(id, release, laterSeconds)),
  );
  await lowerTimerQueues(tx, await releaseHeld(tx, runs));
  return { runs: ids.length, changes };
};

/** One batch of what this automation ordered; answers whether there may be more. */
const workHold = async (deps: RuntimeDeps, hold: Hold): Promise<boolean> => {
  const batch = hold.hold === 'holding' ? holdBatch : releaseBatch;
  const { runs, changes } = await retryTransaction(deps, async (tx) => batch(deps, tx, hold));
  publishChanges(deps, changes);
  await deps.tellParents(changes.ended);
  if (runs > 0) return true;
  if (hold.hold === 'releasing') await endRelease(txOf(deps.pool), hold.automationId);
  return false;
};

/** Brings every automation's runs a batch nearer to what was ordered; true: there may be more. */
export const sweepHolds = async (deps: RuntimeDeps): Promise<boolean> => {
  let more = false;
  for (const hold of await listHolds(txOf(deps.pool))) {
    // One automation whose runs cannot be held must not keep the others from it.
    try {
      more = (await workHold(deps, hold)) || more;
    } catch (error) {
      deps.log.error({ err: error, automationId: hold.automationId }, 'runs are not held');
    }
  }
  return more;
};
