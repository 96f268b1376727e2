import { describe, expect, it } from 'vitest';
import { fold } from './evolve.ts';
import {
  apply,
  claim,
  fire,
  lastCommand,
  start,
  stepOf,
  testDocument,
  visit,
  work,
} from './testing-run.ts';

const types = (transitions: readonly { type: string }[]) => transitions.map(({ type }) => type);

describe('a run from start to end', () => {
  it('S12.1 S12.2 walks step by step, and folding its history gives its state', () => {
    const run = start(
      testDocument(
        [
          ['wait', 'wait'],
          ['draft', 'work', { lane: 'slow' }],
          ['finish', 'end', { outcome: 'answered' }],
        ],
        [
          ['wait', 'draft'],
          ['draft', 'finish'],
        ],
      ),
    );
    expect(run.state.status).toBe('waiting_timer');
    expect(types(run.log)).toEqual(['run.started', 'step.entered', 'timer.set']);
    fire(run, 'wait');
    expect(stepOf(run, 'draft')).toMatchObject({
      status: 'ready',
      lane: 'slow',
      wake: 1,
      attempt: 0,
    });
    expect(lastCommand(run, 'announce_step')).toMatchObject({ lane: 'slow', wake: 1 });
    claim(run, 'draft');
    expect(stepOf(run, 'draft')).toMatchObject({ status: 'running', attempt: 1 });
    const output = { text: 'Hello' };
    apply(run, {
      kind: 'step_completed',
      visit: visit('draft'),
      port: 'next',
      output,
      effectKey: 'run_1/draft',
    });
    expect(lastCommand(run, 'save_output')).toMatchObject({ visit: visit('draft'), output });
    expect(run.state).toMatchObject({ status: 'done', outcome: 'answered', stepsLeft: 997 });
    expect(run.state.timers.size).toBe(0);
    expect(fold(run.log)).toEqual(run.state);
    expect(run.log.map(({ seq }) => seq)).toEqual(run.log.map((_, index) => index + 1));
  });

  it('S1.4 refuses a second start, a second result and anything after the end', () => {
    const run = start(testDocument([['a', 'work']], []));
    const before = run.state;
    expect(apply(run, { kind: 'run_started', version: 1, trigger: 'manual' }).refused).toMatch(
      /already started/,
    );
    expect(run.state).toBe(before);
    work(run, 'a');
    const done = run.state;
    expect(done.status).toBe('done');
    const late = apply(run, { kind: 'step_completed', visit: visit('a'), port: 'next', output: 1 });
    expect(late).toMatchObject({
      transitions: [],
      commands: [],
      refused: 'The run is already done.',
    });
    expect(apply(run, { kind: 'cancel_requested', reason: null }).refused).toMatch(/already done/);
    expect(run.state).toBe(done);
  });

  it('a trigger that leads nowhere gives a run that is done', () => {
    expect(start(testDocument([], [])).state).toMatchObject({ status: 'done', outcome: 'done' });
  });

  it('names like those of object methods are ordinary step ids', () => {
    const run = start(
      testDocument(
        [
          ['constructor', 'work'],
          ['valueof', 'work'],
        ],
        [['constructor', 'valueof']],
      ),
    );
    work(run, 'constructor');
    work(run, 'valueof');
    expect(run.state.status).toBe('done');
  });

  it('outputs are visible to the steps after them in the same walk', () => {
    const run = start(
      testDocument(
        [
          ['choose', 'pass', { output: 'blue' }],
          ['go', 'pass', { by: 'choose', ports: ['red', 'blue'] }],
          ['red', 'end', { outcome: 'red' }],
          ['blue', 'end', { outcome: 'blue' }],
        ],
        [
          ['choose', 'go'],
          ['go', 'red', 'red'],
          ['go', 'blue', 'blue'],
        ],
      ),
    );
    expect(run.state.outcome).toBe('blue');
  });

  it('a disabled step is walked past by its first port', () => {
    const run = start(
      testDocument(
        [
          [
            'ask',
            'approval',
            { deadline: { after: 'PT1H', then: { kind: 'stop' } } },
            { disabled: true },
          ],
          ['b', 'work'],
        ],
        [['ask', 'b', 'approved']],
      ),
    );
    expect(stepOf(run, 'ask')).toMatchObject({ status: 'done', port: 'approved' });
    expect(stepOf(run, 'b').status).toBe('ready');
  });

  it('an unknown kind, a bad configuration and a definition that throws fail the run with a reason', () => {
    const outcome = (kind: string, config: object) =>
      start(testDocument([['a', kind, config]], [])).state;
    expect(outcome('nonsense', {})).toMatchObject({ status: 'failed', outcome: 'unknown_kind' });
    expect(outcome('wait', { duration: 5 })).toMatchObject({
      status: 'failed',
      outcome: 'invalid_config',
    });
    expect(outcome('broken', { throws: true })).toMatchObject({
      status: 'failed',
      outcome: 'step_not_entered',
    });
    expect(outcome('wait', { duration: 'soon' })).toMatchObject({
      status: 'failed',
      outcome: 'invalid_duration',
    });
  });

  it('each visit in a loop is a new iteration', () => {
    const run = start(
      testDocument(
        [
          ['ask', 'work'],
          ['pause', 'wait'],
        ],
        [
          ['ask', 'pause', 'again'],
          ['pause', 'ask'],
        ],
      ),
    );
    work(run, 'ask', { port: 'again' });
    fire(run, 'wait');
    expect(stepOf(run, 'ask', 2)).toMatchObject({ status: 'ready', iteration: 2 });
    work(run, 'ask', { iteration: 2, port: 'again' });
    fire(run, 'wait');
    expect(stepOf(run, 'ask', 3).status).toBe('ready');
  });
});

