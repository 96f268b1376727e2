import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { statusChange } from '#server/api/automations/status-change.ts';
import { documentSchema } from '#server/engine/document.ts';
import { AppError } from '#server/platform/errors.ts';
import { setAutomationStatus } from '#server/runtime/pause-automation.ts';
import { publishAutomation } from '#server/runtime/publish-automation.ts';
import { saveDraft } from '#server/runtime/save-draft.ts';
import { setHookSecret } from '#server/runtime/set-hook-secret.ts';
import { findAutomation } from '#server/store/product-automations.ts';
import { answer, idParam, jsonBody, problems, SECURED, toJson } from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';
import { documentProblemSchema } from './rest-schemas.ts';

const TAGS = ['Automations'];

const draftRoute = createRoute({
  method: 'put',
  path: '/automations/{id}/draft',
  tags: TAGS,
  summary: 'Save the draft',
  description:
    'Send {revision, document}, where revision is the one that the change began from: if someone ' +
    'saved meanwhile, the answer is 409 and nothing is overwritten. A bare document replaces the ' +
    'latest draft, whatever it is.',
  security: SECURED,
  middleware: [allow('automation.edit')] as const,
  request: {
    params: idParam,
    body: jsonBody(
      z.union([
        documentSchema,
        z.strictObject({ revision: z.int().min(1), document: documentSchema }),
      ]),
    ),
  },
  responses: {
    200: answer(
      z.object({ revision: z.int(), problems: z.array(documentProblemSchema) }),
      'Saved; problems only stop a publish',
    ),
    ...problems('not_found', 'stale_revision', 'invalid'),
  },
});

const publishRoute = createRoute({
  method: 'post',
  path: '/automations/{id}/publish',
  tags: TAGS,
  summary: 'Publish the draft as the next immutable version',
  security: SECURED,
  middleware: [allow('automation.publish')] as const,
  request: {
    params: idParam,
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z.strictObject({
            revision: z.int().min(1).optional(),
            note: z.string().max(500).default(''),
          }),
        },
      },
    },
  },
  responses: {
    200: answer(
      z.object({
        version: z.int(),
        digest: z.string(),
        /** False: the live version says exactly this already. */
        changed: z.boolean(),
        message: z.string(),
        problems: z.array(documentProblemSchema),
      }),
      'Live',
    ),
    ...problems('not_found', 'conflict', 'stale_revision', 'unprocessable'),
  },
});

const statusRoute = createRoute({
  method: 'put',
  path: '/automations/{id}/status',
  tags: TAGS,
  summary: 'Pause, resume or archive; runs under way go on, unless they are to be held',
  security: SECURED,
  middleware: [allow('automation.pause')] as const,
  request: {
    params: idParam,
    body: jsonBody(statusChange),
  },
  responses: {
    200: answer(z.object({ status: z.enum(['active', 'paused', 'archived']) }), 'Changed'),
    ...problems('not_found'),
  },
});

const secretRoute = createRoute({
  method: 'put',
  path: '/automations/{id}/hook-secret',
  tags: TAGS,
  summary: 'Demand signed calls with a new secret, or unsigned ones again',
  security: SECURED,
  middleware: [allow('automation.edit')] as const,
  request: { params: idParam, body: jsonBody(z.strictObject({ signed: z.boolean() })) },
  responses: {
    200: answer(z.object({ secret: z.string().nullable() }), 'The secret, shown this once'),
    ...problems('not_found'),
  },
});

/** Slugs are as good as ids in every path. */
const idOf = async (
  c: {
    get: {
      (key: 'services'): RestEnv['Variables']['services'];
      (key: 'orgId'): string;
    };
  },
  id: string,
): Promise<{ id: string; draftRevision: number }> => {
  const row = await findAutomation(c.get('services').reads, c.get('orgId'), id);
  if (row === null) throw new AppError('not_found', 'There is no such automation here.');
  return { id: row.id, draftRevision: row.draftRevision };
};

export const registerAutomationChanges = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(draftRoute, async (c) => {
    const found = await idOf(c, c.req.valid('param').id);
    const body = c.req.valid('json');
    const asked = 'revision' in body ? body : { document: body, revision: found.draftRevision };
    const saved = await saveDraft(c.get('services').deps, {
      orgId: c.get('orgId'),
      automationId: found.id,
      actor: c.get('actor'),
      ...asked,
    });
    return c.json(toJson({ revision: saved.revision, problems: [...saved.problems] }), 200);
  });

  app.openapi(publishRoute, async (c) => {
    const { id } = await idOf(c, c.req.valid('param').id);
    const asked = c.req.valid('json') as { revision?: number; note?: string } | undefined;
    const published = await publishAutomation(c.get('services').deps, {
      orgId: c.get('orgId'),
      automationId: id,
      revision: asked?.revision ?? null,
      note: asked?.note ?? '',
      actor: c.get('actor'),
    });
    return c.json(toJson({ ...published, problems: [...published.problems] }), 200);
  });

  app.openapi(statusRoute, async (c) => {
    const { id } = await idOf(c, c.req.valid('param').id);
    const change = {
      ...c.req.valid('json'),
      orgId: c.get('orgId'),
      automationId: id,
      actor: c.get('actor'),
    };
    return c.json(await setAutomationStatus(c.get('services').deps, change), 200);
  });

  app.openapi(secretRoute, async (c) => {
    const { id } = await idOf(c, c.req.valid('param').id);
    const { signed } = c.req.valid('json');
    const change = { orgId: c.get('orgId'), automationId: id, signed, actor: c.get('actor') };
    return c.json(await setHookSecret(c.get('services').deps, change), 200);
  });
};
