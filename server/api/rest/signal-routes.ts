import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { deliverSignal } from '#server/runtime/deliver-signal.ts';
import { answer, jsonBody, problems, SECURED } from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';

const deliveredSchema = z.object({
  signalId: z.string(),
  duplicate: z.boolean(),
  /** The run that took it; null while nobody waits: it is kept for a wait that begins later. */
  runId: z.string().nullable(),
});

const sendRoute = createRoute({
  method: 'post',
  path: '/signals',
  tags: ['Signals'],
  summary: 'Tell a waiting run that something happened',
  security: SECURED,
  middleware: [allow('signal.send')] as const,
  request: {
    body: jsonBody(
      z.strictObject({
        name: z.string().min(1).max(200),
        /** What the waiting step named. */
        correlationKey: z.string().min(1).max(500),
        /** The sender's id of it: the same signal sent twice counts once. */
        id: z.string().min(1).max(500),
        payload: z.record(z.string(), z.unknown()).default({}),
      }),
    ),
  },
  responses: {
    200: answer(deliveredSchema, 'Known already'),
    202: answer(deliveredSchema, 'Stored, and handed to the run that waits for it'),
    ...problems('invalid'),
  },
});

export const registerSignals = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(sendRoute, async (c) => {
    const { name, correlationKey, id, payload } = c.req.valid('json');
    const { signalId, duplicate, runId } = await deliverSignal(c.get('services').deps, {
      orgId: c.get('orgId'),
      name,
      correlationKey,
      identity: id,
      payload,
      source: 'api',
    });
    const body = { signalId, duplicate, runId };
    return duplicate ? c.json(body, 200) : c.json(body, 202);
  });
};
