import { startKeyFromSchedule } from '#server/engine/keys.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Tx } from '#server/platform/db.ts';
import { insertReceipt } from '#server/store/receipts.ts';
import {
  closeFire,
  lockEarliestOwed,
  putOffFires,
  type OwedFire,
} from '#server/store/schedule-fires.ts';
import { publishChanges, retryTransaction } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { startRunIn, type StartRun, type StartedIn } from './start-run.ts';
import { NO_CHANGES } from './write-advances.ts';

/** How long something that cannot start yet is left alone. */
const LATER_SECONDS = 5;
/** As in the core: a sweep's ordinary lateness is no catching up. */
const ON_TIME_SECONDS = 60;

/** `closed`: go on with the next that is owed. `held`: not now. `none`: nothing is owed. */
type Fired = { readonly kind: 'closed' | 'held' | 'none' } & Pick<StartedIn, 'changes'>;

/** Any number of schedulers may try: a run's start key is unique. */
const startKeyOf = ({ scheduleId, instant }: OwedFire): string =>
  startKeyFromSchedule(scheduleId, instant.getTime());

const startOf = (fire: OwedFire): StartRun => ({
  orgId: fire.orgId,
  automationId: fire.automationId,
  startKey: startKeyOf(fire),
  input: { scheduledFor: fire.instant.toISOString(), zone: fire.zone },
  trigger: 'schedule',
  actor: 'scheduler',
  receipt: 'schedule',
});

const close = async (
  tx: Tx,
  fire: OwedFire,
  status: 'skipped' | 'missed' | 'refused',
  detail: string,
): Promise<Fired> => {
  await closeFire(tx, fire, status, null);
  const { orgId, automationId, instant } = fire;
  await insertReceipt(tx, {
    id: newId('rcp'),
    orgId,
    automationId,
    source: 'schedule',
    result: status === 'refused' ? 'invalid' : status,
    runId: null,
    detail: `${instant.toISOString()}: ${detail}`,
    startKey: startKeyOf(fire),
  });
  return { kind: 'closed', changes: NO_CHANGES };
};

const hold = async (tx: Tx, fire: OwedFire): Promise<Fired> => {
  await putOffFires(tx, fire.scheduleId, LATER_SECONDS);
  return { kind: 'held', changes: NO_CHANGES };
};

const isTooOld = ({ now, dueAt, catchUpSeconds }: OwedFire): boolean =>
  now.getTime() - dueAt.getTime() > Math.max(ON_TIME_SECONDS, catchUpSeconds) * 1000;

const start = async (deps: RuntimeDeps, tx: Tx, fire: OwedFire): Promise<Fired> => {
  // New ids with every try: after a lost answer to COMMIT the next that is owed is another one.
  const ids = { runId: newId('run'), receiptId: newId('rcp') };
  try {
    const { started, changes } = await startRunIn(deps, tx, startOf(fire), ids);
    await closeFire(tx, fire, 'started', started.runId);
    return { kind: 'closed', changes };
  } catch (error) {
    // Thrown before anything was written: the transaction goes on.
    if (!(error instanceof AppError)) throw error;
    // Paused since: it is decided when it is resumed, or too old by then.
    if (error.code === 'paused') return hold(tx, fire);
    return close(tx, fire, 'refused', error.message);
  }
};

const fireEarliest = async (deps: RuntimeDeps, tx: Tx, scheduleId: string): Promise<Fired> => {
  const fire = await lockEarliestOwed(tx, scheduleId);
  if (fire === null) return { kind: 'none', changes: NO_CHANGES };
  if (isTooOld(fire)) {
    return close(tx, fire, 'missed', 'it could not start within the catch-up window.');
  }
  if (fire.running && fire.overlap === 'skip') {
    return close(tx, fire, 'skipped', 'the run before it had not ended.');
  }
  if (fire.running && fire.overlap === 'queue') return hold(tx, fire);
  return start(deps, tx, fire);
};

/**
 * Decides about the earliest occurrence that a schedule owes: run, skip, queue, or record as
 * missed. The run, the receipt and the occurrence's end are one transaction, and a lock on the
 * occurrence makes any number of schedulers decide once. True: there may be more.
 */
export const fireSchedule = async (deps: RuntimeDeps, scheduleId: string): Promise<boolean> => {
  const { kind, changes } = await retryTransaction(deps, async (tx) =>
    fireEarliest(deps, tx, scheduleId),
  );
  publishChanges(deps, changes);
  return kind === 'closed';
};
