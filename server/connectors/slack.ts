import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { ofReading } from './classify-http.ts';
import type { Call, Connector, Reconciled } from './connector.ts';
import { type Outbound, type OutboundPolicy, withOutbound } from './outbound.ts';
import { accountIn, addressIn } from './points-at.ts';
import { probeCall } from './probe.ts';
import { openSlack } from './slack-client.ts';
import { classifySlack } from './slack-errors.ts';
import { findUser, resolveConversation } from './slack-conversation.ts';
import { EFFECT_EVENT, findPosted } from './slack-history.ts';

const blocksSchema = z.array(z.record(z.string(), z.unknown()));

const requestSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('post'),
    /** A channel's id or name, or a person's email address. */
    to: z.string(),
    text: z.string(),
    blocks: blocksSchema.nullable(),
  }),
  z.object({
    op: z.literal('update'),
    channel: z.string(),
    ts: z.string(),
    text: z.string(),
    blocks: blocksSchema.nullable(),
  }),
]);
export type SlackRequest = z.output<typeof requestSchema>;

const resultSchema = z.object({
  /** Where the message stands; both empty where a person vouched for it. */
  channel: z.string(),
  ts: z.string(),
});
export type SlackResult = z.output<typeof resultSchema>;

function recipientOf({ request }: Call<SlackRequest>): string {
  return request.op === 'update' ? request.channel : request.to;
}

function content({ text, blocks }: SlackRequest): Record<string, unknown> {
  return { text, ...(blocks === null ? {} : { blocks }) };
}

/** Posts take names of channels and ids of people; only addresses have to be looked up. */
async function channelFor(client: WebClient, to: string): Promise<string> {
  return to.includes('@') ? findUser(client, to) : to;
}

async function post(
  client: WebClient,
  channel: string,
  call: Call<SlackRequest>,
): Promise<SlackResult> {
  const answer = await client.apiCall('chat.postMessage', {
    channel,
    ...content(call.request),
    metadata: { event_type: EFFECT_EVENT, event_payload: { key: call.key } },
    unfurl_links: false,
    unfurl_media: false,
  });
  return resultSchema.parse(answer);
}

async function send(
  client: WebClient,
  call: Call<SlackRequest>,
  outbound: Outbound,
): Promise<SlackResult> {
  const { request } = call;
  if (request.op === 'update') {
    const { channel, ts } = request;
    await client.apiCall('chat.update', { channel, ts, ...content(request) });
    return { channel, ts };
  }
  const to = recipientOf(call);
  const channel = await channelFor(client, to).catch((error: unknown) => {
    throw ofReading(classifySlack(error, call, outbound));
  });
  return post(client, channel, call);
}

/** Bot tokens name their workspace first, which is no secret; the rest is. */
function teamOf(token: string): string {
  return /^xoxb-(\d+)-/.exec(token)?.[1] ?? '';
}

async function lookUp(
  client: WebClient,
  call: Call<SlackRequest>,
): Promise<Reconciled<SlackResult>> {
  // An update that is repeated leaves the same message, so that nothing has to be known.
  if (call.request.op === 'update') return { outcome: 'absent' };
  const channel = await resolveConversation(client, recipientOf(call));
  if (channel === null) return { outcome: 'absent' };
  const found = await findPosted(client, channel, call.key);
  switch (found.kind) {
    case 'found':
      return { outcome: 'found', result: { channel, ts: found.ts } };
    case 'absent':
      return { outcome: 'absent' };
    case 'too_long':
      return { outcome: 'unknown', message: 'The channel is too busy to be searched to its end.' };
  }
}

/**
 * Slack takes no idempotency keys, but it keeps metadata: every message carries its effect key, and
 * after an unknown outcome the channel's history says whether it is there.
 */
export function createSlackConnector(policy: OutboundPolicy): Connector<SlackRequest, SlackResult> {
  return {
    kind: 'slack',
    idempotency: 'reconcile',
    keyTtlSeconds: null,
    request: requestSchema,
    result: resultSchema,
    perform: async (call) =>
      withOutbound(
        policy,
        async (outbound) => {
          const client = openSlack(call, outbound);
          try {
            const result = await send(client, call, outbound);
            return { result, reply: { ...result } };
          } catch (error) {
            throw classifySlack(error, call, outbound);
          }
        },
        call.mayStillSend,
      ),
    reconcile: async (call) =>
      withOutbound(policy, async (outbound) => {
        const client = openSlack(call, outbound);
        try {
          return await lookUp(client, call);
        } catch (error) {
          throw ofReading(classifySlack(error, call, outbound));
        }
      }),
    pointsAt: (connection) => [
      addressIn(connection, ({ apiUrl }) => apiUrl),
      teamOf(accountIn(connection, 'token')),
    ],
    probe: async (connection, signal) =>
      withOutbound(policy, async (outbound) => {
        const call = probeCall(connection, signal);
        const client = openSlack(call, outbound);
        try {
          await client.auth.test();
        } catch (error) {
          throw ofReading(classifySlack(error, call, outbound));
        }
      }),
    assumeHappened: (request) =>
      request.op === 'update'
        ? { channel: request.channel, ts: request.ts }
        : { channel: '', ts: '' },
  };
}
