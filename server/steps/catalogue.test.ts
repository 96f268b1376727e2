import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataScope, EnterContext, StepDefinition } from '#server/engine/definition.ts';
import { type AutomationDocument, documentSchema } from '#server/engine/document.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { stepCatalogue } from './catalogue.ts';
import { describeDuration, durationSchema } from './duration.ts';
import { chooseArm } from './split/choose-arm.ts';
import { readDate } from './wait_until/read-date.ts';

const DEMO = documentSchema.parse({
  format: 'holdfast/automation@1',
  name: 'Demo follow-up',
  settings: { maxSteps: 1000, maxAgeDays: 90, timezone: 'Europe/Berlin' },
  trigger: {
    kind: 'webhook',
    config: {
      eventId: '$.event_id',
      contact: { email: '$.email', name: '$.name', timezone: '$.timezone' },
    },
  },
  steps: [
    {
      id: 'wait_weekday',
      kind: 'wait_until',
      name: 'Next weekday, 09:00',
      config: { at: '09:00', days: 'weekdays', zone: 'contact', spreadSeconds: 600 },
    },
    {
      id: 'draft_email',
      kind: 'ai_generate',
      name: 'Draft the email',
      config: { connection: 'model', prompt: '…{{ contact.name }}…', maxCost: 0.05 },
    },
    {
      id: 'approve',
      kind: 'approval',
      name: 'Sam approves',
      config: {
        content: '{{ steps.draft_email.output.text }}',
        assignees: ['sam@example.com'],
        channel: 'slack',
        deadline: { after: 'PT24H', then: 'port:expired' },
      },
    },
    {
      id: 'send_email',
      kind: 'send_email',
      name: 'Send it',
      config: {
        connection: 'mailbox',
        to: '{{ contact.email }}',
        subject: '…',
        body: '{{ steps.draft_email.output.text }}',
      },
    },
    {
      id: 'crm_task',
      kind: 'crm_upsert',
      name: 'CRM task',
      config: { connection: 'crm', object: 'Task', fields: {} },
    },
    {
      id: 'reply',
      kind: 'wait_signal',
      name: 'Maya replies',
      config: {
        signal: 'email.reply',
        correlation: '{{ steps.send_email.output.messageId }}',
        deadline: { after: 'P3D', then: 'port:timed_out' },
      },
    },
  ],
  edges: [
    { from: 'trigger', to: 'wait_weekday' },
    { from: 'approve', port: 'approved', to: 'send_email' },
  ],
});

const definition = (kind: string): StepDefinition => {
  const found = stepCatalogue.get(kind);
  if (found === undefined) throw new Error(`no step kind ${kind}`);
  return found;
};
const sentence = (kind: string, config: unknown): string =>
  definition(kind).sentence(definition(kind).config.parse(config));
const ports = (kind: string, config: unknown): string[] =>
  definition(kind)
    .ports(definition(kind).config.parse(config))
    .map(({ id }) => id);
const accepts = (kind: string, config: unknown): boolean =>
  definition(kind).config.safeParse(config).success;
const problems = (kind: string, config: unknown, document: AutomationDocument = DEMO) =>
  definition(kind).check?.(
    definition(kind).config.parse(config),
    { id: 'it', kind, name: 'It', config: {} },
    document,
  ) ?? [];

const NOW = Date.parse('2027-01-15T17:00:00.000Z');
const data: DataScope = {
  trigger: { when: '2027-02-01', past: '2026-01-01', odd: '01/02/2027' },
  contact: { name: 'Maya', plan: 'pro' },
  steps: new Map([['send_email', { output: { messageId: '<a@b>' } }]]),
  run: { id: 'run_1', startedAt: '2027-01-15T17:00:00.000Z', isTest: false },
};
const context: EnterContext = {
  runId: 'run_1',
  visit: { stepId: 'it', iteration: 1 },
  now: NOW,
  data,
  render: renderTemplate,
  settings: DEMO.settings,
  contactZone: 'America/New_York',
};
const enter = (kind: string, config: unknown, over: Partial<EnterContext> = {}) =>
  definition(kind).enter(definition(kind).config.parse(config), { ...context, ...over });

