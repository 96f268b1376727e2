import { describe, expect, test } from 'vitest';
import type { RunDetail, RunStepView } from '#server/api/views/run-view.ts';
import { mayaRun } from './fixtures/maya-run.ts';
import { retryTarget } from './retry-target.ts';
import { leadOf } from './run-lead.ts';

/** The run with its last step in another state. */
function standing(change: Partial<RunStepView>, run: Partial<RunDetail> = {}): RunDetail {
  const maya = mayaRun(run);
  const last = maya.steps.at(-1)!;
  return { ...maya, steps: [...maya.steps.slice(0, -1), { ...last, ...change }] };
}

describe('trying a step again', () => {
  test('is offered where a step is parked or waits for its next attempt', () => {
    for (const status of ['parked', 'waiting_retry'] as const) {
      expect(retryTarget(standing({ status, iteration: 2 }, { status }))).toEqual({
        stepId: 'approve',
        iteration: 2,
        label: 'Retry now',
      });
    }
    expect(retryTarget(mayaRun())).toBeNull();
  });

  test('S11.1 is offered at the step that the run failed at, not at one that took its failed port', () => {
    const failed = { status: 'failed' } as const;
    expect(retryTarget(standing({ ...failed, port: null }, failed))).toMatchObject({
      stepId: 'approve',
      label: 'Replay the step',
    });
    expect(retryTarget(standing({ ...failed, port: 'failed' }, failed))).toBeNull();
  });

  test('is not offered for a run that was undone, that is stopping, or to someone who may not', () => {
    const failed = { status: 'failed', port: null } as const;
    const run = standing(failed, { status: 'failed' });
    const [first] = run.timeline;
    const undone = { ...first!, type: 'scope.opened', data: { scope: '$undo/failed' } };
    expect(retryTarget({ ...run, timeline: [...run.timeline, undone] })).toBeNull();
    expect(retryTarget(standing({ status: 'parked' }, { status: 'stopping' }))).toBeNull();
    expect(retryTarget({ ...run, can: { ...run.can, retry: false } })).toBeNull();
  });

  test('stands alone where no connection is at fault', () => {
    const reason = { code: 'budget_used_up', message: 'The budget is used up.' };
    const parked = { status: 'parked' } as const;
    expect(leadOf(standing({ ...parked, reason }, parked))).toBeNull();
    expect(
      leadOf(standing({ ...parked, reason: { ...reason, connectionId: 'con_1' } }, parked)),
    ).toEqual({ href: '/connections?id=con_1', label: 'Reconnect…' });
  });
});
