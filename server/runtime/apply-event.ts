import { advance } from '#server/engine/advance.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { evolve } from '#server/engine/evolve.ts';
import type { Plan } from '#server/engine/plan.ts';
import { isOpenStep, visitKey, type Visit } from '#server/engine/state.ts';
import type { Transition, TransitionBody } from '#server/engine/transition.ts';
import { collectCommand } from './collect-commands.ts';
import type { RuntimeDeps } from './deps.ts';
import { envOf, type LoadedRun } from './loaded-run.ts';
import { noteCancel, writesFor, type RunWrites, type WriteSet } from './write-set.ts';

/** A fact for the log that moves nothing. */
export interface NoteOnly {
  readonly kind: 'note';
  readonly visit: Visit | null;
  readonly body: TransitionBody;
}

/** Applies one event to a loaded run and gathers what is to be written. Null, or why it was refused. */
export const applyEvent = (
  deps: RuntimeDeps,
  set: WriteSet,
  run: LoadedRun,
  event: RunEvent,
  actor: string,
): string | null => {
  const result = advance(run.plan, run.state, event, envOf(deps, run, actor));
  if (result.refused !== null) return result.refused;
  const writes = writesFor(set, run);
  run.state = result.state;
  if (event.kind === 'run_migrated') goOnWith(run, writes, event.plan);
  noteCancel(writes, event, actor);
  for (const key of result.touched) writes.touched.add(key);
  for (const command of result.commands) collectCommand(set, run, command, { event, actor });
  const { id: runId, orgId } = run.row;
  for (const transition of result.transitions) set.transitions.push({ runId, orgId, transition });
  return null;
};

/** Open visits are written again, with what their rows say of the new version's settings. */
const goOnWith = (run: LoadedRun, writes: RunWrites, plan: Plan): void => {
  run.plan = plan;
  for (const [key, step] of run.state.steps) if (isOpenStep(step.status)) writes.touched.add(key);
};

export const applyNote = (set: WriteSet, run: LoadedRun, note: NoteOnly, actor: string): void => {
  writesFor(set, run);
  const step = note.visit === null ? undefined : run.state.steps.get(visitKey(note.visit));
  const transition: Transition = {
    ...note.body,
    seq: run.state.seq + 1,
    stepId: note.visit?.stepId ?? null,
    iteration: note.visit?.iteration ?? null,
    attempt: step === undefined || step.lane === null ? null : step.attempt,
    actor,
  };
  run.state = evolve(run.state, transition);
  set.transitions.push({ runId: run.row.id, orgId: run.row.orgId, transition });
};
