import { isOpenRun, isOpenStep } from '#server/engine/state.ts';
import type { RunDetail, RunStepView, TimelineItem } from '#server/api/views/run-view.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { formatDay } from '#components/ui/format-time.ts';
import { RUN_STATUS_WORDS, STEP_STATUS_WORDS } from '#components/ui/status-vocabulary.ts';
import { deadlineOf } from './deadline-of.ts';
import { type Reading, openSteps } from './describe-run.ts';
import { describeTransition } from './describe-transition.ts';
import { IDLE_FROM_MS, idleReason } from './idle.ts';
import { attemptsOf } from './known-outcome.ts';
import { actorName, anyOf, stepName, stepNameIn } from './run-names.ts';
import type {
  EffectEntry,
  HeadEntry,
  NextEntry,
  TimelineEntry,
  TimerEntry,
} from './timeline-entry.ts';

/**
 * The run's transitions as a person reads them, in order: heads of steps, facts, boxes for timers
 * and effects, one line for each stretch in which nothing happened, "now", and what comes next.
 * Pure: the same run, zone and time give the same entries.
 */
export function foldTimeline(run: RunDetail, reading: Reading): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let day = '';
  let last: TimelineItem | null = null;
  let standing: string | null = null;
  const seen: TimelineItem[] = [];

  const isNewDay = (at: Date): boolean => {
    const here = formatDay(at, reading.zone);
    const fresh = here !== day;
    day = here;
    return fresh;
  };

  for (const item of run.timeline) {
    if (last !== null && item.at.getTime() - last.at.getTime() >= IDLE_FROM_MS)
      entries.push({
        kind: 'idle',
        key: `idle-${item.seq}`,
        from: last.at,
        at: item.at,
        reason: idleReason(seen, last.at, item.at, reading),
        newDay: isNewDay(item.at),
      });
    last = item;
    seen.push(item);

    const visit = item.stepId === null ? null : `${item.stepId}/${item.iteration ?? 1}`;
    const changesPlace = item.type === 'step.entered' || (visit !== null && visit !== standing);
    const head =
      changesPlace || item.type === 'run.started' || item.type === 'run.finished'
        ? headFor(run, item, reading)
        : null;
    if (head !== null) {
      standing = visit;
      entries.push({ ...head, newDay: isNewDay(item.at) });
    }
    const text = describeTransition(run, item, reading);
    if (text !== null)
      entries.push({
        kind: 'fact',
        key: `fact-${item.seq}`,
        at: item.at,
        text,
        who: actorName(item.actorLabel),
        newDay: isNewDay(item.at),
      });
    entries.push(...boxesFor(run, item));
  }
  const told = deadlinesLast(entries);
  return isOpenRun(run.status)
    ? [...told, { kind: 'now', key: 'now', at: reading.now }, ...nextFor(run)]
    : told;
}

/** A deadline that still runs stands below what it is a deadline of. */
function deadlinesLast(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const told: TimelineEntry[] = [];
  let held: TimelineEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'head') told.push(...held.splice(0));
    if (entry.kind === 'timer' && entry.open && entry.timer.purpose === 'deadline')
      held = [...held, entry];
    else told.push(entry);
  }
  return [...told, ...held];
}

