import { expect, test } from 'vitest';
import { describeSignal } from './describe-signal.ts';

const wait = (signal: string) =>
  describeSignal({ type: 'signal.awaited', data: { subscriptionId: 'sub_1', signal } });

test('S10.1 a run that a step started is linked, and its end told in words', () => {
  expect(describeSignal({ type: 'child.started', data: { childRunId: 'run_2' } })).toEqual({
    rest: 'Started another run',
    href: '/runs/run_2',
  });
  expect(wait('$run.finished')).toMatchObject({ rest: 'Waiting for it to end' });
  expect(wait('email.reply')).toMatchObject({ rest: 'Listening for a reply' });
  expect(wait('order.paid')).toMatchObject({ rest: 'Listening for “order.paid”' });
});
