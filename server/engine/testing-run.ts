import type { Advance, AdvanceEnv } from './advance-env.ts';
import { advance } from './advance.ts';
import type { Command, CommandKind } from './command.ts';
import type { AutomationDocument } from './document.ts';
import { documentSchema } from './document.ts';
import type { RunEvent } from './event.ts';
import { initialState } from './evolve.ts';
import { epochOf } from './iso.ts';
import type { Plan } from './plan.ts';
import { compilePlan } from './plan.ts';
import type { RunState, StepState, Visit } from './state.ts';
import { visitKey } from './state.ts';
import { testingCatalogue } from './testing-catalogue.ts';
import type { Transition } from './transition.ts';

/** A run in memory for the core's own tests: applies events, keeps the log and the outputs. */
export interface TestRun {
  plan: Plan;
  state: RunState;
  now: number;
  random: number;
  contactZone: string;
  actor: string;
  readonly log: Transition[];
  readonly commands: Command[];
  readonly outputs: Map<string, { output: unknown }>;
  ids: number;
}

type EdgeSpec = readonly [from: string, to: string, port?: string];
type StepSpec = readonly [id: string, kind: string, config?: object, more?: object];

/** A document from short lists; the trigger leads to the first step unless an edge says so. */
export function testDocument(
  steps: readonly StepSpec[],
  edges: readonly EdgeSpec[],
  settings: object = {},
): AutomationDocument {
  const first = steps[0]?.[0];
  const fromTrigger = edges.some(([from]) => from === 'trigger');
  const start: EdgeSpec[] = fromTrigger || first === undefined ? [] : [['trigger', first]];
  return documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Test',
    settings,
    trigger: { kind: 'manual' },
    steps: steps.map(([id, kind, config = {}, more = {}]) => ({
      id,
      kind,
      name: id,
      config,
      ...more,
    })),
    edges: [...start, ...edges].map(([from, to, port]) => ({
      from,
      to,
      ...(port === undefined ? {} : { port }),
    })),
  });
}

export function testRun(document: AutomationDocument): TestRun {
  return {
    plan: compilePlan(document, testingCatalogue),
    state: initialState(),
    now: epochOf('2027-01-04T09:00:00.000Z') ?? 0,
    random: 0.5,
    contactZone: 'Europe/Berlin',
    actor: 'engine',
    log: [],
    commands: [],
    outputs: new Map(),
    ids: 0,
  };
}

export function envOf(run: TestRun): AdvanceEnv {
  return {
    runId: 'run_1',
    now: run.now,
    random: run.random,
    newId: (prefix) => {
      run.ids += 1;
      return `${prefix}_${run.ids}`;
    },
    actor: run.actor,
    data: {
      trigger: {},
      contact: null,
      steps: run.outputs,
      run: { id: 'run_1', startedAt: '2027-01-04T09:00:00.000Z', isTest: false },
    },
    contactZone: run.contactZone,
    render: (template) => ({ ok: true, text: template }),
    catalogue: testingCatalogue,
    tzdb: 'test',
  };
}

/** Applies an event as the store would: state, log, commands and outputs together. */
export function apply(run: TestRun, event: RunEvent): Advance {
  const result = advance(run.plan, run.state, event, envOf(run));
  run.state = result.state;
  if (event.kind === 'run_migrated' && result.refused === null) run.plan = event.plan;
  // Not spread into one call: a walk through a hot loop has hundreds of thousands of them.
  for (const transition of result.transitions) run.log.push(transition);
  for (const command of result.commands) {
    run.commands.push(command);
    if (command.kind === 'save_output') {
      run.outputs.set(command.visit.stepId, { output: command.output });
    }
  }
  return result;
}

export function start(document: AutomationDocument): TestRun {
  const run = testRun(document);
  apply(run, { kind: 'run_started', version: 1, trigger: 'manual' });
  return run;
}

export function visit(stepId: string, iteration = 1): Visit {
  return { stepId, iteration };
}

export function stepOf(run: TestRun, stepId: string, iteration = 1): StepState {
  const step = run.state.steps.get(visitKey(visit(stepId, iteration)));
  if (step === undefined) throw new Error(`${stepId}/${iteration} was not entered`);
  return step;
}

export function claim(run: TestRun, stepId: string, iteration = 1): Advance {
  return apply(run, { kind: 'step_claimed', visit: visit(stepId, iteration), token: 1 });
}

/** Claims and completes a step. */
export function work(
  run: TestRun,
  stepId: string,
  more: { port?: string; output?: unknown; iteration?: number } = {},
): Advance {
  const at = visit(stepId, more.iteration);
  claim(run, at.stepId, at.iteration);
  const { port = 'next', output = null } = more;
  return apply(run, { kind: 'step_completed', visit: at, port, output });
}

/** Fires the last timer that was set for the purpose. */
export function fire(run: TestRun, purpose: 'wait' | 'retry' | 'deadline'): Advance {
  const timer = lastCommand(run, 'set_timer', (command) => command.purpose === purpose);
  run.now = Math.max(run.now, timer.dueAt);
  const { timerId, dueAt } = timer;
  return apply(run, {
    kind: 'timer_fired',
    timerId,
    purpose,
    visit: timer.visit,
    dueAt,
    skipped: false,
  });
}

export function lastCommand<K extends CommandKind>(
  run: TestRun,
  kind: K,
  test: (command: Extract<Command, { kind: K }>) => boolean = () => true,
): Extract<Command, { kind: K }> {
  const found = run.commands.findLast(
    (command): command is Extract<Command, { kind: K }> =>
      command.kind === kind && test(command as Extract<Command, { kind: K }>),
  );
  if (found === undefined) throw new Error(`No ${kind} was commanded`);
  return found;
}

export const PROVIDER_DOWN = { code: 'provider_down', message: 'The provider answered 503.' };

/** Claims the step and lets its attempt fail: for now, unless `more` says otherwise. */
export function fail(
  run: TestRun,
  stepId: string,
  more: { retryable?: boolean; retryAfterSeconds?: number } = {},
) {
  claim(run, stepId);
  return apply(run, {
    kind: 'step_errored',
    visit: visit(stepId),
    error: PROVIDER_DOWN,
    retryable: true,
    ...more,
  });
}
