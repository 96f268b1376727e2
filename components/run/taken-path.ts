import { DEFAULT_PORT } from '#server/engine/document.ts';
import { isOpenStep } from '#server/engine/state.ts';
import type { RunDetail, RunStepView } from '#server/api/views/run-view.ts';
import { edgeId } from '#components/graph/graph-model.ts';
import type { GraphMarks, NodeMark } from '#components/graph/graph-marks.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { formatNear } from '#components/ui/format-time.ts';
import { STEP_STATUS_WORDS } from '#components/ui/status-vocabulary.ts';
import { deadlineOf } from './deadline-of.ts';
import { attemptsOf } from './known-outcome.ts';
import { type Reading, openSteps } from './describe-run.ts';

/** Which parts of the graph a run has taken, where it stands, and what comes if nothing happens. */
export function takenPath(run: RunDetail, reading: Reading): GraphMarks {
  const nodes = new Map<string, NodeMark>();
  const edges = new Map<string, 'taken' | 'next' | 'untaken'>();

  nodes.set('trigger', {
    path: 'taken',
    fact: formatNear(run.startedAt, reading.zone, reading.now),
    status: STEP_STATUS_WORDS.done,
  });
  for (const [stepId, step] of latestVisits(run)) nodes.set(stepId, markFor(run, step, reading));
  for (const id of takenEdges(run)) edges.set(id, 'taken');
  markImpliedEnds(run, nodes, edges);

  const [pressing] = openSteps(run);
  for (const step of openSteps(run)) {
    const deadline = deadlineOf(run, step);
    if (deadline === null || deadline.port === null) continue;
    const targets = run.document.edges.filter(
      (edge) => edge.from === step.stepId && (edge.port ?? DEFAULT_PORT) === deadline.port,
    );
    for (const edge of targets) {
      const id = edgeId(edge.from, edge.port ?? DEFAULT_PORT, edge.to);
      if (!edges.has(id)) edges.set(id, 'next');
      if (!nodes.has(edge.to))
        nodes.set(edge.to, {
          path: 'next',
          note: formatNear(deadline.at, reading.zone, reading.now),
        });
    }
  }
  return {
    nodes,
    edges,
    nextTone: pressing === undefined ? 'wait' : STEP_STATUS_WORDS[pressing.status].tone,
  };
}

function latestVisits(run: RunDetail): ReadonlyMap<string, RunStepView> {
  const latest = new Map<string, RunStepView>();
  for (const step of run.steps) {
    const known = latest.get(step.stepId);
    if (known === undefined || known.iteration < step.iteration) latest.set(step.stepId, step);
  }
  return latest;
}

function markFor(run: RunDetail, step: RunStepView, reading: Reading): NodeMark {
  const open = isOpenStep(step.status);
  return {
    path: open ? 'current' : 'taken',
    status: STEP_STATUS_WORDS[step.status],
    fact: open ? openFact(run, step, reading) : closedFact(run, step),
  };
}

function openFact(run: RunDetail, step: RunStepView, { zone, now }: Reading): string {
  const deadline = deadlineOf(run, step);
  const left = deadline === null ? '' : formatDuration(deadline.at.getTime() - now.getTime());
  switch (step.status) {
    case 'waiting_approval':
    case 'waiting_signal':
      return left === '' ? STEP_STATUS_WORDS[step.status].word : `${left} left`;
    case 'waiting_timer':
      return deadline === null ? 'Waiting' : `until ${formatNear(deadline.at, zone, now)}`;
    case 'waiting_retry':
      return deadline === null ? 'Retrying' : `again at ${formatNear(deadline.at, zone, now)}`;
    case 'running':
      return step.startedAt === null ? 'Running' : `since ${formatNear(step.startedAt, zone, now)}`;
    default:
      return STEP_STATUS_WORDS[step.status].word;
  }
}

/** "visit 3 · 2 attempts · 2 h 34 m" */
function closedFact(run: RunDetail, step: RunStepView): string {
  const took = (step.finishedAt ?? step.enteredAt).getTime() - step.enteredAt.getTime();
  const attempts = attemptsOf(run, step);
  return [
    step.iteration > 1 ? `visit ${step.iteration}` : '',
    attempts > 1 ? `${attempts} attempts` : '',
    took < 50 ? '' : formatDuration(took),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The history says over which edge each visit was entered. */
function takenEdges(run: RunDetail): Set<string> {
  const taken = new Set<string>();
  for (const item of run.timeline) {
    if (item.type !== 'step.entered' || item.stepId === null) continue;
    const from = item.data['from'] as { stepId: string; port: string } | null | undefined;
    taken.add(
      from === null || from === undefined
        ? edgeId('trigger', DEFAULT_PORT, item.stepId)
        : edgeId(from.stepId, from.port, item.stepId),
    );
  }
  return taken;
}

/** Ends that are drawn though no step stands there belong to the step before them. */
function markImpliedEnds(
  run: RunDetail,
  nodes: Map<string, NodeMark>,
  edges: Map<string, 'taken' | 'next' | 'untaken'>,
): void {
  for (const step of run.document.steps) {
    if (nodes.get(step.id)?.path !== 'taken') continue;
    if (run.document.edges.some((edge) => edge.from === step.id)) continue;
    const end = `end:${step.id}`;
    nodes.set(end, { path: 'taken' });
    for (const port of ['', DEFAULT_PORT]) edges.set(edgeId(step.id, port, end), 'taken');
  }
}
