import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText } from 'ai';
import { z } from 'zod';
import { OutcomeUnknownError, RetryableError, TerminalError } from '#server/platform/errors.ts';
import { failureOf, lostAnswer } from './classify-http.ts';
import type { Call, Connector } from './connector.ts';
import { type Outbound, type OutboundPolicy, withOutbound } from './outbound.ts';
import { probeAddress, probeCall } from './probe.ts';
import { storable } from '#server/platform/storable.ts';

const requestSchema = z.object({
  system: z.string().nullable(),
  prompt: z.string(),
  model: z.string().nullable(),
  maxOutputTokens: z.number(),
  /** What the call may cost at most, millionths of the currency unit. */
  maxCostMicros: z.number(),
});
export type ModelRequest = z.output<typeof requestSchema>;

const resultSchema = z.object({
  text: z.string(),
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Real cost by the connection's prices, millionths of the currency unit. */
  costMicros: z.number(),
});
export type ModelResult = z.output<typeof resultSchema>;

const settingsSchema = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1).default('default'),
  /** Currency units for a million tokens, which is millionths for one. */
  pricePerMillionInput: z.number().min(0).default(0),
  pricePerMillionOutput: z.number().min(0).default(0),
  timeoutSeconds: z.number().min(1).max(600).default(120),
});
type Settings = z.output<typeof settingsSchema>;

const WHAT = 'The model';

function setUp(call: Call<unknown>): { settings: Settings; apiKey: string } {
  const settings = settingsSchema.safeParse(call.connection?.settings);
  const apiKey = call.connection?.credentials['apiKey'];
  if (!settings.success || typeof apiKey !== 'string') {
    throw new TerminalError('The model connection is not set up: it needs an address and a key.');
  }
  return { settings: settings.data, apiKey };
}

/** No more tokens than the allowance pays for. */
function tokenLimit(request: ModelRequest, settings: Settings): number {
  if (settings.pricePerMillionOutput === 0) return request.maxOutputTokens;
  const affordable = Math.floor(request.maxCostMicros / settings.pricePerMillionOutput);
  return Math.max(1, Math.min(request.maxOutputTokens, affordable));
}

async function generate(call: Call<ModelRequest>, outbound: Outbound): Promise<ModelResult> {
  const { settings, apiKey } = setUp(call);
  const { request } = call;
  const modelId = request.model ?? settings.model;
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: settings.baseUrl.replace(/\/$/, ''),
    apiKey,
    fetch: outbound.fetch,
  });
  const answer = await generateText({
    model: provider.chatModel(modelId),
    prompt: request.prompt,
    ...(request.system === null ? {} : { instructions: request.system }),
    maxOutputTokens: tokenLimit(request, settings),
    maxRetries: 0,
    headers: { 'idempotency-key': call.key },
    abortSignal: AbortSignal.any([
      call.signal,
      AbortSignal.timeout(settings.timeoutSeconds * 1000),
    ]),
    telemetry: { isEnabled: false },
  });
  const inputTokens = answer.usage.inputTokens ?? 0;
  const outputTokens = answer.usage.outputTokens ?? 0;
  return {
    text: String(storable(answer.text)),
    model: answer.response.modelId || modelId,
    inputTokens,
    outputTokens,
    costMicros: Math.ceil(
      inputTokens * settings.pricePerMillionInput + outputTokens * settings.pricePerMillionOutput,
    ),
  };
}

function classify(error: unknown, call: Call<ModelRequest>, outbound: Outbound): Error {
  if (error instanceof TerminalError) return error;
  if (!APICallError.isInstance(error)) return lostAnswer(WHAT, error, outbound, call);
  if (error.statusCode === undefined) return lostAnswer(WHAT, error, outbound, call);
  if (error.statusCode >= 200 && error.statusCode < 300) {
    return new OutcomeUnknownError(
      call.key,
      'The model answered with something that cannot be read.',
    );
  }
  const headers = new Headers(error.responseHeaders);
  return failureOf(WHAT, { status: error.statusCode, headers }, call);
}

/**
 * Any OpenAI-compatible chat endpoint. Most of them ignore idempotency keys, yet "key" is what we
 * declare: a call that is repeated does nothing to anyone and costs its price again, which the
 * budget counts. An unknown outcome is therefore repeated, also where the connection points elsewhere
 * by then, and never put before a person.
 */
export function createModelConnector(policy: OutboundPolicy): Connector<ModelRequest, ModelResult> {
  return {
    kind: 'model',
    idempotency: 'key',
    keyTtlSeconds: null,
    request: requestSchema,
    result: resultSchema,
    perform: async (call) =>
      withOutbound(
        policy,
        async (outbound) => {
          let result: ModelResult;
          try {
            result = await generate(call, outbound);
          } catch (error) {
            throw classify(error, call, outbound);
          }
          if (result.text.trim() === '')
            throw new RetryableError('The model answered with an empty text.');
          const { model, inputTokens, outputTokens } = result;
          return { result, reply: { model, inputTokens, outputTokens } };
        },
        call.mayStillSend,
      ),
    probe: async (connection, signal) => {
      const call = probeCall(connection, signal);
      const { settings, apiKey } = setUp(call);
      const url = `${settings.baseUrl.replace(/\/$/, '')}/models`;
      await probeAddress(policy, WHAT, { url, token: apiKey }, call);
    },
    assumeHappened: () => ({ text: '', model: '', inputTokens: 0, outputTokens: 0, costMicros: 0 }),
  };
}
