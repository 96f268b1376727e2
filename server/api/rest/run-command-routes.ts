import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { startContactInput } from '#server/api/start-contact-input.ts';
import { runStatus } from '#server/api/views/run-view.ts';
import { AppError } from '#server/platform/errors.ts';
import { cancelRun } from '#server/runtime/cancel-run.ts';
import { retryStep } from '#server/runtime/retry-step.ts';
import { skipTimer } from '#server/runtime/skip-timer.ts';
import { startByHand } from '#server/runtime/start-by-hand.ts';
import { findAutomation } from '#server/store/product-automations.ts';
import { answer, idParam, problems, SECURED } from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';
import { startedSchema } from './rest-schemas.ts';

const TAGS = ['Runs'];

const startBody = z.strictObject({
  /** Unique in the automation: the second start under it starts nothing. */
  startKey: z.string().min(1).max(500).optional(),
  contact: startContactInput.optional(),
  input: z.record(z.string(), z.unknown()).default({}),
  /** A test: it reaches nobody real, its emails, messages and calls go to the sandbox. */
  test: z.boolean().default(false),
});

const optional = <T extends z.ZodType>(schema: T) => ({
  required: false,
  content: { 'application/json': { schema } },
});

const startRoute = createRoute({
  method: 'post',
  path: '/automations/{id}/runs',
  tags: TAGS,
  summary: 'Start a run on the live version',
  security: SECURED,
  middleware: [allow('run.start')] as const,
  request: { params: idParam, body: optional(startBody) },
  responses: {
    200: answer(startedSchema, 'Started before, under this key'),
    202: answer(startedSchema, 'Started'),
    ...problems('not_found', 'paused', 'unprocessable', 'invalid'),
  },
});

const cancelBody = z.strictObject({
  reason: z.string().max(500).optional(),
  /** Run the compensating steps of what was completed before the run ends. */
  undo: z.boolean().default(false),
});

const cancelRoute = createRoute({
  method: 'post',
  path: '/runs/{id}/cancel',
  tags: TAGS,
  summary: 'Cancel a run: at once where it waits, after what is in flight otherwise',
  security: SECURED,
  middleware: [allow('run.cancel')] as const,
  request: { params: idParam, body: optional(cancelBody) },
  responses: {
    200: answer(
      z.object({
        status: runStatus,
        /** False: it had finished, or was asked to stop before. */
        changed: z.boolean(),
      }),
      'What the run is now; without `undo` nothing that was done outside is undone',
    ),
    ...problems('not_found'),
  },
});

const fireRoute = createRoute({
  method: 'post',
  path: '/runs/{id}/timers/{timerId}/fire',
  tags: TAGS,
  summary: 'Skip a wait; the log names who did it',
  security: SECURED,
  middleware: [allow('run.skip')] as const,
  request: { params: idParam.extend({ timerId: z.string().min(1).max(100) }) },
  responses: {
    200: answer(z.object({ fired: z.literal(true) }), 'Fired'),
    ...problems('not_found', 'conflict', 'gone'),
  },
});

const retryBody = z.strictObject({
  /** Which visit of the step; without it, the newest. */
  iteration: z.int().min(1).optional(),
});

const retryRoute = createRoute({
  method: 'post',
  path: '/runs/{id}/steps/{stepId}/retry',
  tags: TAGS,
  summary: 'Try a step again: where it is parked or waits for its retry, or where the run failed',
  security: SECURED,
  middleware: [allow('run.retry')] as const,
  request: {
    params: idParam.extend({ stepId: z.string().min(1).max(100) }),
    body: optional(retryBody),
  },
  responses: {
    200: answer(z.object({ retried: z.literal(true) }), 'It goes on, under the same effect key'),
    ...problems('not_found', 'conflict'),
  },
});

export const registerRunCommands = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(startRoute, async (c) => {
    const { reads, deps } = c.get('services');
    const orgId = c.get('orgId');
    const automation = await findAutomation(reads, orgId, c.req.valid('param').id);
    if (automation === null) {
      throw new AppError('not_found', 'There is no such automation here.');
    }
    const asked = startBody.parse(c.req.valid('json') ?? {});
    const { runId, duplicate } = await startByHand(deps, {
      orgId,
      automationId: automation.id,
      startKey: asked.startKey,
      contact: asked.contact,
      input: asked.input,
      isTest: asked.test,
      trigger: 'api',
      actor: c.get('actor'),
    });
    return duplicate ? c.json({ runId, duplicate }, 200) : c.json({ runId, duplicate }, 202);
  });

  app.openapi(cancelRoute, async (c) => {
    const { reason, undo } = cancelBody.parse(c.req.valid('json') ?? {});
    const cancelled = await cancelRun(c.get('services').deps, {
      orgId: c.get('orgId'),
      runId: c.req.valid('param').id,
      actor: c.get('actor'),
      reason: reason ?? null,
      undo,
    });
    return c.json({ status: cancelled.status, changed: cancelled.changed }, 200);
  });

  app.openapi(fireRoute, async (c) => {
    const { id, timerId } = c.req.valid('param');
    const orgId = c.get('orgId');
    await skipTimer(c.get('services').deps, { orgId, runId: id, timerId, actor: c.get('actor') });
    return c.json({ fired: true as const }, 200);
  });

  app.openapi(retryRoute, async (c) => {
    const { id, stepId } = c.req.valid('param');
    const { iteration } = retryBody.parse(c.req.valid('json') ?? {});
    await retryStep(c.get('services').deps, {
      orgId: c.get('orgId'),
      runId: id,
      stepId,
      iteration: iteration ?? null,
      actor: c.get('actor'),
    });
    return c.json({ retried: true as const }, 200);
  });
};