describe('the catalogue of steps', () => {
  it('holds every kind once, with a name, an icon and a group', () => {
    expect([...stepCatalogue.keys()].toSorted()).toEqual([
      'ai_generate',
      'approval',
      'branch',
      'crm_upsert',
      'end',
      'http_request',
      'join',
      'parallel',
      'run_automation',
      'send_email',
      'slack_message',
      'split',
      'update_contact',
      'wait_for',
      'wait_signal',
      'wait_until',
    ]);
    for (const { title, icon } of stepCatalogue.values()) {
      expect(title).toMatch(/^[A-Z]/);
      expect(icon).toMatch(/^[a-z-]+$/);
    }
  });

  it('takes the demo automation as it is written', () => {
    for (const step of DEMO.steps) {
      expect(definition(step.kind).config.safeParse(step.config)).toMatchObject({
        success: true,
      });
      expect(
        definition(step.kind).check?.(
          definition(step.kind).config.parse(step.config),
          step,
          DEMO,
        ) ?? [],
      ).toEqual([]);
    }
  });

  it('says in a plain sentence what each step of the demo does', () => {
    const sentences = DEMO.steps.map((step) => sentence(step.kind, step.config));
    expect(sentences).toEqual([
      "Wait until 09:00 on the next weekday, in the contact's time zone",
      'Write: “…{{ contact.name }}…”, for at most 0.05',
      'Ask sam@example.com in Slack; after 24 hours: go on by “Expired”',
      'Send “…” to the contact from mailbox',
      'Save a Task in crm',
      'Wait for a reply to the email; after 3 days: go on by “Timed out”',
    ]);
  });

  it('has the ports that the design promises', () => {
    expect(ports('wait_for', { duration: 'PT1H' })).toEqual(['next']);
    expect(ports('wait_signal', DEMO.steps[5]!.config)).toEqual(['received', 'timed_out']);
    expect(ports('approval', DEMO.steps[2]!.config)).toEqual(['approved', 'rejected', 'expired']);
    expect(ports('send_email', DEMO.steps[3]!.config)).toEqual(['sent', 'skipped']);
    expect(ports('http_request', { url: 'https://example.com' })).toEqual(['next', 'failed']);
    expect(ports('end', {})).toEqual([]);
    expect(
      ports('branch', {
        cases: [{ port: 'yes', name: 'Yes', when: { left: 'contact.plan', operator: 'is_set' } }],
      }),
    ).toEqual(['yes', 'else']);
    expect(
      ports('parallel', {
        arms: [
          { port: 'a', name: 'A' },
          { port: 'b', name: 'B' },
        ],
      }),
    ).toEqual(['a', 'b']);
  });

  it('S3.5 says what becomes of a call whose answer is lost, and warns where a person is asked', () => {
    const http = definition('http_request');
    const problems = (config: object) => {
      const parsed = http.config.parse({ url: 'https://x', ...config });
      const step = { id: 'call', kind: 'http_request', name: 'Call', config: {} };
      const document = documentSchema.parse(DEMO);
      return (http.check?.(parsed, step, document) ?? []).map(({ code, field }) => [code, field]);
    };
    const sentence = (config: object) =>
      http.sentence(http.config.parse({ url: 'https://x', ...config }));
    expect(problems({})).toEqual([['asks_when_unclear', 'honoursKey']]);
    expect(sentence({})).toBe('POST https://x; if the answer is lost, ask a person what happened');
    expect(problems({ honoursKey: true })).toEqual([]);
    expect(sentence({ honoursKey: true })).toMatch(/send it again under the same key/);
    expect(problems({ method: 'PUT' })).toEqual([]);
    expect(sentence({ method: 'PUT' })).toBe('PUT https://x');
    expect(problems({ method: 'GET', headers: { 'idempotency-key': 'x' } })).toEqual([
      ['own_idempotency_key', 'headers.idempotency-key'],
    ]);
  });

  it('lists every template with the field in which it stands', () => {
    const http = definition('http_request');
    const config = http.config.parse({
      url: 'https://x/{{ a }}',
      headers: { 'X-A': '{{ b }}' },
      body: '{{ c }}',
    });
    expect(http.templates(config).map(({ field }) => field)).toEqual([
      'url',
      'headers.X-A',
      'body',
    ]);
  });

  it('refuses settings that it does not know, so that a typo is not silence', () => {
    expect(accepts('wait_for', { duration: 'PT1H', duraton: 'PT2H' })).toBe(false);
  });
});

describe('durations', () => {
  it.each(['', 'P', 'PT', '-PT1H', 'PT-1H', 'PT0S', '1h', 'P99999W', 'PTNaNH', 'P1.5D'])(
    'refuses %j',
    (text) => {
      expect(durationSchema.safeParse(text).success).toBe(false);
    },
  );

  it.each([
    ['PT24H', '24 hours'],
    ['P3D', '3 days'],
    ['P1M', '1 month'],
    ['P1DT12H', '1 day and 12 hours'],
    ['P2W', '2 weeks'],
    ['PT1H2M3S', '1 hour, 2 minutes and 3 seconds'],
  ])('reads %s as %s', (text, words) => {
    expect(durationSchema.parse(text)).toBe(text);
    expect(describeDuration(text)).toBe(words);
  });
});

