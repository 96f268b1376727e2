import type { TransitionBody } from '#server/engine/transition.ts';
import type { RunDetail, TimelineItem } from '#server/api/views/run-view.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { formatClockSeconds, formatNear } from '#components/ui/format-time.ts';
import type { Reading } from './describe-run.ts';
import { describeApproval } from './describe-approval.ts';
import { describeRunChange } from './describe-run-change.ts';
import { describeSignal } from './describe-signal.ts';
import { onlyRecords } from './known-outcome.ts';
import { actorName, portName } from './run-names.ts';
import type { FactText } from './timeline-entry.ts';

type TransitionDataOf<T extends TransitionBody['type']> = Extract<
  TransitionBody,
  { type: T }
>['data'];

/** What a transition says in the timeline; null where another entry already tells it. */
export function describeTransition(
  run: RunDetail,
  item: TimelineItem,
  reading: Reading,
): FactText | null {
  // The API hands on what the engine wrote: type and data belong together.
  const body = { type: item.type, data: item.data } as unknown as TransitionBody;
  if (body.type.startsWith('approval.')) return describeApproval(run, item, body);
  if (body.type.startsWith('effect.')) return describeEffect(body);
  if (body.type.startsWith('signal.') || body.type === 'child.started') return describeSignal(body);
  if (body.type.startsWith('timer.')) return describeTimer(body, reading);
  if (body.type.startsWith('step.')) return describeStepChange(run, item, body, reading);
  return describeRunChange(run, item, body);
}

function describeStepChange(
  run: RunDetail,
  item: TimelineItem,
  body: TransitionBody,
  reading: Reading,
): FactText | null {
  switch (body.type) {
    case 'step.started':
      return onlyRecords(run, item)
        ? { rest: 'Taken up again to record the outcome: nothing is sent' }
        : { rest: `Attempt ${body.data.attempt} started` };
    case 'step.completed':
      return describeCompleted(run, item, body.data);
    case 'step.failed':
      return {
        strong: body.data.attempts > 1 ? `Failed after ${body.data.attempts} attempts.` : 'Failed.',
        rest: body.data.message,
        tone: 'setback',
      };
    case 'step.retry_scheduled':
      return describePutOff(item, body.data, reading);
    case 'step.parked':
      return { strong: 'Parked.', rest: body.data.message, tone: 'setback' };
    case 'step.needs_review':
      return {
        strong: 'A person has to say what happened.',
        rest: 'Nothing is sent again until then',
        tone: 'setback',
      };
    case 'step.resumed':
      return describeResumed(body.data.cause);
    case 'step.lost':
      return {
        strong: `Attempt ${body.data.attempt} lost.`,
        rest: `${actorName(body.data.owner)} stopped answering and its lease ran out`,
        tone: 'setback',
      };
    case 'step.released':
      return {
        rest: `Attempt ${body.data.attempt} handed back by ${actorName(body.data.owner)}${body.data.countsAsAttempt === false ? ': it does not count' : ''}`,
      };
    case 'step.result_refused':
      return {
        strong: 'Late result refused.',
        rest: `Another attempt had taken over from ${actorName(body.data.owner)}, so nothing was changed`,
        tone: 'refusal',
      };
    case 'step.cancelled':
      return { rest: CANCEL_WORDS[body.data.cause], quiet: true };
    // `step.entered` is the head; `step.waiting` is what the post before it said.
    default:
      return null;
  }
}

const CANCEL_WORDS = {
  run_cancelled: 'Called off with the run',
  scope_closed: 'Not needed any more: the other path was enough',
  run_ended: 'Called off, because the run ended',
  migrated: 'Left here: the run went on with another version',
} as const;

/** Waits and decisions have told their end already; other steps say which way they took. */
function describeCompleted(
  run: RunDetail,
  item: TimelineItem,
  data: { port: string | null; note?: string },
): FactText | null {
  const kind = run.document.steps.find((step) => step.id === item.stepId)?.kind ?? '';
  if (kind.startsWith('wait_') || kind === 'approval' || kind === 'end') return null;
  const note = data.note === undefined ? '' : `: ${data.note}`;
  if (data.port === null || data.port === 'next') return { rest: `Finished${note}` };
  return { rest: `Took ${portName(run.document, item.stepId ?? '', data.port)}${note}` };
}

function describeResumed(cause: string): FactText | null {
  switch (cause) {
    case 'reconnected':
      return { rest: 'The connection is back: going on from here' };
    case 'reviewed':
      return { rest: 'Going on with what the review found' };
    case 'replayed':
      return { rest: 'Replayed from here' };
    // The retry's own timer, the escalation and the effect speak for themselves.
    default:
      return null;
  }
}

function describePutOff(
  item: TimelineItem,
  data: TransitionDataOf<'step.retry_scheduled'>,
  reading: Reading,
): FactText {
  const { attempt, of, message, dueAt, retryAfter, countsAsAttempt } = data;
  const which = `Attempt ${attempt}${of === null ? '' : ` of ${of}`}`;
  const when = nextTry(item.at, new Date(dueAt), reading);
  return {
    strong: countsAsAttempt ? `${which} put off.` : 'Put off.',
    rest: `${message.replace(/[.\s]+$/, '')}, ${retryAfter ? 'told to come back' : 'next try'} at ${when}`,
    tone: 'setback',
  };
}

/** Seconds matter where the next try is near. */
function nextTry(from: Date, to: Date, { zone, now }: Reading): string {
  const near = to.getTime() - from.getTime() < 10 * 60_000;
  return near ? formatClockSeconds(to, zone) : formatNear(to, zone, now);
}

function describeTimer(body: TransitionBody, { zone, now }: Reading): FactText | null {
  switch (body.type) {
    case 'timer.fired': {
      const { purpose, skipped, lateMs } = body.data;
      if (skipped) return { rest: 'Wait skipped' };
      if (purpose === 'budget') return null;
      const late = lateMs < 50 ? '' : `, ${formatDuration(lateMs)} late`;
      const words = {
        wait: 'Timer fired',
        retry: 'Time for the next attempt',
        deadline: 'Deadline passed',
      };
      return { rest: `${words[purpose]}${late}` };
    }
    case 'timer.recomputed': {
      const { was, dueAt, cause } = body.data;
      const why = {
        zone: 'the time zone changed',
        rule: 'the rule changed',
        tzdb: 'the zone’s clock rules changed',
      };
      const from = formatNear(new Date(was), zone, now);
      return {
        strong: 'Moved.',
        rest: `From ${from} to ${formatNear(new Date(dueAt), zone, now)}, because ${why[cause]}`,
      };
    }
    // `timer.set` is a box; a cancelled deadline follows from the answer before it.
    default:
      return null;
  }
}

function describeEffect(body: TransitionBody): FactText | null {
  switch (body.type) {
    case 'effect.started':
      return body.data.moved
        ? { rest: 'The connection points elsewhere by now: sent there' }
        : null;
    case 'effect.settled':
      if (body.data.how === 'reconciled')
        return { rest: 'Found at the provider: it had happened, so nothing was sent again' };
      return body.data.how === 'reviewed' ? { strong: 'Reviewed.', rest: 'It happened' } : null;
    case 'effect.outcome_unknown':
      return { strong: 'Outcome unknown.', rest: body.data.message, tone: 'setback' };
    case 'effect.reviewed': {
      const words = {
        happened: 'It happened',
        did_not_happen: 'It did not happen',
        stopped: 'Nobody knows: stop here',
      };
      return { strong: 'Reviewed.', rest: words[body.data.outcome] };
    }
    default:
      return null;
  }
}
