import { WebClient } from '@slack/web-api';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { listSlack } from '../api/list-slack.ts';
import { SANDBOX_CREDENTIALS } from '../credentials.ts';
import type { FaultRequest } from '../faults/fault.ts';
import { clearReceived } from '../store/clear.ts';
import { setFault } from '../store/faults.ts';

const db = testDatabase();
const box = testSandbox(db);

const client = (token = SANDBOX_CREDENTIALS.slackToken): WebClient =>
  new WebClient(token, {
    slackApiUrl: `${box.sandbox.httpUrl}/slack/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });

const misbehave = async (request: FaultRequest) => setFault(db.sql, 'slack', request);

const metadata = { event_type: 'holdfast_effect', event_payload: { key: 'run_1/approve' } };

const blocks = [
  { type: 'section', text: { type: 'mrkdwn', text: 'A reply to *Maya* is ready, “50 % & more”.' } },
  {
    type: 'actions',
    elements: [
      {
        type: 'button',
        action_id: 'approve',
        text: { type: 'plain_text', text: 'Approve' },
        value: 'token-1',
      },
    ],
  },
];

const post = async () =>
  client().chat.postMessage({ channel: '#demo-approvals', text: 'Ready', blocks, metadata });

describe('the sandbox Slack, as its own SDK sees it', () => {
  beforeEach(async () => {
    await clearReceived(db.sql);
    await misbehave({ mode: 'normal' });
  });

  it('stores a message with blocks and metadata, and gives its channel id and ts', async () => {
    const posted = await post();
    expect(posted.ok).toBe(true);
    const { items } = await listSlack(db.sql);
    expect(items).toMatchObject([
      {
        ts: posted.ts,
        channel: posted.channel,
        channelName: 'demo-approvals',
        text: 'Ready',
        blocks,
        metadata,
        actions: [{ actionId: 'approve', text: 'Approve', value: 'token-1' }],
      },
    ]);
  });

  it('S3.5 finds a message by its metadata in the history, only when that is asked for', async () => {
    const posted = await post();
    const channel = posted.channel ?? '';
    const plain = await client().conversations.history({ channel });
    expect(plain.messages?.[0]?.metadata).toBeUndefined();
    const full = await client().conversations.history({ channel, include_all_metadata: true });
    expect(full.messages?.[0]).toMatchObject({ ts: posted.ts, metadata });
  });

  it('pages through a history with a cursor, newest first', async () => {
    const sent = [await post(), await post(), await post()];
    const channel = sent[0]?.channel ?? '';
    const seen: (string | undefined)[] = [];
    for await (const page of client().paginate('conversations.history', { channel, limit: 2 })) {
      const { messages } = page as { messages?: { ts?: string }[] };
      seen.push(...(messages ?? []).map(({ ts }) => ts));
    }
    expect(seen).toEqual(sent.map(({ ts }) => ts).toReversed());
  });

  it('keeps to oldest and latest in a history', async () => {
    const first = await post();
    const second = await post();
    const channel = first.channel ?? '';
    const later = await client().conversations.history({ channel, oldest: first.ts ?? '' });
    expect(later.messages?.map(({ ts }) => ts)).toEqual([second.ts]);
    const both = await client().conversations.history({
      channel,
      oldest: first.ts ?? '',
      inclusive: true,
    });
    expect(both.messages).toHaveLength(2);
  });

  it('changes a message in place and takes its buttons away', async () => {
    const posted = await post();
    const place = { channel: posted.channel ?? '', ts: posted.ts ?? '' };
    await client().chat.update({ ...place, text: 'Approved by Sam' });
    const { items } = await listSlack(db.sql);
    expect(items).toMatchObject([{ ts: posted.ts, text: 'Approved by Sam', actions: [] }]);
    expect(items[0]?.updated).toBeInstanceOf(Date);
    await expect(
      client().chat.update({ ...place, ts: '1.000001', text: 'x' }),
    ).rejects.toMatchObject({ data: { error: 'message_not_found' } });
  });

  it('knows its people by id and by email, in any case', async () => {
    const found = await client().users.lookupByEmail({ email: 'SAM@example.com' });
    const user = await client().users.info({ user: found.user?.id ?? '' });
    expect(user.user?.profile?.email).toBe('sam@example.com');
    await expect(client().users.lookupByEmail({ email: 'no@example.com' })).rejects.toMatchObject({
      data: { error: 'users_not_found' },
    });
    await expect(client().users.info({ user: 'sam' })).rejects.toMatchObject({
      data: { error: 'user_not_found' },
    });
  });

  it('shows an ephemeral message to one person and leaves it out of the history', async () => {
    const { channel } = await post();
    const { user } = await client().users.lookupByEmail({ email: 'lena@example.com' });
    await client().chat.postEphemeral({
      channel: channel ?? '',
      user: user?.id ?? '',
      text: 'Sam was quicker.',
    });
    const { items } = await listSlack(db.sql);
    expect(items[0]).toMatchObject({ text: 'Sam was quicker.', ephemeralFor: user?.id });
    const history = await client().conversations.history({ channel: channel ?? '' });
    expect(history.messages).toHaveLength(1);
  });

  it('opens a direct message by user id', async () => {
    const { user } = await client().users.lookupByEmail({ email: 'sam@example.com' });
    const sent = await client().chat.postMessage({ channel: user?.id ?? '', text: 'Only you' });
    expect(sent.channel).toMatch(/^D/);
    const opened = await client().conversations.open({ users: user?.id ?? '' });
    expect(opened.channel?.id).toBe(sent.channel);
    expect((await listSlack(db.sql)).items[0]?.channelName).toBe('@Sam Okafor');
  });

  it('answers auth.test, and refuses a wrong token or none', async () => {
    expect(await client().auth.test()).toMatchObject({ ok: true, user_id: 'U0HOLDFAST' });
    await expect(client('xoxb-wrong').auth.test()).rejects.toMatchObject({
      data: { error: 'invalid_auth' },
    });
    const bare = await fetch(`${box.sandbox.httpUrl}/slack/api/auth.test`, { method: 'POST' });
    expect(await bare.json()).toEqual({ ok: false, error: 'not_authed' });
  });

  it('takes JSON bodies as well as forms', async () => {
    const response = await fetch(`${box.sandbox.httpUrl}/slack/api/chat.postMessage`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${SANDBOX_CREDENTIALS.slackToken}`,
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify({ channel: 'demo-team', text: 'By JSON \u0000', metadata }),
    });
    expect(await response.json()).toMatchObject({ ok: true });
    expect((await listSlack(db.sql)).items).toMatchObject([{ text: 'By JSON ', metadata }]);
  });

  it('refuses what the real Slack would refuse', async () => {
    const tooMany = Array.from({ length: 51 }, () => ({ type: 'divider' }));
    await expect(
      client().chat.postMessage({ channel: '#demo-team', text: 'x', blocks: tooMany }),
    ).rejects.toMatchObject({ data: { error: 'invalid_blocks' } });
    await expect(
      client().chat.postMessage({ channel: 'C0DOESNOTEXIST', text: 'x' }),
    ).rejects.toMatchObject({ data: { error: 'channel_not_found' } });
    await expect(
      client().chat.postMessage({ channel: '#demo-team', text: '' }),
    ).rejects.toMatchObject({ data: { error: 'no_text' } });
    expect((await listSlack(db.sql)).items).toEqual([]);
  });

  it('S4.2 says when to come back while rate limited', async () => {
    await misbehave({ mode: 'rate_limited', retryAfterSeconds: 7 });
    await expect(post()).rejects.toMatchObject({
      code: 'slack_webapi_rate_limited_error',
      retryAfter: 7,
    });
    expect((await listSlack(db.sql)).items).toEqual([]);
  });

  it('S8.5 answers invalid_auth once the token was revoked', async () => {
    await misbehave({ mode: 'revoked' });
    await expect(post()).rejects.toMatchObject({ data: { error: 'invalid_auth' } });
    expect((await listSlack(db.sql)).items).toEqual([]);
  });

  it.each([
    ['error', 0],
    ['reject', 0],
    ['drop_before', 0],
    ['accept_then_drop', 1],
    ['accept_then_error', 1],
  ] as const)('S3.4 fails the call while %s, with %i stored', async (mode, stored) => {
    await misbehave({ mode });
    await expect(post()).rejects.toThrow();
    expect((await listSlack(db.sql)).items).toHaveLength(stored);
  });

  it('answers late while slow', async () => {
    await misbehave({ mode: 'slow', seconds: 0.3, times: 1 });
    const began = performance.now();
    await post();
    expect(performance.now() - began).toBeGreaterThanOrEqual(300);
  });
});
