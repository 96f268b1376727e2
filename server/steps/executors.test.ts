import { describe, expect, it } from 'vitest';
import type { DataScope } from '#server/engine/definition.ts';
import type { Tx } from '#server/platform/db.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { stepCatalogue } from './catalogue.ts';
import type { EffectExecutor, ExecuteContext, LocalExecutor } from './executor.ts';
import { createExecutors } from './executors.ts';
import type { WantedChanges } from './update_contact/wanted-changes.ts';

const NOW = Date.parse('2027-01-15T09:00:00.000Z');
const changes: WantedChanges[] = [];
const executors = createExecutors({
  updateContact: async (_tx, _org, id, wanted) => {
    changes.push(wanted);
    return id !== 'gone';
  },
});

const data: DataScope = {
  trigger: { plan: 'pro', injected: 'x\r\nBcc: all@example.com' },
  contact: { name: 'Maya <b>', email: 'maya@example.com' },
  steps: new Map(),
  run: { id: 'run_1', startedAt: '2027-01-15T09:00:00.000Z', isTest: false },
};
const maya = {
  id: 'con_1',
  email: 'maya@example.com',
  emailConsent: null,
  suppressed: false,
  erased: false,
} as const;

const context = (
  kind: string,
  config: unknown,
  over: Partial<ExecuteContext<unknown>> = {},
): ExecuteContext<unknown> => ({
  orgId: 'org_1',
  runId: 'run_1',
  visit: { stepId: 'it', iteration: 2 },
  config: stepCatalogue.get(kind)?.config.parse(config),
  data,
  render: renderTemplate,
  contact: maya,
  approval: null,
  connection: { name: 'mailbox', settings: { from: 'Sam <sam@example.com>' } },
  effectKey: 'run_1/it/2',
  now: NOW,
  appUrl: 'https://holdfast.test',
  signToken: (payload, expiresAt) => JSON.stringify([payload, expiresAt]),
  ...over,
});
const effect = (kind: string): EffectExecutor => executors.get(kind) as EffectExecutor;
const prepare = (kind: string, config: unknown, over: Partial<ExecuteContext<unknown>> = {}) =>
  effect(kind).prepare(context(kind, config, over));

describe('executors', () => {
  it('stand behind every kind of step that has a lane, and behind no other', () => {
    const withLane = [...stepCatalogue.values()]
      .filter(({ lane }) => lane !== null)
      .map(({ kind }) => kind);
    expect([...executors.keys()].toSorted()).toEqual(withLane.toSorted());
  });
});

