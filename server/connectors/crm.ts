import { z } from 'zod';
import { RetryableError, TerminalError } from '#server/platform/errors.ts';
import { failureOf, lostAnswer, ofReading, replyOf } from './classify-http.ts';
import type { Call, Connector } from './connector.ts';
import { type OutboundPolicy, withOutbound } from './outbound.ts';
import { addressIn } from './points-at.ts';
import { probeAddress, probeCall } from './probe.ts';
import { storable } from '#server/platform/storable.ts';

const requestSchema = z.object({
  object: z.string(),
  fields: z.record(z.string(), z.unknown()),
});
export type CrmRequest = z.output<typeof requestSchema>;

const resultSchema = z.object({
  /** The CRM's own id; null where a person vouched for the record without looking it up. */
  id: z.string().nullable(),
  externalId: z.string(),
  object: z.string(),
  created: z.boolean().nullable(),
});
export type CrmResult = z.output<typeof resultSchema>;

const answerSchema = z.object({ id: z.union([z.string(), z.number()]).transform(String) });
const settingsSchema = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }),
  timeoutSeconds: z.number().min(1).max(600).default(30),
});
const credentialsSchema = z.object({ token: z.string().min(1) });

const WHAT = 'The CRM';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly id: string | null;
}

interface SetUp {
  readonly base: string;
  readonly token: string;
  /** Longest wait for an answer. */
  readonly timeoutMs: number;
}

function setUp({ connection }: Call<unknown>): SetUp {
  const settings = settingsSchema.safeParse(connection?.settings);
  const credentials = credentialsSchema.safeParse(connection?.credentials);
  if (!settings.success || !credentials.success) {
    throw new TerminalError('The CRM connection is not set up: it needs an address and a token.');
  }
  const { baseUrl, timeoutSeconds } = settings.data;
  return {
    base: baseUrl.replace(/\/$/, ''),
    token: credentials.data.token,
    timeoutMs: timeoutSeconds * 1000,
  };
}

function endpointOf(call: Call<CrmRequest>): { url: string } & Omit<SetUp, 'base'> {
  const { base, ...rest } = setUp(call);
  const path = [call.request.object, call.key].map(encodeURIComponent).join('/');
  return { url: `${base}/objects/${path}`, ...rest };
}

async function ask(
  policy: OutboundPolicy,
  call: Call<CrmRequest>,
  method: 'GET' | 'PUT',
): Promise<Answer> {
  const { url, token, timeoutMs } = endpointOf(call);
  return withOutbound(
    policy,
    async (outbound) => {
      try {
        const response = await outbound.fetch(url, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            ...(method === 'PUT' ? { 'content-type': 'application/json' } : {}),
          },
          ...(method === 'PUT' ? { body: JSON.stringify({ fields: call.request.fields }) } : {}),
          signal: AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]),
        });
        const text = await response.text();
        return { status: response.status, headers: response.headers, id: readId(text) };
      } catch (error) {
        const lost = lostAnswer(WHAT, error, outbound, call);
        throw method === 'GET' ? ofReading(lost) : lost;
      }
    },
    call.mayStillSend,
  );
}

function readId(text: string): string | null {
  try {
    const answer = answerSchema.safeParse(storable(JSON.parse(text)));
    return answer.success ? answer.data.id : null;
  } catch {
    return null;
  }
}

function resultOf(call: Call<CrmRequest>, answer: Answer, created: boolean | null): CrmResult {
  return { id: answer.id, externalId: call.key, object: call.request.object, created };
}

/**
 * Records are filed under the effect key as external id: writing the same one twice leaves one
 * record, and whether it was written can be looked up.
 */
export function createCrmConnector(policy: OutboundPolicy): Connector<CrmRequest, CrmResult> {
  return {
    kind: 'crm',
    idempotency: 'reconcile',
    keyTtlSeconds: null,
    request: requestSchema,
    result: resultSchema,
    perform: async (call) => {
      const answer = await ask(policy, call, 'PUT');
      if (answer.status !== 200 && answer.status !== 201) throw failureOf(WHAT, answer, call);
      if (answer.id === null) {
        // Success by its status, but no record to show for it: the same upsert may be sent again.
        throw new RetryableError('The CRM answered without naming the record.');
      }
      return { result: resultOf(call, answer, answer.status === 201), reply: replyOf(answer) };
    },
    reconcile: async (call) => {
      const answer = await ask(policy, call, 'GET');
      if (answer.status === 404) return { outcome: 'absent' };
      if (answer.status !== 200) throw failureOf(WHAT, answer, call);
      return answer.id === null
        ? { outcome: 'unknown', message: 'The CRM answered without naming the record.' }
        : { outcome: 'found', result: resultOf(call, answer, null) };
    },
    pointsAt: (connection) => [addressIn(connection, ({ baseUrl }) => baseUrl)],
    probe: async (connection, signal) => {
      const call = probeCall(connection, signal);
      const { base, token } = setUp(call);
      await probeAddress(policy, WHAT, { url: `${base}/me`, token }, call);
    },
    assumeHappened: (request, key) => ({
      id: null,
      externalId: key,
      object: request.object,
      created: null,
    }),
  };
}
