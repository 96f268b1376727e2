import type { Catalogue } from '#server/engine/definition.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { initialState } from '#server/engine/evolve.ts';
import { isZone } from '#server/engine/instant.ts';
import { compilePlan } from '#server/engine/plan.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { happen } from './happen.ts';
import type { SampleContact, Simulation } from './simulation.ts';

export interface StartSimulation {
  readonly document: AutomationDocument;
  readonly contact: SampleContact | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds at which the simulated clock begins. */
  readonly now: number;
  /** The zone that the clock is read in; the contact's, else the automation's, when left out. */
  readonly zone?: string;
  /** Another number may take another arm where chance decides. */
  readonly chance?: number;
  readonly senders?: Readonly<Record<string, string>>;
  /** Other kinds of step than the product's. */
  readonly catalogue?: Catalogue;
}

/**
 * Run ids whose spread is none for every spread that divides a day, so that "at 09:00, spread over
 * ten minutes" shows 09:00. A split of two takes one arm with some, the other with others.
 */
const RUN_IDS: readonly string[] = [
  'run_sample_129050',
  'run_sample_151237',
  'run_sample_204537',
  'run_sample_283927',
  'run_sample_546107',
  'run_sample_557802',
];

const runIdOf = (chance: number): string =>
  RUN_IDS[Math.abs(Math.trunc(chance)) % RUN_IDS.length] ?? 'run_sample';

/**
 * Begins a run in memory: the trigger has fired with this payload for this contact. Pure: the same
 * arguments give the same simulation. A document with errors can be tried too; what is wrong with
 * a step shows when the run comes to it.
 */
export function startSimulation(start: StartSimulation): Simulation {
  const { document, contact, payload, now, catalogue = stepCatalogue } = start;
  const own = contact?.timezone ?? document.settings.timezone;
  const fallback = isZone(own) ? own : 'UTC';
  const simulation: Simulation = {
    document,
    plan: compilePlan(document, catalogue),
    catalogue,
    runId: runIdOf(start.chance ?? 0),
    contact,
    payload,
    zone: start.zone !== undefined && isZone(start.zone) ? start.zone : fallback,
    now,
    startedAt: now,
    state: initialState(),
    log: [],
    messages: [],
    problems: [],
    outputs: new Map(),
    timers: new Map(),
    approvals: new Map(),
    waits: new Map(),
    senders: start.senders ?? {},
    ids: 0,
    choices: [],
    previous: null,
  };
  return happen(simulation, { kind: 'run_started', version: 1, trigger: 'manual' }, 'trigger');
}
