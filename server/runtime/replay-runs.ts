import type { RunState, StepState } from '#server/engine/state.ts';
import { txOf } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { findOwnRuns } from '#server/store/dead-letters.ts';
import { commitAdvance } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';

export interface ReplayRuns {
  readonly orgId: string;
  /** At most 100 at a time. */
  readonly runIds: readonly string[];
  readonly actor: string;
}

export interface Replayed {
  readonly runId: string;
  readonly replayed: boolean;
  /** Why not, in a sentence. */
  readonly reason: string | null;
}

const NOT_THERE = 'There is no such run.';

/** The step that the run failed at: the last that failed without a way on. */
const failedAt = (state: RunState): StepState | null =>
  [...state.steps.values()].findLast((step) => step.status === 'failed' && step.port === null) ??
  null;

const replay = async (deps: RuntimeDeps, runId: string, actor: string): Promise<Replayed> => {
  const outcome = await commitAdvance(deps, {
    runId,
    actor,
    decide: ({ state }) => {
      const step = failedAt(state);
      if (state.status !== 'failed' || step === null) return null;
      const visit = { stepId: step.stepId, iteration: step.iteration };
      return { kind: 'step_resumed', visit, cause: 'replayed' };
    },
  });
  switch (outcome.kind) {
    case 'advanced':
      return { runId, replayed: true, reason: null };
    case 'refused':
      return { runId, replayed: false, reason: outcome.reason };
    case 'unchanged': {
      const reason = `The run is ${outcome.run.state.status}: only a failed one is replayed.`;
      return { runId, replayed: false, reason };
    }
    case 'missing':
      return { runId, replayed: false, reason: NOT_THERE };
  }
};

/**
 * Dead letters go on from the step that failed, one or many: each in a transaction of its own, so
 * that one that cannot be replayed keeps no other from it. The youngest first: a run that others
 * wait for is younger than they are, and is running again when they look. Answers what became of
 * each, in the order asked for. Throws AppError `not_found` when none of them is there.
 */
export const replayRuns = async (
  deps: RuntimeDeps,
  { orgId, runIds, actor }: ReplayRuns,
): Promise<readonly Replayed[]> => {
  const asked = [...new Set(runIds)];
  const own = await findOwnRuns(txOf(deps.pool), orgId, asked);
  if (own.size === 0) throw new AppError('not_found', 'There are no such runs.');
  const done = new Map<string, Replayed>();
  for (const runId of asked.toSorted().toReversed()) {
    const there = own.has(runId);
    done.set(
      runId,
      there ? await replay(deps, runId, actor) : { runId, replayed: false, reason: NOT_THERE },
    );
  }
  return asked.flatMap((runId) => done.get(runId) ?? []);
};