describe('budgets', () => {
  const hotLoop = (maxSteps: number) =>
    testDocument(
      [
        ['a', 'pass'],
        ['b', 'pass'],
      ],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      { maxSteps },
    );

  it('S8.2 a loop that never waits is stopped by the step budget', () => {
    const run = start(hotLoop(100));
    expect(run.state).toMatchObject({ status: 'stopped', outcome: 'step_budget', stepsLeft: 0 });
    expect(run.state.steps.size).toBe(100);
    expect(types(run.log).slice(-2)).toEqual(['run.budget_reached', 'run.finished']);
  });

  it('S8.2 the greatest step budget is walked without running out of stack', () => {
    expect(start(hotLoop(100_000)).state.outcome).toBe('step_budget');
    // It is about the stack: a busy machine may take its time.
  }, 60_000);

  it('S8.2 the age budget stops a run that waits, and cancels what is open', () => {
    const run = start(
      testDocument([['long', 'wait', { duration: 'P90D' }]], [], { maxAgeDays: 30 }),
    );
    expect(lastCommand(run, 'limit_age').until).toBe(run.now + 30 * 86_400_000);
    apply(run, { kind: 'age_reached' });
    expect(run.state).toMatchObject({ status: 'stopped', outcome: 'age_budget' });
    expect(stepOf(run, 'long').status).toBe('cancelled');
  });

  it('S8.2 S3.3 an effect of a running step is looked at when a budget stops the run', () => {
    const run = start(testDocument([['send', 'work']], []));
    claim(run, 'send');
    apply(run, { kind: 'age_reached' });
    expect(run.state.status).toBe('stopped');
    expect(lastCommand(run, 'abandon_effects').visit).toEqual(visit('send'));
    const late = apply(run, {
      kind: 'step_completed',
      visit: visit('send'),
      port: 'next',
      output: 1,
    });
    expect(late.refused).toMatch(/stopped/);
  });
});

it('the same edge drawn twice starts its target once', () => {
  const document = testDocument([['a', 'work']], []);
  const run = start({ ...document, edges: [...document.edges, ...document.edges] });
  expect(run.state.steps.size).toBe(1);
});
