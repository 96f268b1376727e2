import { describe, expect, it } from 'vitest';
import { codesOf, type Edges, type Steps } from './testing-check.ts';

describe('checking arms', () => {
  const arms: Steps = [
    ['p', 'parallel', { arms: ['x', 'y'] }],
    ['a', 'work'],
    ['b', 'work'],
    ['meet', 'join'],
  ];
  const edges: Edges = [
    ['p', 'a', 'x'],
    ['p', 'b', 'y'],
    ['a', 'meet'],
    ['b', 'meet'],
  ];

  it('a parallel and its join are sound, and so is an end that arms share', () => {
    expect(codesOf(arms, edges)).toEqual([]);
    expect(
      codesOf(
        [['first', 'work'], ...arms, ['stop', 'end']],
        [['first', 'p'], ['first', 'stop', 'failed'], ...edges, ['a', 'stop', 'failed']],
      ),
    ).toEqual([]);
  });

  it('a path from outside into an arm is refused', () => {
    expect(
      codesOf([['first', 'work'], ...arms], [['first', 'p'], ['first', 'a', 'failed'], ...edges]),
    ).toContain('mixed_arms a');
  });

  it('a join outside of any parallel is refused', () => {
    expect(
      codesOf(
        [
          ['a', 'work'],
          ['meet', 'join'],
        ],
        [['a', 'meet']],
      ),
    ).toEqual(['join_outside_parallel meet']);
  });

  it('arms that meet in two places are refused', () => {
    expect(
      codesOf(
        [...arms, ['other', 'join']],
        [
          ['p', 'a', 'x'],
          ['p', 'b', 'y'],
          ['a', 'meet'],
          ['b', 'other'],
        ],
      ),
    ).toEqual(['arms_meet_twice other']);
  });
});

describe('checking templates', () => {
  const using = (text: string, steps: Steps = [], edges: Edges = []) =>
    codesOf([['first', 'work'], ['use', 'work', { text }], ...steps], [['first', 'use'], ...edges]);

  it('they parse and name what exists', () => {
    expect(using('{{ trigger.email }} {{ run.id }} {{ steps.first.output.text }}')).toEqual([]);
    expect(using('{{ contact.name')).toEqual(['invalid_template use']);
    expect(using('{{ customer.name }}')).toEqual(['unknown_variable use']);
    expect(using('{{ run.secret }}')).toEqual(['unknown_variable use']);
    expect(using('{{ steps.gone.output.text }}')).toEqual(['unknown_step_reference use']);
    expect(using('{{ steps.first.text }}')).toEqual(['unknown_variable use']);
    expect(using('{{ steps.first.output.price }}')).toEqual(['unknown_output_field use']);
  });

  it('they look back, not ahead', () => {
    expect(using('{{ steps.later.output.text }}', [['later', 'work']], [['use', 'later']])).toEqual(
      ['not_upstream use'],
    );
    expect(using('{{ steps.use.output.text }}')).toEqual(['not_upstream use']);
  });

  it('they warn where a step runs on only some of the paths', () => {
    expect(
      codesOf(
        [
          ['pick', 'pass', { ports: ['l', 'r'], port: 'l' }],
          ['left', 'work'],
          ['use', 'work', { text: '{{ steps.left.output.text }}' }],
        ],
        [
          ['pick', 'left', 'l'],
          ['pick', 'use', 'r'],
          ['left', 'use'],
        ],
      ),
    ).toEqual(['maybe_missing use']);
  });

  it('after a join of all arms each arm has certainly run; after the first of them, none has', () => {
    const after = (mode: string) =>
      codesOf(
        [
          ['p', 'parallel', { arms: ['x', 'y'] }],
          ['a', 'work'],
          ['b', 'work'],
          ['meet', 'join', { mode }],
          ['use', 'work', { text: '{{ steps.a.output.text }} {{ steps.b.output.text }}' }],
        ],
        [
          ['p', 'a', 'x'],
          ['p', 'b', 'y'],
          ['a', 'meet'],
          ['b', 'meet'],
          ['meet', 'use'],
        ],
      );
    expect(after('all')).toEqual([]);
    expect(after('any')).toEqual(['maybe_missing use', 'maybe_missing use']);
  });

  it('a compensating step may use what it undoes', () => {
    expect(
      codesOf([
        ['book', 'work', {}, { compensateWith: 'undo' }],
        ['undo', 'work', { text: '{{ steps.book.output.text }}' }],
      ]),
    ).toEqual([]);
  });
});

it('a step that nothing leads to is only told that', () => {
  expect(
    codesOf([
      ['a', 'work'],
      ['lost', 'work', { text: '{{ steps.a.output.text }}' }],
    ]),
  ).toEqual(['unreachable lost']);
});

it('a disabled step may leave its ports open', () => {
  const deadline = { after: 'PT1H', then: { kind: 'stop' } };
  const ask = (more: object): Steps => [
    ['ask', 'approval', { deadline }, more],
    ['no', 'end'],
  ];
  const edges: Edges = [['ask', 'no', 'rejected']];
  expect(codesOf(ask({}), edges)).toEqual(['unconnected_port ask']);
  expect(codesOf(ask({ disabled: true }), edges)).toEqual([]);
});
