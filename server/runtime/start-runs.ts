/**
 * Starting many runs with one statement. Which of them may go together is decided run by run;
 * whatever needs more (a contact, an early signal, an approval, a duplicate's receipt) is left to
 * the long way, which starts one run in a transaction of its own:
 *
 *   start ──new key, live automation, no contact──► insertRuns ──key was free──► started
 *     └──────────────── anything else ─────────────────┴──► null: one by one
 */
import { txOf } from '#server/platform/db.ts';
import {
  insertRuns,
  readBeforeStarting,
  startKeyId,
  type BeforeStarting,
  type NewRuns,
} from '#server/store/insert-runs.ts';
import type { NewReceipt } from '#server/store/receipts.ts';
import { applyEvent } from './apply-event.ts';
import { publishChanges } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { newLoadedRun } from './new-loaded-run.ts';
import { versionId } from './plan-cache.ts';
import type { NewIds, StartRun, StartedRun } from './start-run.ts';
import { lanesOf } from './write-advances.ts';
import {
  createWriteSet,
  runChangeOf,
  stepChangesOf,
  writesFor,
  type WriteSet,
} from './write-set.ts';
import type { LoadedRun } from './loaded-run.ts';
import type { Plan } from '#server/engine/plan.ts';

export interface Starting {
  readonly start: StartRun;
  readonly ids: NewIds;
}

interface Ready extends Starting {
  readonly run: LoadedRun;
  readonly set: WriteSet;
}

const fitsOneStatement = (set: WriteSet): boolean =>
  set.subscriptions.length === 0 && set.approvals.length === 0 && set.abandoned.length === 0;

const prepare = (
  deps: RuntimeDeps,
  { start, ids }: Starting,
  version: number,
  plan: Plan,
  now: Date,
): Ready | null => {
  const { orgId, automationId, input } = start;
  const isTest = start.isTest ?? false;
  const contact = null;
  const run = newLoadedRun(
    { id: ids.runId, orgId, automationId, version, input, contact, isTest, now },
    plan,
  );
  const set = createWriteSet();
  writesFor(set, run, true);
  const event = { kind: 'run_started' as const, version, trigger: start.trigger };
  if (applyEvent(deps, set, run, event, start.actor) !== null) return null;
  return fitsOneStatement(set) ? { start, ids, run, set } : null;
};

const prepareAll = async (
  deps: RuntimeDeps,
  starts: readonly Starting[],
): Promise<readonly Ready[]> => {
  const candidates = starts.filter(
    ({ start }) => start.contact === undefined && start.version === undefined,
  );
  if (candidates.length === 0) return [];
  const tx = txOf(deps.pool);
  const before = await readBeforeStarting(
    tx,
    candidates.map(({ start }) => start),
  );
  const versionOf = ({ start }: Starting): number | undefined =>
    before.liveVersions.get(`${start.orgId} ${start.automationId}`);
  const keys = candidates.flatMap((starting) => {
    const version = versionOf(starting);
    return version === undefined ? [] : [{ automationId: starting.start.automationId, version }];
  });
  const plans = await deps.plans.get(tx, keys);
  return readyOf(deps, candidates, before, (starting) => {
    const version = versionOf(starting);
    if (version === undefined) return null;
    const plan = plans.get(versionId({ automationId: starting.start.automationId, version }));
    return plan === undefined ? null : { version, plan };
  });
};

const readyOf = (
  deps: RuntimeDeps,
  candidates: readonly Starting[],
  before: BeforeStarting,
  planOf: (starting: Starting) => { readonly version: number; readonly plan: Plan } | null,
): readonly Ready[] => {
  const ready = new Map<string, Ready>();
  for (const starting of candidates) {
    const key = startKeyId(starting.start);
    const live = planOf(starting);
    if (live === null || before.runs.has(key) || ready.has(key)) continue;
    const prepared = prepare(deps, starting, live.version, live.plan, before.now);
    if (prepared !== null) ready.set(key, prepared);
  }
  return [...ready.values()];
};

const receiptOf = ({ start, ids }: Ready): readonly NewReceipt[] =>
  start.receipt === undefined
    ? []
    : [
        {
          id: ids.receiptId,
          orgId: start.orgId,
          automationId: start.automationId,
          source: start.receipt,
          result: 'accepted',
          runId: ids.runId,
          detail: 'A run was started.',
          startKey: start.startKey,
        },
      ];

const rowsOf = (ready: readonly Ready[]): NewRuns => ({
  runs: ready.map(({ start, run, set }) => ({
    id: run.row.id,
    orgId: start.orgId,
    automationId: start.automationId,
    version: run.row.version,
    startKey: start.startKey,
    contactId: null,
    input: start.input,
    isTest: run.row.isTest,
    change: runChangeOf(writesFor(set, run)),
  })),
  steps: ready.flatMap(({ run, set }) => stepChangesOf(writesFor(set, run))),
  transitions: ready.flatMap(({ set }) => set.transitions),
  timers: ready.flatMap(({ set }) => set.timers),
  outbox: ready.flatMap(({ run, set }) =>
    [...set.outbox.values()].map((row) => ({ ...row, runId: run.row.id })),
  ),
  receipts: ready.flatMap(receiptOf),
});

/** One answer per start; null where it has to be tried by itself. */
export const startRuns = async (
  deps: RuntimeDeps,
  starts: readonly Starting[],
): Promise<readonly (StartedRun | null)[]> => {
  try {
    const ready = await prepareAll(deps, starts);
    if (ready.length === 0) return starts.map(() => null);
    const taken = await insertRuns(txOf(deps.pool), rowsOf(ready));
    const begun = ready.filter(({ ids }) => taken.has(ids.runId));
    publishChanges(deps, {
      runIds: begun.map(({ ids }) => ids.runId),
      lanes: new Set(begun.flatMap(({ set }) => [...lanesOf(set)])),
      outbox: begun.some(({ set }) => set.outbox.size > 0),
      claimed: [],
      ended: [],
    });
    return starts.map(({ start, ids }) => {
      if (!taken.has(ids.runId)) return null;
      const receiptId = start.receipt === undefined ? null : ids.receiptId;
      return { runId: ids.runId, duplicate: false, receiptId };
    });
  } catch (error) {
    // Should it have been committed all the same, the long way finds each run under its own id.
    deps.log.debug({ err: error, starts: starts.length }, 'starting one by one');
    return starts.map(() => null);
  }
};
