import type { RunEvent } from '#server/engine/event.ts';
import { isOpenRun, visitKey } from '#server/engine/state.ts';
import { ageLimit, isAgeNext, isTooLate } from './age-limit.ts';
import type { Choice } from './choice.ts';
import { nextDue } from './due-timers.ts';
import { happen } from './happen.ts';
import { messageOfChoice } from './message-of-choice.ts';
import { simulatedWork } from './simulated-work.ts';
import type { SimulatedTimer, Simulation } from './simulation.ts';
import { workEvent } from './work-events.ts';

/** An event, when it happened on the simulated clock (epoch milliseconds), and who caused it. */
export interface Happening {
  readonly at: number;
  readonly event: RunEvent;
  readonly actor: string;
}

export interface Performed {
  /** The same as before where the choice did not fit. */
  readonly simulation: Simulation;
  /** The events that the choice came to, in order: the same ones move a run on the server. */
  readonly events: readonly Happening[];
}

type ChoiceOf<K extends Choice['kind']> = Extract<Choice, { kind: K }>;

const WORKER = 'worker:simulator';
const PERSON = 'user:simulator';

/** Lets a choice happen. Never throws: a choice that does not fit any more changes nothing. */
export function perform(simulation: Simulation, choice: Choice): Performed {
  const nothing: Performed = { simulation, events: [] };
  if (!isOpenRun(simulation.state.status)) return nothing;
  switch (choice.kind) {
    case 'succeed':
    case 'skip_send':
    case 'fail':
    case 'fail_as_shown':
      return work(nothing, choice);
    case 'let_time_pass':
      return letTimePass(nothing, choice.timerId);
    case 'get_too_old':
      return getTooOld(nothing);
    case 'skip_wait': {
      const timer = simulation.timers.get(choice.timerId);
      return timer === undefined ? nothing : apply(nothing, fired(timer, true), PERSON);
    }
    case 'answer':
      return apply(nothing, answered(simulation, choice), 'engine');
    case 'decide':
      return apply(nothing, decided(simulation, choice), PERSON);
    case 'child_ends':
      return apply(nothing, childEnded(simulation, choice), 'engine');
    case 'cancel':
      return apply(nothing, { kind: 'cancel_requested', reason: null }, PERSON);
  }
}

function apply(before: Performed, event: RunEvent | null, actor: string): Performed {
  if (event === null) return before;
  const simulation = happen(before.simulation, event, actor);
  if (simulation === before.simulation) return before;
  return { simulation, events: [...before.events, { at: simulation.now, event, actor }] };
}

/** A worker takes the step and does its work in one go. */
function work(
  before: Performed,
  choice: ChoiceOf<'succeed' | 'skip_send' | 'fail' | 'fail_as_shown'>,
): Performed {
  const { simulation } = before;
  const step = simulation.state.steps.get(visitKey(choice.visit));
  if (step?.status !== 'ready') return before;
  const does = simulatedWork(simulation, choice.visit);
  const event = workEvent(simulation, step, choice, does);
  if (event === null) return before;
  const { stepId, iteration } = step;
  const visit = { stepId, iteration };
  let performed = apply(before, { kind: 'step_claimed', visit, token: step.wake }, WORKER);
  const message = messageOfChoice(simulation, choice, does);
  if (message !== null) {
    const sent = { visit, at: simulation.now, message };
    const messages = [...simulation.messages, sent];
    performed = { ...performed, simulation: { ...performed.simulation, messages } };
  }
  // The change and its record are one transaction: what follows sees the contact as it is then.
  const contact = does.kind === 'leave' && choice.kind === 'succeed' ? does.contact : undefined;
  if (contact !== undefined) {
    performed = { ...performed, simulation: { ...performed.simulation, contact } };
  }
  performed = apply(performed, event, WORKER);
  const moved = contact !== undefined && contact.timezone !== simulation.contact?.timezone;
  return moved ? apply(performed, zoneChanged(performed.simulation), 'sweep') : performed;
}

/** Waits on the contact's clock move with the contact. */
function zoneChanged({ timers }: Simulation): RunEvent {
  return { kind: 'timers_recomputed', cause: 'zone', timers: [...timers.values()] };
}

/** Everything that comes due until then happens too, the soonest first. */
function letTimePass(before: Performed, timerId: string): Performed {
  const target = before.simulation.timers.get(timerId);
  if (target === undefined || isTooLate(before.simulation, target)) return before;
  let performed = before;
  while (performed.simulation.timers.has(timerId)) {
    const due = nextDue(performed.simulation, target.dueAt);
    if (due === null) return performed;
    const now = Math.max(performed.simulation.now, due.dueAt);
    const later = { ...performed, simulation: { ...performed.simulation, now } };
    const next = apply(later, fired(due, false), 'sweep');
    if (next.simulation === later.simulation) return performed;
    performed = next;
  }
  return performed;
}

function getTooOld(before: Performed): Performed {
  const { simulation } = before;
  if (!isAgeNext(simulation)) return before;
  const now = Math.max(simulation.now, ageLimit(simulation));
  const then = { ...before, simulation: { ...simulation, now } };
  const aged = apply(then, { kind: 'age_reached' }, 'sweep');
  return aged === then ? before : aged;
}

function fired({ timerId, purpose, visit, dueAt }: SimulatedTimer, skipped: boolean): RunEvent {
  return { kind: 'timer_fired', timerId, purpose, visit, dueAt, skipped };
}

function answered(simulation: Simulation, choice: ChoiceOf<'answer'>): RunEvent | null {
  return received(simulation, choice.visit, choice.payload);
}

function childEnded(simulation: Simulation, { visit, status }: ChoiceOf<'child_ends'>) {
  const runId = simulation.waits.get(visitKey(visit))?.correlationKey ?? null;
  return received(simulation, visit, { runId, status, outcome: status });
}

function received(
  { waits, ids }: Simulation,
  visit: ChoiceOf<'answer'>['visit'],
  payload: unknown,
): RunEvent | null {
  const wait = waits.get(visitKey(visit));
  if (wait === undefined) return null;
  const { subscriptionId, signal } = wait;
  const signalId = `sig_sample_${ids}`;
  return {
    kind: 'signal_received',
    visit,
    subscriptionId,
    signalId,
    signal,
    payload,
    early: false,
  };
}

function decided({ approvals }: Simulation, choice: ChoiceOf<'decide'>): RunEvent | null {
  const { visit, decision } = choice;
  const approval = approvals.get(visitKey(visit));
  if (approval === undefined) return null;
  const { approvalId } = approval;
  return { kind: 'approval_decided', visit, approvalId, decision, via: 'inbox', comment: null };
}
