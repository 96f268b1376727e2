import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { fold } from '#server/engine/evolve.ts';
import { demoDocument } from '#server/runtime/demo-document.ts';
import {
  ask,
  documentOf,
  end,
  mail,
  reply,
  wait,
  type TestEdge,
  type TestStep,
} from '#server/testing/documents.ts';
import { autoplay } from './autoplay.ts';
import type { Choice, OfferedChoice } from './choice.ts';
import { choose, stepBack } from './choose.ts';
import { clockWords } from './clock-words.ts';
import { simulationChoices } from './offered-choices.ts';
import type { SampleContact, Simulation } from './simulation.ts';
import { startSimulation } from './start-simulation.ts';

/** Friday evening in Berlin, the weekend on which the clocks go back. */
const FRIDAY = Date.parse('2026-10-23T16:42:00.000Z');
const MAYA: SampleContact = {
  email: 'maya@example.com',
  name: 'Maya Lindner',
  timezone: 'Europe/Berlin',
  attributes: { plan: 'pro' },
};

const begin = (
  document: unknown,
  more: Partial<Parameters<typeof startSimulation>[0]> = {},
): Simulation =>
  startSimulation({
    document: documentSchema.parse(document),
    contact: MAYA,
    payload: { key: 'k1' },
    now: FRIDAY,
    ...more,
  });

const offered = (simulation: Simulation, label: string | RegExp): OfferedChoice => {
  const all = simulationChoices(simulation);
  const found = all.find((one) =>
    typeof label === 'string' ? one.label === label : label.test(one.label),
  );
  if (found === undefined)
    throw new Error(`Not offered; but ${all.map((one) => one.label).join(', ')}`);
  return found;
};

const pick = (simulation: Simulation, ...labels: (string | RegExp)[]): Simulation =>
  labels.reduce((so, label) => choose(so, offered(so, label).choice), simulation);

const labels = (simulation: Simulation): string[] =>
  simulationChoices(simulation).map(({ label }) => label);

const branching = (steps: TestStep[], edges: TestEdge[]) => documentOf(steps, edges);

describe('trying the demo automation', () => {
  const start = () => begin(demoDocument(), { payload: { company: 'Brightwater' } });

  it('waits until Monday 09:00 in Berlin, over the change of clocks', () => {
    const simulation = start();
    expect(clockWords(simulation)).toBe('Fri 23 Oct 18:42');
    expect(labels(simulation)).toEqual([
      'Wait until Mon 26 Oct 09:00',
      'Somebody skips the wait',
      'Somebody cancels the run',
    ]);
    expect(clockWords(pick(simulation, /^Wait until/))).toBe('Mon 26 Oct 09:00');
    expect(clockWords(pick(simulation, /skips/))).toBe('Fri 23 Oct 18:42');
  });

  it('shows each message as it would go out, and the answers that were chosen', () => {
    let simulation = pick(start(), /^Wait until/);
    const draft = offered(simulation, 'The model answers');
    expect(draft.sample).toMatchObject({ text: expect.stringContaining('Maya') });
    simulation = choose(simulation, {
      kind: 'succeed',
      visit: { stepId: 'draft_email', iteration: 1 },
      output: { text: 'Dear Maya, how about Tuesday?' },
    });
    simulation = pick(simulation, 'The question is posted in Slack', 'sam@example.com approves');
    simulation = pick(simulation, 'The email is sent', 'The CRM saves it', 'They reply');
    simulation = autoplay(simulation, 'happy');
    expect(simulation.state.status).toBe('done');
    expect(simulation.problems).toEqual([]);
    expect(simulation.messages.map(({ message }) => message)).toMatchObject([
      { kind: 'prompt', prompt: expect.stringContaining('Company: Brightwater') },
      {
        kind: 'approval',
        channel: 'slack',
        to: '#demo-approvals',
        content: 'Dear Maya, how about Tuesday?',
      },
      {
        kind: 'email',
        from: 'mailbox@example.com',
        to: 'maya@example.com',
        body: 'Dear Maya, how about Tuesday?',
      },
      { kind: 'crm', object: 'Task', fields: { subject: 'Demo follow-up: Maya Lindner' } },
      {
        kind: 'slack',
        to: 'sam@example.com',
        text: expect.stringContaining('Maya Lindner answered'),
      },
    ]);
  });

  it('comes to an end whoever answers or not, and the log folds into its state', () => {
    for (const policy of ['happy', 'silent', 'unlucky'] as const) {
      const played = autoplay(start(), policy);
      expect(['done', 'failed', 'stopped'], policy).toContain(played.state.status);
      expect(fold(played.log.map(({ transition }) => transition))).toEqual(played.state);
      expect(simulationChoices(played)).toEqual([]);
    }
  });
});

