import { describe, expect, it } from 'vitest';
import { apply, claim, fire, start, stepOf, testDocument, visit, work } from './testing-run.ts';

describe('parallels within parallels', () => {
  it('nested scopes close from within', () => {
    const run = start(
      testDocument(
        [
          ['outer', 'parallel', { arms: ['x', 'y'] }],
          ['inner', 'parallel', { arms: ['u', 'v'] }],
          ['a', 'work'],
          ['b', 'wait'],
          ['c', 'work'],
          ['meet_inner', 'join'],
          ['meet_outer', 'join', { mode: 'any' }],
        ],
        [
          ['outer', 'inner', 'x'],
          ['outer', 'c', 'y'],
          ['inner', 'a', 'u'],
          ['inner', 'b', 'v'],
          ['a', 'meet_inner'],
          ['b', 'meet_inner'],
          ['meet_inner', 'meet_outer'],
          ['c', 'meet_outer'],
        ],
      ),
    );
    expect(run.state.scopes.get('inner/1')).toMatchObject({
      parent: 'outer/1',
      join: 'meet_inner',
    });
    const other = run.state;
    work(run, 'a');
    fire(run, 'wait');
    expect(run.state).toMatchObject({ status: 'done' });
    expect(stepOf(run, 'c').status).toBe('cancelled');
    // The other way round: the outer arm first cancels the inner scope and all that is in it.
    run.state = other;
    work(run, 'c');
    expect(run.state.status).toBe('done');
    expect(run.state.scopes.get('inner/1')?.closed).toBe(true);
    expect(run.state.steps.has('meet_inner/1')).toBe(false);
    expect(stepOf(run, 'b').status).toBe('cancelled');
  });

  it('an outer join waits for what the inner join sends on, though both scopes look idle', () => {
    const run = start(
      testDocument(
        [
          ['outer', 'parallel', { arms: ['x', 'y'] }],
          ['inner', 'parallel', { arms: ['u', 'v'] }],
          ['a', 'work'],
          ['b', 'work'],
          ['c', 'pass'],
          ['meet_inner', 'join'],
          ['between', 'work'],
          ['meet_outer', 'join'],
          ['after', 'work'],
        ],
        [
          ['outer', 'inner', 'x'],
          ['outer', 'c', 'y'],
          ['inner', 'a', 'u'],
          ['inner', 'b', 'v'],
          ['a', 'meet_inner', 'sent'],
          ['b', 'meet_inner', 'sent'],
          ['meet_inner', 'between'],
          ['between', 'meet_outer'],
          ['c', 'meet_outer'],
          ['meet_outer', 'after'],
        ],
      ),
    );
    work(run, 'a', { port: 'skipped' });
    work(run, 'b', { port: 'skipped' });
    expect(stepOf(run, 'between')).toMatchObject({ status: 'ready', scope: 'outer/1' });
    expect(run.state.steps.has('after/1')).toBe(false);
    work(run, 'between');
    expect(stepOf(run, 'after').status).toBe('ready');
  });
});

it('tokens that are still on their way when the join closes go no further', () => {
  const run = start(
    testDocument(
      [
        ['p', 'parallel', { arms: ['x', 'y'] }],
        ['a', 'pass'],
        ['b', 'pass'],
        ['late', 'work'],
        ['meet', 'join', { mode: 'any' }],
      ],
      [
        ['p', 'a', 'x'],
        ['p', 'b', 'y'],
        ['a', 'meet'],
        ['b', 'late'],
        ['late', 'meet'],
      ],
    ),
  );
  expect(run.state.status).toBe('done');
  expect(run.state.steps.has('late/1')).toBe(false);
});

it('S8.1 the join of a stopping run does not fire', () => {
  const run = start(
    testDocument(
      [
        ['p', 'parallel', { arms: ['x', 'y'] }],
        ['a', 'work'],
        ['b', 'wait'],
        ['meet', 'join'],
      ],
      [
        ['p', 'a', 'x'],
        ['p', 'b', 'y'],
        ['a', 'meet'],
        ['b', 'meet'],
      ],
    ),
  );
  claim(run, 'a');
  apply(run, { kind: 'cancel_requested', reason: null });
  expect(stepOf(run, 'b').status).toBe('cancelled');
  apply(run, { kind: 'step_completed', visit: visit('a'), port: 'next', output: 1 });
  expect(run.state.status).toBe('cancelled');
  expect(run.state.steps.has('meet/1')).toBe(false);
});