function headFor(
  run: RunDetail,
  item: TimelineItem,
  reading: Reading,
): Omit<HeadEntry, 'newDay'> | null {
  const base = { kind: 'head', key: `head-${item.seq}`, at: item.at, chip: null } as const;
  if (item.type === 'run.started')
    return {
      ...base,
      stepId: 'trigger',
      name: stepName(run.document, 'trigger'),
      status: STEP_STATUS_WORDS.done,
      aside: '',
    };
  if (item.type === 'run.finished') {
    const total = (run.finishedAt ?? item.at).getTime() - run.startedAt.getTime();
    const word = RUN_STATUS_WORDS[run.status];
    // Of failed and cancelled runs the steps before have told it, in better words than a code.
    const told = run.status === 'failed' || run.status === 'cancelled';
    const outcome = run.outcome === null || told ? '' : `: ${run.outcome}`;
    return {
      ...base,
      stepId: null,
      name: `Run ${word.word.toLowerCase()}${outcome}`,
      status: word,
      aside: formatDuration(total),
    };
  }
  const step = visitOf(run, item);
  if (step === undefined || item.stepId === null) return null;
  const again = item.type !== 'step.entered';
  const nth = step.iteration > 1 ? `, visit ${step.iteration}` : '';
  return {
    ...base,
    stepId: item.stepId,
    name: `${stepNameIn(run, item.stepId)}${nth}${again ? ', continued' : ''}`,
    status: STEP_STATUS_WORDS[step.status],
    chip: chipFor(run, step),
    aside: again ? '' : asideFor(step, reading),
  };
}

function visitOf(run: RunDetail, item: TimelineItem): RunStepView | undefined {
  return run.steps.find(
    (step) => step.stepId === item.stepId && step.iteration === (item.iteration ?? 1),
  );
}

function chipFor(run: RunDetail, step: RunStepView): string | null {
  if (isOpenStep(step.status)) return STEP_STATUS_WORDS[step.status].word;
  const attempts = attemptsOf(run, step);
  return attempts > 1 ? `${attempts} attempts` : null;
}

function asideFor(step: RunStepView, { now }: Reading): string {
  if (step.finishedAt === null) {
    const spent = now.getTime() - step.enteredAt.getTime();
    return spent < 1000 ? '' : `${formatDuration(spent)} so far`;
  }
  const took = step.finishedAt.getTime() - step.enteredAt.getTime();
  return took < 50 ? '' : formatDuration(took);
}

function boxesFor(run: RunDetail, item: TimelineItem): (TimerEntry | EffectEntry)[] {
  if (item.type === 'timer.set') {
    const timer = run.timers.find((candidate) => candidate.id === item.data['timerId']);
    if (timer === undefined || timer.purpose === 'retry' || timer.purpose === 'budget') return [];
    // Answered in time: that there was a deadline explains nothing any more.
    if (timer.purpose === 'deadline' && timer.cancelledAt !== null) return [];
    const step = visitOf(run, item);
    const deadline = step === undefined ? null : deadlineOf(run, step);
    return [
      {
        kind: 'timer',
        key: `timer-${item.seq}`,
        at: item.at,
        timer,
        asksPerson: step?.kind === 'approval',
        open: timer.firedAt === null && timer.cancelledAt === null,
        consequence:
          timer.purpose === 'deadline' && deadline?.timerId === timer.id ? deadline.then : null,
      },
    ];
  }
  if (item.type !== 'effect.started' || item.data['attempt'] !== 1) return [];
  const effect = run.effects.find((candidate) => candidate.key === item.data['key']);
  return effect === undefined
    ? []
    : [{ kind: 'effect', key: `effect-${item.seq}`, at: item.at, effect }];
}

/** What each open step does by itself, soonest first. */
function nextFor(run: RunDetail): NextEntry[] {
  return openSteps(run)
    .flatMap((step): NextEntry[] => {
      const deadline = deadlineOf(run, step);
      if (deadline === null) return [];
      return [
        {
          kind: 'next',
          key: `next-${step.stepId}-${step.iteration}`,
          at: deadline.at,
          text: `${condition(run, step)}${deadline.consequence}`,
        },
      ];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function condition(run: RunDetail, step: RunStepView): string {
  if (step.status === 'waiting_approval') {
    const approval = run.approvals.find(
      (candidate) => candidate.stepId === step.stepId && candidate.status === 'open',
    );
    return `If ${anyOf(approval?.assignees ?? [])} has not answered: `;
  }
  if (step.status === 'waiting_signal') return 'If no answer has come: ';
  return `${stepName(run.document, step.stepId)}: `;
}
