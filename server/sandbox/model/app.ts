import { Hono } from 'hono';
import { z } from 'zod';
import { constantTimeEqual } from '#server/platform/crypto.ts';
import { txOf } from '#server/platform/db.ts';
import { sha256Hex } from '#server/platform/digest.ts';
import { newId } from '#server/platform/ids.ts';
import type { SandboxContext } from '../context.ts';
import { bearerOf } from '../faults/bearer.ts';
import { misbehave, type SandboxEnv } from '../faults/misbehave.ts';
import { type ModelCall, storeModelCall } from '../store/model-calls.ts';
import { CHARACTERS_PER_TOKEN, countTokens, draftEmail } from './draft-email.ts';

export const SANDBOX_MODEL = 'sandbox-writer-1';

const part = z.union([z.object({ type: z.literal('text'), text: z.string() }), z.unknown()]);

const completionRequest = z.object({
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.string(), content: z.union([z.string(), z.array(part), z.null()]) }))
    .min(1),
  stream: z.boolean().nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
});

type Message = z.infer<typeof completionRequest>['messages'][number];

const problem = (status: number, code: string, message: string, headers = {}): Response =>
  Response.json(
    { error: { message, type: status === 429 ? 'requests' : 'invalid_request_error', code } },
    { status, headers },
  );

const textOf = ({ content }: Message): string => {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map((piece) =>
      typeof piece === 'object' && piece !== null && 'text' in piece ? String(piece.text) : '',
    )
    .join('\n');
};

/** The draft, cut where the caller allows no more tokens. */
const write = ({ messages, ...limits }: z.infer<typeof completionRequest>) => {
  const texts = (instructions: boolean): string =>
    messages
      .filter(({ role }) => instructions === (role === 'system' || role === 'developer'))
      .map(textOf)
      .join('\n\n');
  const draft = draftEmail(texts(false), texts(true));
  const limit = limits.max_completion_tokens ?? limits.max_tokens ?? Number.POSITIVE_INFINITY;
  return countTokens(draft) <= limit
    ? { reply: draft, finishReason: 'stop' as const }
    : { reply: draft.slice(0, limit * CHARACTERS_PER_TOKEN), finishReason: 'length' as const };
};

const completion = (call: ModelCall, finishReason: 'stop' | 'length'): Response =>
  Response.json({
    id: `chatcmpl-${call.id}`,
    object: 'chat.completion',
    created: Math.floor(call.at.getTime() / 1000),
    model: call.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: call.reply, refusal: null },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage: {
      prompt_tokens: call.inputTokens,
      completion_tokens: call.outputTokens,
      total_tokens: call.inputTokens + call.outputTokens,
    },
  });

const complete = async (
  ctx: SandboxContext,
  key: string | null,
  raw: unknown,
): Promise<Response> => {
  const parsed = completionRequest.safeParse(raw);
  if (!parsed.success) return problem(400, 'invalid_request', z.prettifyError(parsed.error));
  if (parsed.data.stream === true) {
    return problem(400, 'unsupported_value', 'The sandbox model does not stream.');
  }
  const prompt = parsed.data.messages.map(textOf).join('\n\n');
  const { reply, finishReason } = write(parsed.data);
  const stored = await storeModelCall(txOf(ctx.pool), {
    id: newId('model'),
    idempotencyKey: key,
    requestDigest: sha256Hex(JSON.stringify(raw)),
    model: parsed.data.model,
    prompt,
    reply,
    inputTokens: countTokens(prompt),
    outputTokens: countTokens(reply),
  });
  return stored.kind === 'key_reused'
    ? problem(
        409,
        'idempotency_key_reused',
        'This Idempotency-Key came with another request before.',
      )
    : completion(stored.call, finishReason);
};

/** The chat endpoint that OpenAI-compatible clients call, and the list of models. */
export const modelApp = (ctx: SandboxContext): Hono<SandboxEnv> => {
  const app = new Hono<SandboxEnv>();
  app.use(
    misbehave(ctx, {
      service: 'model',
      nameOf: (c) => c.req.path.replace(/^\/model\/v1\//, ''),
      refusals: {
        rateLimited: (retryAfter) =>
          problem(429, 'rate_limit_exceeded', 'Too many requests.', {
            'retry-after': retryAfter,
          }),
        error: () => problem(500, 'server_error', 'The model is not available.'),
        reject: () => problem(400, 'content_policy_violation', 'The request was refused.'),
        revoked: () => problem(401, 'invalid_api_key', 'This API key was revoked.'),
      },
    }),
  );
  app.use(async (c, next) => {
    if (constantTimeEqual(bearerOf(c), ctx.credentials.modelKey)) return next();
    return problem(401, 'invalid_api_key', 'Incorrect API key provided.');
  });
  app.get('/v1/models', () =>
    Response.json({
      object: 'list',
      data: [{ id: SANDBOX_MODEL, object: 'model', owned_by: 'holdfast-sandbox' }],
    }),
  );
  app.post('/v1/chat/completions', async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    return complete(ctx, c.req.header('idempotency-key') ?? null, body);
  });
  return app;
};
