import type { Catalogue } from '#server/engine/definition.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { OpenTimer, StepError } from '#server/engine/event.ts';
import type { Plan } from '#server/engine/plan.ts';
import type { RunState, Visit, VisitKey } from '#server/engine/state.ts';
import type { TimerPurpose } from '#server/engine/timer-rule.ts';
import type { Transition } from '#server/engine/transition.ts';
import type { Choice } from './choice.ts';
import type { Message } from './message.ts';

/**
 * A run that happens nowhere but in this value: the engine's own core, with the outside world
 * played by whoever chooses. Nothing is sent, stored or called, and every step is a new value:
 *
 *   startSimulation → Simulation ── choose(choice) ──► Simulation ── … ──► finished
 *                        ▲                               │
 *                        └────────── stepBack ───────────┘
 */
export interface Simulation {
  readonly document: AutomationDocument;
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  /** Decides what is left to chance: the arms of splits. */
  readonly runId: string;
  readonly contact: SampleContact | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The zone that the simulated clock is read in. */
  readonly zone: string;
  /** Epoch milliseconds on the simulated clock; it moves only where something is waited for. */
  readonly now: number;
  readonly startedAt: number;
  readonly state: RunState;
  /** The path: what the server would have written into the run's log, with the simulated time. */
  readonly log: readonly LogEntry[];
  /** What would have been sent, asked or changed, in order. */
  readonly messages: readonly SentMessage[];
  /** What went wrong, in plain words; a step that fails because of a template stands here. */
  readonly problems: readonly SimulationProblem[];
  readonly outputs: ReadonlyMap<string, { readonly output: unknown }>;
  readonly timers: ReadonlyMap<string, SimulatedTimer>;
  readonly approvals: ReadonlyMap<VisitKey, SimulatedApproval>;
  readonly waits: ReadonlyMap<VisitKey, SimulatedWait>;
  /** Who sends, by the connection's name; made up where it is not known. */
  readonly senders: Readonly<Record<string, string>>;
  /** Ids handed out so far: the next ones follow from it, so that a simulation can be repeated. */
  readonly ids: number;
  /** The choices that led here, the first one first. */
  readonly choices: readonly Choice[];
  /** The simulation before the last choice; null at the start. */
  readonly previous: Simulation | null;
}

/** Somebody to try the automation with: made up, or taken from a contact or a past run. */
export interface SampleContact {
  readonly id?: string;
  readonly email: string | null;
  readonly name: string | null;
  /** IANA; null where it is not known. */
  readonly timezone: string | null;
  readonly externalId?: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly emailConsent?: 'granted' | 'withdrawn' | null;
  readonly suppressed?: boolean;
}

export interface LogEntry {
  /** Epoch milliseconds on the simulated clock. */
  readonly at: number;
  readonly transition: Transition;
}

export interface SentMessage {
  readonly visit: Visit;
  readonly at: number;
  readonly message: Message;
}

export interface SimulationProblem {
  readonly visit: Visit;
  readonly at: number;
  /** `unknown_variable`, `bad_address`, …, and the sentence that the run page would show. */
  readonly error: StepError;
  /** Dotted path of the field where it is known. */
  readonly field: string | null;
}

export interface SimulatedTimer extends OpenTimer {
  readonly purpose: TimerPurpose;
  readonly visit: Visit | null;
}

export interface SimulatedApproval {
  readonly approvalId: string;
  readonly visit: Visit;
  readonly content: string;
  readonly digest: string;
  readonly assignees: readonly string[];
  readonly channel: 'slack' | 'inbox';
  readonly target: string | null;
  readonly deadlineAt: number;
  /** What happens at the deadline, as the engine spells it. */
  readonly then: string;
}

export interface SimulatedWait {
  readonly subscriptionId: string;
  readonly visit: Visit;
  readonly signal: string;
  readonly correlationKey: string;
}
