import { describe, expect, test } from 'vitest';
import { cancelScope, undoneBy } from './cancel-scope.ts';
import { mayaRun } from './fixtures/maya-run.ts';

describe('what cancelling a run means', () => {
  test('S8.1 names what is done, what is in flight and what will not begin', () => {
    expect(cancelScope(mayaRun())).toEqual({
      done: ['Next weekday, 09:00', 'Draft the email', 'Sam approves'],
      inFlight: [],
      willNotBegin: ['Send it', 'Tell the team', 'CRM task', 'Wait for a reply'],
    });
  });

  test('S8.1 an effect whose outcome is unknown is in flight, not undone', () => {
    const run = mayaRun();
    const effect = { ...run.effects[0]!, stepId: 'send_email', status: 'outcome_unknown' as const };
    const sending = {
      ...run.steps[2]!,
      stepId: 'send_email',
      kind: 'send_email',
      status: 'running' as const,
    };
    const scope = cancelScope({
      ...run,
      steps: [...run.steps.slice(0, 2), sending],
      effects: [effect],
    });
    expect(scope.inFlight).toEqual(['Send it']);
    expect(scope.willNotBegin).toEqual(['CRM task', 'Wait for a reply']);
  });

  test('S12.5 names the steps that undo what was done, the last done first', () => {
    const run = mayaRun();
    expect(undoneBy(run)).toEqual([]);
    const steps = run.document.steps.map((step) =>
      step.id === 'wait_weekday' || step.id === 'draft_email'
        ? { ...step, compensateWith: step.id === 'wait_weekday' ? 'send_email' : 'crm_task' }
        : step,
    );
    expect(undoneBy({ ...run, document: { ...run.document, steps } })).toEqual([
      'CRM task',
      'Send it',
    ]);
  });
});
