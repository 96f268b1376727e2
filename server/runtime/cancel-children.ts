import { txOf } from '#server/platform/db.ts';
import { findLeftChildren, type LeftChild } from '#server/store/child-runs.ts';
import { advanceEach } from './advance-each.ts';
import type { RuntimeDeps } from './deps.ts';
import { findAwake } from './find-awake.ts';

const LIMIT = 100;

/** What a child's page says of why it was stopped. */
const REASONS = {
  left: 'The run that had started it does not wait for it any more.',
  late: 'It did not end in the time that the run that had started it gave it.',
} as const;

const cancel = async (
  deps: RuntimeDeps,
  children: readonly LeftChild[],
  actor: string,
): Promise<void> => {
  await advanceEach(
    deps,
    children.map(({ id, late }) => ({
      runId: id,
      actor,
      decide: () => ({ kind: 'cancel_requested', reason: late ? REASONS.late : REASONS.left }),
    })),
  );
  for (const { id } of children) await cancelChildren(deps, id, actor);
};

/** Cancels the runs that a run had started and no longer waits for, and what those had started. */
export const cancelChildren = async (
  deps: RuntimeDeps,
  parentRunId: string,
  actor: string,
): Promise<void> => {
  const children = await findLeftChildren(txOf(deps.pool), parentRunId, LIMIT);
  if (children.length > 0) await cancel(deps, children, actor);
};

/** The same for all: whoever cancelled a wait may have vanished before its child was told. */
export const sweepChildren = async (deps: RuntimeDeps): Promise<boolean> => {
  const children = await findAwake(
    deps.pauses,
    LIMIT,
    async (limit) => findLeftChildren(txOf(deps.pool), null, limit),
    ({ id }) => id,
  );
  if (children.length > 0) await cancel(deps, children, 'sweep');
  return children.length === LIMIT;
};