describe('waits', () => {
  it('S5.1 hands over the rule and the zone, not only an instant', () => {
    expect(enter('wait_until', DEMO.steps[0]!.config)).toEqual({
      kind: 'wait_timer',
      timer: {
        rule: {
          kind: 'wall_clock',
          at: '09:00',
          days: ['mon', 'tue', 'wed', 'thu', 'fri'],
          from: '2027-01-15T17:00:00.000Z',
          clock: 'contact',
        },
        zone: 'America/New_York',
        spreadSeconds: 600,
      },
    });
    expect(enter('wait_until', { at: '08:30', zone: 'workspace', spreadSeconds: 0 })).toMatchObject(
      {
        timer: {
          zone: 'Europe/Berlin',
          spreadSeconds: 0,
          rule: { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
        },
      },
    );
  });

  it('waits for a date from data on the wall clock of the zone', () => {
    expect(enter('wait_until', { date: '{{ trigger.when }}', at: '10:15' })).toMatchObject({
      kind: 'wait_timer',
      timer: { rule: { kind: 'date', local: '2027-02-01T10:15' }, zone: 'America/New_York' },
    });
  });

  it.each(['{{ trigger.past }}', '{{ trigger.odd }}', '{{ trigger.gone }}'])(
    'never takes %s for now',
    (date) => {
      expect(enter('wait_until', { date })).toMatchObject({
        kind: 'fail',
        error: { code: 'no_date' },
      });
      expect(enter('wait_until', { date, ifMissing: 'skip' })).toEqual({
        kind: 'pass',
        port: 'skipped',
        note: expect.stringContaining('did not wait'),
      });
      expect(enter('wait_until', { date, ifMissing: 'go_on' })).toEqual({
        kind: 'pass',
        port: 'next',
        note: expect.stringContaining('did not wait'),
      });
    },
  );

  it.each(['2027-02-30', '2027-13-01', '2027-02-01T25:00', 'tomorrow', '', '20270201'])(
    'cannot read %j as a date',
    (text) => {
      expect(readDate(text, '09:00', 'Europe/Berlin', NOW)).toMatchObject({ ok: false });
    },
  );

  it('takes a date with an offset as an instant, whatever the zone', () => {
    const at = (text: string) => readDate(text, '09:00', 'Asia/Tokyo', NOW).ok;
    expect(at('2027-01-15T19:00:00+02:00')).toBe(false);
    expect(at('2027-01-15T19:01:00+02:00')).toBe(true);
  });

  it('refuses zones that no clock knows, and both or neither of time and date', () => {
    expect(accepts('wait_until', { at: '09:00', zone: 'Mars/Olympus' })).toBe(false);
    expect(accepts('wait_until', { at: '09:00', zone: 'Asia/Kolkata' })).toBe(true);
    expect(accepts('wait_until', { zone: 'contact' })).toBe(false);
    expect(accepts('wait_until', { date: '{{ trigger.when }}', days: 'daily' })).toBe(false);
    expect(accepts('wait_until', { at: '9:00' })).toBe(false);
  });

  it('S6.5 waits for no signal that only the product writes', () => {
    const config = { correlation: 'x', deadline: { after: 'P1D', then: 'stop' } };
    expect(accepts('wait_signal', { ...config, signal: 'slack.reply' })).toBe(false);
    expect(accepts('wait_signal', { ...config, signal: 'slackers.reply' })).toBe(true);
  });

  it('S6.1 computes the correlation key when the wait begins', () => {
    expect(enter('wait_signal', DEMO.steps[5]!.config)).toEqual({
      kind: 'wait_signal',
      signal: 'email.reply',
      correlationKey: '<a@b>',
      deadline: {
        rule: { kind: 'after', duration: 'P3D', from: '2027-01-15T17:00:00.000Z' },
        zone: 'Europe/Berlin',
        spreadSeconds: 0,
        then: { kind: 'port', port: 'timed_out' },
      },
    });
    expect(
      enter('wait_signal', { ...DEMO.steps[5]!.config, correlation: '{{ steps.gone.output.id }}' }),
    ).toMatchObject({ kind: 'fail' });
  });
});

describe('approvals', () => {
  const base = { content: 'Hello {{ contact.name }}', assignees: ['Sam@Example.com'] };

  it('S6.5 need a deadline, which may escalate, take a port or stop', () => {
    expect(accepts('approval', base)).toBe(false);
    expect(enter('approval', { ...base, deadline: { after: 'PT1H', then: 'stop' } })).toMatchObject(
      {
        kind: 'approval',
        content: 'Hello Maya',
        assignees: ['sam@example.com'],
        channel: 'inbox',
        target: null,
        deadline: { then: { kind: 'stop' } },
      },
    );
    const escalate = { to: ['kim@example.com'], after: 'PT8H', then: 'port:expired' };
    expect(
      enter('approval', { ...base, deadline: { after: 'PT1H', then: { escalate } } }),
    ).toMatchObject({
      deadline: {
        then: {
          kind: 'escalate',
          to: ['kim@example.com'],
          after: 'PT8H',
          finally: { kind: 'port', port: 'expired' },
        },
      },
    });
  });

  it('cannot lead to a port that they do not have', () => {
    expect(
      problems('approval', { ...base, deadline: { after: 'PT1H', then: 'port:later' } }),
    ).toMatchObject([{ severity: 'error', code: 'unknown_port', field: 'deadline.then' }]);
  });

  it('fail rather than ask about a text with a hole in it', () => {
    expect(
      enter('approval', {
        ...base,
        content: '{{ contact.nope }}',
        deadline: { after: 'PT1H', then: 'stop' },
      }),
    ).toMatchObject({
      kind: 'fail',
      error: { code: 'unknown_variable' },
    });
  });
});

describe('decisions', () => {
  const when = { all: [{ left: 'contact.plan', operator: 'equals', right: 'pro' }] };

  it('take the first case that holds', () => {
    const config = {
      cases: [
        { port: 'pro', name: 'Pro', when },
        { port: 'any', name: 'Any', when: { all: [] } },
      ],
    };
    expect(enter('branch', config)).toMatchObject({ kind: 'pass', port: 'pro' });
    expect(enter('branch', config, { data: { ...data, contact: null } })).toMatchObject({
      port: 'any',
    });
    expect(
      enter('branch', { cases: [config.cases[0]] }, { data: { ...data, contact: null } }),
    ).toMatchObject({ port: 'else' });
  });

  it('are told in words', () => {
    expect(sentence('branch', { cases: [{ port: 'pro', name: 'Pro', when }] })).toBe(
      'If contact.plan is “pro”, go “Pro”; otherwise on',
    );
  });

  it('may only look at data that exists', () => {
    const at = (left: string) =>
      problems('branch', { cases: [{ port: 'a', name: 'A', when: { left, operator: 'is_set' } }] });
    expect(at('steps.send_email.output.messageId')).toEqual([]);
    expect(at('steps.gone.output.x')).toHaveLength(1);
    expect(at('contcat.name')).toHaveLength(1);
    expect(at('a..b')).toHaveLength(1);
    expect(accepts('branch', { cases: [{ port: 'else', name: 'A', when }] })).toBe(false);
  });

  it('split by a hash of run and step, so that the arm never flips', () => {
    const arms = [
      { port: 'a', percent: 30 },
      { port: 'b', percent: 70 },
    ];
    fc.assert(
      fc.property(fc.string(), fc.string(), (run, step) => {
        expect(chooseArm(arms, run, step)).toBe(chooseArm(arms, run, step));
      }),
    );
    expect(
      chooseArm(
        [
          { port: 'a', percent: 0 },
          { port: 'b', percent: 100 },
        ],
        'run_x',
        's',
      ),
    ).toBe('b');
    const counts = { a: 0, b: 0 };
    for (let n = 0; n < 10_000; n += 1)
      counts[chooseArm(arms, `run_${n}`, 'split') as 'a' | 'b'] += 1;
    expect(counts.a).toBeGreaterThan(2800);
    expect(counts.a).toBeLessThan(3200);
  });

  it('split only by percentages that add up', () => {
    const arms = (a: number, b: number) => ({
      arms: [
        { port: 'a', name: 'A', percent: a },
        { port: 'b', name: 'B', percent: b },
      ],
    });
    expect(accepts('split', arms(33.3, 66.7))).toBe(true);
    expect(accepts('split', arms(50, 49))).toBe(false);
  });

  it('join by all, any or a number', () => {
    expect(enter('join', {})).toEqual({ kind: 'join', mode: 'all', count: 1, leftover: 'cancel' });
    expect(accepts('join', { mode: 'count' })).toBe(false);
    expect(enter('join', { mode: 'count', count: 2, leftover: 'let_run' })).toEqual({
      kind: 'join',
      mode: 'count',
      count: 2,
      leftover: 'let_run',
    });
  });
});
