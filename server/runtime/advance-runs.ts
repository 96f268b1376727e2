import type { RunEvent } from '#server/engine/event.ts';
import type { Tx } from '#server/platform/db.ts';
import type { ClaimedStep } from '#server/store/claim-steps.ts';
import { applyEvent, applyNote, type NoteOnly } from './apply-event.ts';
import { claimNextSteps, type Continuation } from './claim-next-steps.ts';
import type { RuntimeDeps } from './deps.ts';
import type { LoadedRun } from './loaded-run.ts';
import type { KnownSettle } from './settle-known.ts';
import { matchEarlySignals } from './match-early-signals.ts';
import { lockLoadedRuns } from './read-loaded-runs.ts';
import { writeAdvances, type Changes } from './write-advances.ts';
import { createWriteSet, type WriteSet } from './write-set.ts';

export interface AdvanceItem {
  readonly runId: string;
  readonly actor: string;
  /** Says, under the run's lock, what has happened; null when nothing has any more. */
  readonly decide: (
    run: LoadedRun,
    tx: Tx,
  ) => RunEvent | NoteOnly | null | Promise<RunEvent | NoteOnly | null>;
  /** The worker that settles may go straight on with what becomes ready. */
  readonly continueAs?: Continuation | undefined;
  /** Called before another try after a COMMIT whose answer was lost. */
  readonly afterUnknownCommit?: () => void;
  /** What the caller knows already, where that may be enough to settle without loading. */
  readonly known?: KnownSettle | undefined;
  /** Announcements that this heeds; they are deleted with it. */
  readonly heard?: readonly string[] | undefined;
}

export type AdvanceOutcome =
  | {
      readonly kind: 'advanced';
      readonly run: LoadedRun;
      readonly continued: readonly ClaimedStep[];
    }
  | { readonly kind: 'refused'; readonly run: LoadedRun; readonly reason: string }
  | { readonly kind: 'unchanged'; readonly run: LoadedRun }
  | { readonly kind: 'missing' };

export interface Advanced {
  readonly outcomes: readonly AdvanceOutcome[];
  readonly changes: Changes;
}

type Pending = Exclude<AdvanceOutcome, { kind: 'advanced' }> | { kind: 'moved'; run: LoadedRun };

const applyItem = async (
  deps: RuntimeDeps,
  tx: Tx,
  set: WriteSet,
  run: LoadedRun | undefined,
  item: AdvanceItem,
): Promise<Pending> => {
  if (run === undefined) return { kind: 'missing' };
  const event = await item.decide(run, tx);
  if (event === null) return { kind: 'unchanged', run };
  if (event.kind === 'note') {
    applyNote(set, run, event, item.actor);
    return { kind: 'unchanged', run };
  }
  const before = set.subscriptions.length;
  const refused = applyEvent(deps, set, run, event, item.actor);
  if (refused !== null) return { kind: 'refused', run, reason: refused };
  set.heard.push(...(item.heard ?? []));
  await matchEarlySignals(deps, tx, set, run, before);
  if (item.continueAs !== undefined) claimNextSteps(deps, set, run, item.continueAs);
  return { kind: 'moved', run };
};

/**
 * Load, decide, advance, write: for many runs in one transaction, which the caller commits and
 * whose changes it publishes afterwards. Locks runs in the order of their ids, then what hangs on
 * them. Items of the same run are applied one after another.
 */
export const advanceRuns = async (
  deps: RuntimeDeps,
  tx: Tx,
  items: readonly AdvanceItem[],
): Promise<Advanced> => {
  const runs = await lockLoadedRuns(
    deps,
    tx,
    items.map((item) => item.runId),
  );
  const set = createWriteSet();
  const pending: Pending[] = [];
  for (const item of items) {
    pending.push(await applyItem(deps, tx, set, runs.get(item.runId), item));
  }
  const changes = await writeAdvances(tx, set);
  const handedOver = new Set<string>();
  const outcomes = pending.map((entry): AdvanceOutcome => {
    if (entry.kind !== 'moved') return entry;
    const runId = entry.run.row.id;
    // Two settles of one run in one batch: the first goes on with all that was claimed.
    const continued = handedOver.has(runId)
      ? []
      : changes.claimed.filter((step) => step.runId === runId);
    handedOver.add(runId);
    return { kind: 'advanced', run: entry.run, continued };
  });
  return { outcomes, changes };
};
