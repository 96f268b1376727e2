import { describe, expect, it } from 'vitest';
import type { AutomationDocument } from './document.ts';
import { check, codes, codesOf, type Edges, type Steps } from './testing-check.ts';
import { testDocument } from './testing-run.ts';

const deadline = { after: 'PT1H', then: { kind: 'stop' } };

describe('checking a draft', () => {
  it('a sound automation has no problems', () => {
    expect(
      codesOf(
        [
          ['draft', 'work', { text: 'Hello {{ contact.name }}' }],
          ['ask', 'approval', { deadline }],
          ['send', 'work', { text: '{{ steps.draft.output.text }}' }],
        ],
        [
          ['draft', 'ask'],
          ['ask', 'send', 'approved'],
        ],
      ),
    ).toEqual([]);
  });

  it('an empty automation and an unconnected trigger cannot be published', () => {
    expect(codesOf([])).toEqual(['no_steps']);
    const document = testDocument([['a', 'work']], []);
    expect(codes({ ...document, edges: [] })).toEqual(['trigger_unconnected', 'unreachable a']);
  });

  it('S7.3 two steps cannot share an id', () => {
    expect(
      codesOf([
        ['a', 'work'],
        ['a', 'wait'],
      ]),
    ).toContain('duplicate_step_id a');
  });

  it('unknown kinds are named', () => {
    const problems = check(testDocument([['a', 'teleport']], []));
    expect(problems[0]).toMatchObject({ code: 'unknown_kind', severity: 'error', stepId: 'a' });
    expect(problems[0]?.message).toContain('"teleport"');
  });

  it('settings that do not fit are said on their field, in words', () => {
    const problems = check(
      testDocument(
        [
          ['a', 'work', { lane: 'express' }],
          ['b', 'signal', { deadline: { after: 'PT1H', then: { kind: 'port' } } }],
          ['c', 'approval', {}],
          ['d', 'work', { colour: 'red' }],
        ],
        [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'd'],
        ],
      ),
    ).filter(({ severity }) => severity === 'error');
    expect(problems.map(({ stepId, field, code }) => [stepId, field, code])).toEqual([
      ['a', 'lane', 'invalid_setting'],
      ['b', 'deadline.then.port', 'missing_setting'],
      ['c', 'deadline', 'missing_setting'],
      ['d', null, 'invalid_setting'],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'In "lane": choose one of "fast", "io", "slow", "human".',
      'In "deadline.then.port": fill this in.',
      'In "deadline": fill this in.',
      'Remove the unknown setting "colour".',
    ]);
  });

  it('S6.5 a wait on a person without a deadline cannot be published', () => {
    expect(codesOf([['ask', 'approval', {}]])).toEqual(['missing_setting ask']);
  });

  it('connections lead from ports that exist to steps that exist, once', () => {
    const document = testDocument(
      [
        ['a', 'work'],
        ['b', 'work'],
      ],
      [['a', 'b']],
    );
    const withEdges = (...edges: AutomationDocument['edges']) =>
      codes({ ...document, edges: [...document.edges, ...edges] });
    expect(withEdges({ from: 'a', to: 'gone' })).toEqual(['edge_to_nowhere a']);
    expect(withEdges({ from: 'gone', to: 'b' })).toEqual(['edge_from_nowhere b']);
    expect(withEdges({ from: 'a', port: 'sideways', to: 'b' })).toEqual(['unknown_port a']);
    expect(withEdges({ from: 'a', port: 'failed', to: 'b' })).toEqual([]);
    expect(withEdges({ from: 'a', port: 'next', to: 'b' })).toEqual(['duplicate_edge a']);
    expect(withEdges({ from: 'trigger', port: 'later', to: 'b' })).toEqual(['unknown_port']);
  });

  it('names like those of object methods are neither ports nor steps by themselves', () => {
    const document = testDocument([['a', 'work']], []);
    const edges = [...document.edges, { from: 'a', port: 'constructor', to: 'valueof' }];
    expect(codes({ ...document, edges })).toEqual(['edge_to_nowhere a']);
  });

  it('steps that nothing leads to are pointed out, compensating steps are not', () => {
    expect(
      codesOf([
        ['a', 'work', {}, { compensateWith: 'undo' }],
        ['undo', 'work'],
        ['lost', 'work'],
      ]),
    ).toEqual(['unreachable lost']);
    expect(codesOf([['a', 'work', {}, { compensateWith: 'gone' }]])).toEqual([
      'unknown_compensation a',
    ]);
  });

  it('S8.2 a loop without a wait is warned about once, one with a wait is not', () => {
    const loop = (kind: string, more: object = {}) =>
      codesOf(
        [
          ['a', 'work'],
          ['b', kind, {}, more],
          ['c', 'work'],
        ],
        [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
        ],
      );
    expect(loop('pass')).toEqual(['loop_without_wait a']);
    expect(loop('wait')).toEqual([]);
    expect(loop('wait', { disabled: true })).toEqual(['loop_without_wait a']);
    expect(codesOf([['a', 'work']], [['a', 'a']])).toEqual(['loop_without_wait a']);
  });

  it('a loop around the wait beside one through it is still found', () => {
    expect(
      codesOf(
        [
          ['a', 'work'],
          ['w', 'wait'],
          ['b', 'pass', { ports: ['next', 'other'] }],
        ],
        [
          ['a', 'w'],
          ['a', 'b'],
          ['w', 'b'],
          ['b', 'a'],
        ],
      ),
    ).toContain('loop_without_wait a');
  });

  it('a surprising open port is pointed out', () => {
    expect(
      codesOf(
        [
          ['ask', 'approval', { deadline }],
          ['no', 'end'],
        ],
        [['ask', 'no', 'rejected']],
      ),
    ).toEqual(['unconnected_port ask']);
    expect(codesOf([['ask', 'approval', { deadline }]])).toEqual([]);
  });

  it('time zones exist', () => {
    expect(codesOf([['a', 'work']], [], { timezone: 'Europe/Atlantis' })).toEqual([
      'unknown_time_zone',
    ]);
    expect(codesOf([['a', 'work']], [], { timezone: '+02:00' })).toEqual(['unknown_time_zone']);
    expect(codesOf([['a', 'work']], [], { timezone: 'Asia/Kolkata' })).toEqual([]);
  });

  it('S11.2 a schedule says when it runs', () => {
    const document = testDocument([['a', 'work']], []);
    const scheduled = (config: object) =>
      check({ ...document, trigger: { kind: 'schedule', config: { ...config } } }).map(
        ({ field }) => field,
      );
    expect(scheduled({ expression: '0 9 * * mon-fri', zone: 'Europe/Berlin' })).toEqual([]);
    expect(scheduled({ kind: 'rrule', expression: 'FREQ=WEEKLY;BYDAY=MO' })).toEqual([]);
    expect(scheduled({})).toEqual(['trigger.config.expression']);
    expect(scheduled({ expression: '61 9 * * *' })).toEqual(['trigger.config.expression']);
    expect(scheduled({ expression: '0 9 * * *', zone: 'Nowhere' })).toEqual([
      'trigger.config.zone',
    ]);
  });

  it('S1.2 a webhook without an event id is warned about unless equal submissions collapse', () => {
    const document = testDocument([['a', 'work']], []);
    const hook = (config: object) =>
      codes({ ...document, trigger: { kind: 'webhook', config: { ...config } } });
    expect(hook({})).toEqual(['no_event_id']);
    expect(hook({ eventId: '$.id' })).toEqual([]);
    expect(hook({ collapseIdentical: true })).toEqual([]);
  });
});

it('the largest automation is checked in reasonable time', () => {
  const steps: Steps = Array.from({ length: 1000 }, (_, n) => [
    `s${n}`,
    'work',
    { text: '{{ steps.s0.output.text }}' },
  ]);
  const edges: Edges = Array.from({ length: 999 }, (_, n) => [`s${n}`, `s${n + 1}`]);
  // The processor's time, not the clock's: other work on the machine does not count.
  const started = process.cpuUsage();
  expect(
    codesOf(steps.slice(1), edges.slice(1)).every((code) => code.startsWith('unknown_step')),
  ).toBe(true);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
}, 60_000);