describe('a simulation', () => {
  it('is a value: choosing leaves the one before untouched, and stepping back finds it', () => {
    const start = begin(documentOf([wait('pause', 'PT1H'), mail('hello'), end()]));
    const frozen = JSON.stringify(start.log);
    const next = pick(start, /^Wait until/);
    expect(next).not.toBe(start);
    expect(JSON.stringify(start.log)).toBe(frozen);
    expect(start.timers.size).toBe(1);
    expect(stepBack(next)).toBe(start);
    expect(stepBack(start)).toBe(start);
    expect(next.choices).toHaveLength(1);
  });

  it('is the same again after the same choices', () => {
    const document = documentOf([wait('pause', 'PT1H'), mail('hello'), reply('answer'), end()]);
    const played = autoplay(begin(document), 'happy');
    const again = played.choices.reduce(choose, begin(document));
    expect(again.log).toEqual(played.log);
    expect(again.messages).toEqual(played.messages);
  });

  it('does not move by a choice that fits no more', () => {
    const start = begin(documentOf([mail('hello'), end()]));
    const visit = { stepId: 'hello', iteration: 1 };
    const stale: Choice[] = [
      { kind: 'let_time_pass', timerId: 'tmr_gone' },
      { kind: 'skip_wait', timerId: 'tmr_gone' },
      { kind: 'answer', visit, payload: {} },
      { kind: 'decide', visit, decision: 'approved' },
      { kind: 'child_ends', visit, status: 'done' },
      { kind: 'fail_as_shown', visit },
      { kind: 'succeed', visit: { stepId: 'gone', iteration: 1 } },
    ];
    for (const choice of stale) expect(choose(start, choice), choice.kind).toBe(start);
    const done = autoplay(start, 'happy');
    expect(choose(done, { kind: 'cancel' })).toBe(done);
  });

  it('cancels like the server: what is open ends, the run says so', () => {
    const cancelled = pick(begin(documentOf([wait('pause', 'P1D'), end()])), /cancels/);
    expect(cancelled.state.status).toBe('cancelled');
  });

  it('lets everything come due that comes due on the way', () => {
    const arms = [
      { port: 'a', name: 'A' },
      { port: 'b', name: 'B' },
    ];
    const start = begin(
      branching(
        [
          { id: 'fork', kind: 'parallel', config: { arms } },
          wait('short', 'PT1H'),
          wait('long', 'P2D'),
          { id: 'both', kind: 'join', config: {} },
          end(),
        ],
        [
          ['trigger', 'fork'],
          ['fork', 'short', 'a'],
          ['fork', 'long', 'b'],
          ['short', 'both'],
          ['long', 'both'],
          ['both', 'end'],
        ],
      ),
    );
    const [, later] = simulationChoices(start).filter(({ label }) =>
      label.startsWith('Wait until'),
    );
    const done = choose(start, later!.choice);
    expect(done.state.status).toBe('done');
    const fired = done.log.flatMap(({ at, transition }) =>
      transition.type === 'timer.fired' ? [[transition.stepId, at - FRIDAY]] : [],
    );
    expect(fired).toEqual([
      ['short', 3_600_000],
      // Two days on the contact's calendar: the night in between is an hour longer.
      ['long', 49 * 3_600_000],
    ]);
  });
});

describe('what goes wrong in a simulation', () => {
  const broken = documentOf([
    {
      id: 'hello',
      kind: 'send_email',
      config: { connection: 'mailbox', subject: 'Hi', body: 'Dear {{ contact.nickname }}' },
    },
    end(),
  ]);

  it('is said before the step runs and kept as a problem, in the words of the run page', () => {
    const start = begin(broken);
    const [only] = simulationChoices(start);
    expect(only).toMatchObject({
      choice: { kind: 'fail_as_shown' },
      detail: 'In “body”: The variable “contact.nickname” has no value.',
    });
    const failed = choose(start, only!.choice);
    expect(failed.state.status).toBe('failed');
    expect(failed.messages).toEqual([]);
    expect(failed.problems).toEqual([
      {
        visit: { stepId: 'hello', iteration: 1 },
        at: FRIDAY,
        error: {
          code: 'unknown_variable',
          message: 'In “body”: The variable “contact.nickname” has no value.',
        },
        field: 'body',
      },
    ]);
  });

  it('a provider that fails is tried again later, and fails the step when it is for good', () => {
    const start = begin(documentOf([mail('hello'), end()]));
    const once = pick(start, 'The mail server is busy');
    expect(once.state.status).toBe('waiting_retry');
    expect(pick(once, /next attempt/, 'The email is sent').state.status).toBe('done');
    const forGood = pick(start, 'The mail server refuses it');
    expect(forGood.state.status).toBe('failed');
    expect(forGood.problems).toEqual([]);
  });

  it('who has unsubscribed gets nothing, and the run takes the port for it', () => {
    const document = branching(
      [
        {
          id: 'offer',
          kind: 'send_email',
          config: { connection: 'mailbox', subject: 'A', body: 'B' },
        },
        end('skipped_end', 'not written to'),
        end('sent_end', 'written to'),
      ],
      [
        ['trigger', 'offer'],
        ['offer', 'sent_end', 'sent'],
        ['offer', 'skipped_end', 'skipped'],
      ],
    );
    const start = begin(document, { contact: { ...MAYA, emailConsent: 'withdrawn' } });
    expect(labels(start)).toEqual(['Nothing is sent', 'Somebody cancels the run']);
    expect(pick(start, 'Nothing is sent').state.outcome).toBe('not written to');
    expect(pick(begin(document), 'Nothing is sent').state.outcome).toBe('not written to');
    expect(pick(begin(document), 'The email is sent').state.outcome).toBe('written to');
  });

  it('an approval that nobody answers goes on by its deadline', () => {
    const start = begin(
      documentOf(
        [ask('sure'), end()],
        [
          ['trigger', 'sure'],
          ['sure', 'end', 'expired'],
        ],
      ),
    );
    const late = offered(start, /^Nobody answers until Sat 24 Oct 18:42/);
    expect(late.detail).toBe('Then it goes on by “expired”.');
    const expired = choose(start, late.choice);
    expect(expired.state.status).toBe('done');
    expect(clockWords(expired)).toBe('Sat 24 Oct 18:42');
  });
});