describe('send_email', () => {
  const email = {
    connection: 'mailbox',
    subject: 'Hi {{ contact.name }}',
    body: 'Dear {{ contact.name }}',
  };
  const skipReason = (over: Partial<ExecuteContext<unknown>>, config: object = {}) => {
    const prepared = prepare('send_email', { ...email, ...config }, over);
    return prepared.kind === 'skip'
      ? [prepared.port, (prepared.output as { reason: string }).reason]
      : prepared.kind;
  };

  it('freezes the rendered message and its date', () => {
    expect(prepare('send_email', email)).toEqual({
      kind: 'request',
      request: {
        from: 'Sam <sam@example.com>',
        to: 'maya@example.com',
        subject: 'Hi Maya <b>',
        body: 'Dear Maya <b>',
        format: 'text',
        replyTo: null,
        date: '2027-01-15T09:00:00.000Z',
      },
    });
  });

  it('escapes a contact’s fields in HTML', () => {
    expect(prepare('send_email', { ...email, format: 'html' })).toMatchObject({
      request: { body: 'Dear Maya &lt;b&gt;' },
    });
  });

  it('S8.3 skips, with the reason, whoever must not be written to', () => {
    expect(skipReason({ contact: { ...maya, emailConsent: 'withdrawn' } })).toEqual([
      'skipped',
      'unsubscribed',
    ]);
    expect(skipReason({ contact: { ...maya, suppressed: true } })).toEqual([
      'skipped',
      'suppressed',
    ]);
    expect(skipReason({ contact: { ...maya, email: null } })).toEqual(['skipped', 'no_address']);
    expect(skipReason({ contact: { ...maya, email: null, erased: true } })).toEqual([
      'skipped',
      'erased',
    ]);
  });

  it('S8.3 lets a receipt through a marketing opt-out, but not through a suppression', () => {
    const receipt = { purpose: 'transactional' };
    expect(skipReason({ contact: { ...maya, emailConsent: 'withdrawn' } }, receipt)).toBe(
      'request',
    );
    expect(skipReason({ contact: { ...maya, suppressed: true } }, receipt)).toEqual([
      'skipped',
      'suppressed',
    ]);
  });

  it('S8.3 knows an address in whatever case it is written', () => {
    expect(
      skipReason({ contact: { ...maya, emailConsent: 'withdrawn' } }, { to: 'Maya@Example.COM' }),
    ).toEqual(['skipped', 'unsubscribed']);
  });

  it('lets no value begin another header or another recipient', () => {
    expect(prepare('send_email', { ...email, subject: '{{ trigger.injected }}' })).toMatchObject({
      request: { subject: 'x Bcc: all@example.com' },
    });
    expect(prepare('send_email', { ...email, to: 'a@example.com, b@example.com' })).toMatchObject({
      kind: 'fail',
      error: { code: 'bad_address' },
    });
  });

  it('fails rather than send a text with a hole in it', () => {
    expect(prepare('send_email', { ...email, body: '{{ trigger.gone }}' })).toEqual({
      kind: 'fail',
      error: {
        code: 'unknown_variable',
        message: 'In “body”: The variable “trigger.gone” has no value.',
      },
    });
  });
});

describe('the other effects', () => {
  it('S4.5 reserve the most that a model call may cost, and settle what it did cost', () => {
    const config = { connection: 'model', prompt: 'Write to {{ contact.name }}', maxCost: 0.05 };
    expect(prepare('ai_generate', config)).toMatchObject({
      kind: 'request',
      reserveMicros: 50_000,
      request: { maxCostMicros: 50_000 },
    });
    expect(effect('ai_generate').costMicros?.({ costMicros: 1234 })).toBe(1234);
  });

  it('pass numbers to the CRM as numbers and render the texts', () => {
    const fields = { Subject: 'Call {{ contact.name }}', Priority: 2, Done: false, Owner: null };
    expect(prepare('crm_upsert', { connection: 'crm', object: 'Task', fields })).toEqual({
      kind: 'request',
      request: {
        object: 'Task',
        fields: { Subject: 'Call Maya <b>', Priority: 2, Done: false, Owner: null },
      },
    });
  });

  it('render address, headers and body of a call', () => {
    const config = {
      url: 'https://example.com/{{ trigger.plan }}',
      headers: { 'X-Plan': '{{ trigger.plan }}' },
      body: '{"p":{{ trigger.plan | json }}}',
    };
    expect(prepare('http_request', config)).toMatchObject({
      request: {
        url: 'https://example.com/pro',
        headers: { 'X-Plan': 'pro' },
        body: '{"p":"pro"}',
        method: 'POST',
      },
    });
  });
});

