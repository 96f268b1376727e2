import { isOpenStep } from '#server/engine/state.ts';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { DEFAULT_PORT } from '#server/engine/document.ts';
import { stepNameIn } from './run-names.ts';

/** What a cancellation leaves standing, what it cannot stop any more, and what it prevents. */
export interface CancelScope {
  readonly done: readonly string[];
  readonly inFlight: readonly string[];
  readonly willNotBegin: readonly string[];
}

/** Begun, and not known to have ended. */
const UNSETTLED: readonly string[] = ['in_flight', 'outcome_unknown', 'needs_review'];

/** Names of steps, each once, in the order of the run and of the graph. */
export function cancelScope(run: RunDetail): CancelScope {
  const name = (stepId: string): string => stepNameIn(run, stepId);
  const busy = new Set(
    run.steps.filter((step) => step.status === 'running').map((step) => step.stepId),
  );
  for (const effect of run.effects) if (UNSETTLED.includes(effect.status)) busy.add(effect.stepId);
  const kindOf = (stepId: string): string =>
    run.document.steps.find((step) => step.id === stepId)?.kind ?? '';
  const done = run.steps.filter((step) => step.status === 'done' && kindOf(step.stepId) !== 'end');
  const sent = run.effects
    .filter((effect) => effect.status === 'settled')
    .map((effect) => effect.stepId);
  const open = run.steps.filter((step) => isOpenStep(step.status) && !busy.has(step.stepId));
  return {
    done: unique([...done.map((step) => step.stepId), ...sent]).map(name),
    inFlight: [...busy].map(name),
    willNotBegin: reachable(run, [...open.map((step) => step.stepId), ...busy])
      .filter((stepId) => kindOf(stepId) !== 'end' && !busy.has(stepId))
      .map(name),
  };
}

/** Names of the steps that would undo what was done, in the order in which they run. */
export function undoneBy(run: RunDetail): readonly string[] {
  const undoes = new Map(run.document.steps.map((step) => [step.id, step.compensateWith]));
  return run.steps
    .filter((step) => step.status === 'done')
    .toReversed()
    .flatMap((step) => undoes.get(step.stepId) ?? [])
    .map((stepId) => stepNameIn(run, stepId));
}

/** Steps that could still come after these, nearest first; those not yet begun among these too. */
function reachable(run: RunDetail, from: readonly string[]): string[] {
  const queue = [...from];
  for (const stepId of queue) {
    const targets = run.document.edges.filter(
      (edge) => edge.from === stepId && (edge.port ?? DEFAULT_PORT) !== '',
    );
    for (const edge of targets) if (!queue.includes(edge.to)) queue.push(edge.to);
  }
  const begun = new Set(run.steps.map((step) => step.stepId));
  return unique(queue.slice(from.length)).filter(
    (stepId) => !begun.has(stepId) || from.includes(stepId),
  );
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