describe('data in a simulation', () => {
  it('a step that updates the contact changes what later steps see, and only in the simulation', () => {
    const document = branching(
      [
        { id: 'mark', kind: 'update_contact', config: { fields: { plan: 'team', name: null } } },
        {
          id: 'which',
          kind: 'branch',
          config: {
            cases: [
              {
                port: 'team',
                name: 'Team',
                when: { left: 'contact.plan', operator: 'equals', right: 'team' },
              },
            ],
          },
        },
        end('yes', 'on the team plan'),
        end('no', 'still on another'),
      ],
      [
        ['trigger', 'mark'],
        ['mark', 'which'],
        ['which', 'yes', 'team'],
        ['which', 'no', 'else'],
      ],
    );
    const done = autoplay(begin(document), 'happy');
    expect(done.state.outcome).toBe('on the team plan');
    expect(done.contact).toMatchObject({ name: null, attributes: { plan: 'team' } });
    expect(done.messages[0]?.message).toEqual({
      kind: 'contact',
      changes: [
        { field: 'plan', before: 'pro', after: 'team' },
        { field: 'name', before: 'Maya Lindner', after: null },
      ],
    });
    expect(MAYA).toMatchObject({ name: 'Maya Lindner', attributes: { plan: 'pro' } });
  });

  it('offers samples with the fields that later steps read', () => {
    const document = documentOf([
      {
        id: 'score',
        kind: 'http_request',
        config: { url: 'https://example.com/{{ contact.email }}', method: 'GET' },
      },
      {
        id: 'note',
        kind: 'slack_message',
        config: { channel: '#x', text: '{{ steps.score.output.body.company.size }}' },
      },
      {
        id: 'big',
        kind: 'branch',
        config: {
          cases: [
            {
              port: 'big',
              name: 'Big',
              when: { left: 'steps.score.output.body.points', operator: 'greater', right: 50 },
            },
          ],
        },
      },
    ]);
    expect(offered(begin(document), 'The address answers well').sample).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { company: { size: 'sample size' }, points: 51 },
    });
    expect(autoplay(begin(document), 'happy').problems).toEqual([]);
  });

  it('waits for another automation only where the step does, and passes on how it ended', () => {
    const child = (wait: boolean) =>
      begin(
        documentOf(
          [
            {
              id: 'other',
              kind: 'run_automation',
              config: {
                automation: 'welcome',
                input: { plan: '{{ contact.plan }}' },
                wait,
                patience: 'P1D',
              },
            },
            end(),
          ],
          [
            ['trigger', 'other'],
            ['other', 'end', 'done'],
          ],
        ),
      );
    const started = pick(child(true), 'The other automation starts');
    expect(started.state.status).toBe('waiting_signal');
    expect(started.messages[0]?.message).toEqual({
      kind: 'run',
      automation: 'welcome',
      input: { plan: 'pro' },
    });
    expect(pick(started, 'The other automation finishes').state.status).toBe('done');
    expect(pick(started, 'The other automation fails').state.status).toBe('failed');
    expect(pick(started, /^Nothing comes until/).state.status).toBe('failed');
    expect(pick(child(false), 'The other automation starts').state.status).toBe('done');
  });

  it('a zone that changes moves the waits on the contact’s clock', () => {
    const arms = [
      { port: 'a', name: 'A' },
      { port: 'b', name: 'B' },
    ];
    const start = begin(
      branching(
        [
          { id: 'fork', kind: 'parallel', config: { arms } },
          {
            id: 'morning',
            kind: 'wait_until',
            config: { at: '09:00', zone: 'contact', spreadSeconds: 0 },
          },
          { id: 'move', kind: 'update_contact', config: { fields: { timezone: 'Asia/Tokyo' } } },
        ],
        [
          ['trigger', 'fork'],
          ['fork', 'morning', 'a'],
          ['fork', 'move', 'b'],
        ],
      ),
      { zone: 'UTC' },
    );
    expect(labels(start)).toContain('Wait until Sat 24 Oct 07:00');
    expect(labels(pick(start, 'The contact is updated'))).toContain('Wait until Sat 24 Oct 00:00');
  });
});
