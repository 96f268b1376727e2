import { describe, expect, it } from 'vitest';
import type { MigrationProposal } from '#server/api/views/migration-view.ts';
import { choiceOptions, orderOf, proposedChoices, unanswered } from './step-choice.ts';

const named = (stepId: string, kind: string) => ({ stepId, name: stepId.toUpperCase(), kind });

const proposal: MigrationProposal = {
  automationId: 'aut_1',
  from: 1,
  to: 2,
  total: 5,
  capped: false,
  steps: [
    { ...named('wait', 'wait_for'), runs: 3, to: named('wait', 'wait_for'), changed: false },
    { ...named('constructor', 'approval'), runs: 2, to: null, changed: false },
    { ...named('idle', 'approval'), runs: 0, to: null, changed: false },
  ],
  targets: [named('other', 'wait_for'), named('wait', 'wait_for'), named('mail', 'send_email')],
  mapping: [{ from: 'wait', to: 'wait' }],
  unmapped: ['constructor'],
};

const stepOf = (index: number) => {
  const step = proposal.steps[index];
  if (step === undefined) throw new Error('no such step');
  return step;
};

describe('what becomes of the runs at a step', () => {
  it('S7.2 is proposed by its match, and has to be said where there is none and runs stand', () => {
    const choices = proposedChoices(proposal);
    expect([...choices]).toEqual([['wait', 'as:wait']]);
    expect(unanswered(proposal, choices)).toEqual(['CONSTRUCTOR']);
    expect(unanswered(proposal, new Map([...choices, ['constructor', 'leave']]))).toEqual([]);
  });

  it('is going on as a step of its kind, beginning any, staying, or being cancelled', () => {
    expect(choiceOptions(stepOf(0), proposal.targets, 1).map(({ value }) => value)).toEqual([
      'as:wait',
      'as:other',
      'move:other',
      'move:wait',
      'move:mail',
      'leave',
      'cancel',
    ]);
    expect(choiceOptions(stepOf(1), proposal.targets, 1)[0]).toEqual({
      value: 'move:other',
      label: 'Begin “OTHER”',
    });
  });

  it('S7.2 makes an order, whatever steps are called', () => {
    const order = orderOf(
      new Map([
        ['wait', 'as:other'],
        ['constructor', 'move:mail'],
        ['idle', 'cancel'],
        ['last', 'leave'],
      ]),
      proposal.mapping,
    );
    expect(order).toEqual({
      mapping: [{ from: 'wait', to: 'other' }],
      rules: [
        { kind: 'move', stepId: 'constructor', to: 'mail' },
        { kind: 'cancel', stepId: 'idle' },
        { kind: 'leave', stepId: 'last' },
      ],
    });
    const asProposed = new Map([...proposedChoices(proposal), ['constructor', 'leave' as const]]);
    expect(orderOf(asProposed, proposal.mapping)).toEqual({
      rules: [{ kind: 'leave', stepId: 'constructor' }],
    });
  });
});