describe('approval', () => {
  const config = {
    content: 'x',
    assignees: ['sam@example.com'],
    channel: 'slack',
    deadline: { after: 'PT24H', then: 'port:expired' },
  };
  const open = {
    id: 'apr_1',
    content: 'Dear *Maya* <!channel> & co',
    digest: 'abcdef0123456789',
    assignees: ['sam@example.com'],
    target: null,
    deadlineAt: NOW + 86_400_000,
    deadlineThen: 'port:expired',
  };
  const message = (over: Partial<typeof open> = {}) => {
    const prepared = prepare('approval', config, { approval: { ...open, ...over } });
    if (prepared.kind !== 'request') throw new Error(prepared.kind);
    return prepared.request as {
      to: string;
      text: string;
      blocks: {
        type: string;
        text?: { text: string; type: string };
        elements?: { value?: string }[];
      }[];
    };
  };

  it('S6.6 shows the exact content, verbatim, and says that the decision is for exactly this text', () => {
    const { blocks, text } = message();
    expect(blocks.find((block) => block.text?.type === 'plain_text')?.text?.text).toBe(
      open.content,
    );
    expect(JSON.stringify(blocks)).toContain('For exactly this text · abcdef012345');
    expect(JSON.stringify(blocks)).toContain('https://holdfast.test/approvals?id=apr_1');
    expect(text).not.toContain('Maya');
  });

  it('S6.5 signs each button for this run, step, iteration, request and digest, until the deadline', () => {
    const values = message()
      .blocks.find(({ type }) => type === 'actions')
      ?.elements?.map(({ value }) => JSON.parse(value ?? '') as unknown);
    const bound = {
      approvalId: 'apr_1',
      runId: 'run_1',
      stepId: 'it',
      iteration: 2,
      digest: 'abcdef0123456789',
    };
    expect(values).toEqual([
      [{ ...bound, decision: 'approved' }, open.deadlineAt],
      [{ ...bound, decision: 'rejected' }, open.deadlineAt],
    ]);
  });

  it('stays inside Slack’s limits, and offers no buttons for a text that it cannot show whole', () => {
    const long = message({ content: '👋'.repeat(10_000) }).blocks;
    expect(long.length).toBeLessThanOrEqual(50);
    expect(long.every((block) => (block.text?.text.length ?? 0) <= 3000)).toBe(true);
    const shown = long
      .filter((block) => block.text?.type === 'plain_text')
      .map((block) => block.text?.text)
      .join('');
    expect(shown).toBe('👋'.repeat(10_000));
    expect(
      message({ content: 'x'.repeat(200_000) }).blocks.some(({ type }) => type === 'actions'),
    ).toBe(false);
  });

  it('asks the channel where one is named, else the first of those asked', () => {
    expect(message().to).toBe('sam@example.com');
    expect(message({ target: '#approvals' } as never).to).toBe('#approvals');
  });

  it('posts nothing once the request is closed', () => {
    expect(prepare('approval', config)).toMatchObject({
      kind: 'fail',
      error: { code: 'no_approval' },
    });
  });
});

describe('update_contact', () => {
  const tx = {} as Tx;
  const run = async (fields: object, over: Partial<ExecuteContext<unknown>> = {}) =>
    (executors.get('update_contact') as LocalExecutor).run(
      tx,
      context('update_contact', { fields }, over),
    );

  it('sets fields of its own and attributes, and clears what is null', async () => {
    changes.length = 0;
    const left = await run({
      name: 'M {{ trigger.plan }}',
      timezone: 'Asia/Kolkata',
      score: 5,
      old: null,
    });
    expect(left).toEqual({
      kind: 'leave',
      port: 'next',
      output: { updated: ['name', 'timezone', 'score', 'old'] },
    });
    expect(changes).toEqual([
      {
        name: 'M pro',
        timezone: 'Asia/Kolkata',
        setAttributes: { score: 5 },
        clearAttributes: ['old'],
      },
    ]);
  });

  it('fails where there is nobody to update, or no such zone', async () => {
    expect(await run({ a: 'b' }, { contact: null })).toMatchObject({
      kind: 'fail',
      error: { code: 'no_contact' },
    });
    expect(await run({ a: 'b' }, { contact: { ...maya, id: 'gone' } })).toMatchObject({
      kind: 'fail',
    });
    expect(await run({ timezone: 'Mars/Olympus' })).toMatchObject({
      kind: 'fail',
      error: { code: 'bad_zone' },
    });
  });
});
