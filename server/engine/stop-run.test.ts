import { describe, expect, it } from 'vitest';
import { apply, claim, lastCommand, start, stepOf, testDocument, visit } from './testing-run.ts';

const ERROR = { code: 'provider_down', message: 'The provider answered 503.' };

const one = (config: object = {}) => start(testDocument([['send', 'work', config]], []));

describe('stopping', () => {
  it('S8.1 a waiting run is cancelled at once', () => {
    const run = start(testDocument([['w', 'wait']], []));
    apply(run, { kind: 'cancel_requested', reason: 'wrong list' });
    expect(run.state).toMatchObject({ status: 'cancelled', cancelRequested: true });
    expect(stepOf(run, 'w').status).toBe('cancelled');
  });

  it('S8.1 a running step may finish, is recorded, and nothing follows it', () => {
    const run = start(
      testDocument(
        [
          ['send', 'work'],
          ['after', 'work'],
        ],
        [['send', 'after']],
      ),
    );
    claim(run, 'send');
    apply(run, { kind: 'cancel_requested', reason: null });
    expect(run.state.status).toBe('stopping');
    expect(apply(run, { kind: 'cancel_requested', reason: null }).refused).toMatch(/already asked/);
    apply(run, { kind: 'step_completed', visit: visit('send'), port: 'next', output: { id: 1 } });
    expect(run.state.status).toBe('cancelled');
    expect(stepOf(run, 'send').status).toBe('done');
    expect(run.state.steps.size).toBe(1);
    expect(lastCommand(run, 'save_output').output).toEqual({ id: 1 });
  });

  it.each(['errored', 'lost', 'uncertain', 'parked', 'put_off'] as const)(
    'S8.1 a running step that is %s after the request ends with its effect looked at',
    (how) => {
      const run = one();
      claim(run, 'send');
      apply(run, { kind: 'cancel_requested', reason: null });
      const at = visit('send');
      if (how === 'errored')
        apply(run, { kind: 'step_errored', visit: at, error: ERROR, retryable: true });
      if (how === 'lost') apply(run, { kind: 'attempt_lost', visit: at, owner: 'w1' });
      if (how === 'uncertain')
        apply(run, { kind: 'step_uncertain', visit: at, effectKey: 'k', message: 'No answer.' });
      if (how === 'parked') apply(run, { kind: 'step_parked', visit: at, error: ERROR });
      if (how === 'put_off')
        apply(run, { kind: 'step_put_off', visit: at, until: run.now, error: ERROR });
      expect(run.state.status).toBe('cancelled');
      expect(lastCommand(run, 'abandon_effects').visit).toEqual(at);
    },
  );

  it('S8.1 a failure after the request is recorded and the run is cancelled, not failed', () => {
    const run = one();
    claim(run, 'send');
    apply(run, { kind: 'cancel_requested', reason: null });
    apply(run, { kind: 'step_errored', visit: visit('send'), error: ERROR, retryable: false });
    expect(run.state).toMatchObject({ status: 'cancelled', outcome: 'cancelled' });
    expect(stepOf(run, 'send').status).toBe('failed');
  });

  it('a person who gives up on an uncertain effect stops the run with the reason', () => {
    const run = one();
    claim(run, 'send');
    apply(run, {
      kind: 'step_uncertain',
      visit: visit('send'),
      effectKey: 'run_1/send',
      message: 'No answer.',
    });
    apply(run, { kind: 'stop_requested', visit: visit('send'), reason: 'gave_up_on_effect' });
    expect(run.state).toMatchObject({ status: 'stopped', outcome: 'gave_up_on_effect' });
  });
});

it('S8.1 a step that no worker has begun leaves no effect to look at', () => {
  const run = one();
  const { commands } = apply(run, { kind: 'cancel_requested', reason: null });
  expect(run.state.status).toBe('cancelled');
  expect(commands.map(({ kind }) => kind)).not.toContain('abandon_effects');
});
