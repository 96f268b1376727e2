import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { decodeCursor, toPage } from '#server/api/page.ts';
import { approvalView } from '#server/api/views/run-view.ts';
import type { ApprovalRefusal } from '#server/engine/transition.ts';
import { AppError, type AppErrorCode } from '#server/platform/errors.ts';
import { decideApproval } from '#server/runtime/decide-approval.ts';
import { keyMayDecide } from '#server/runtime/permission-to-decide.ts';
import { findApproval, listApprovals } from '#server/store/product-approvals.ts';
import {
  answer,
  idParam,
  jsonBody,
  listOf,
  pageQuery,
  problems,
  SECURED,
  toJson,
} from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';
import { approvalSchema } from './rest-schemas.ts';

const TAGS = ['Approvals'];

const listRoute = createRoute({
  method: 'get',
  path: '/approvals',
  tags: TAGS,
  summary: 'List approvals, newest first',
  security: SECURED,
  middleware: [allow('approval.read')] as const,
  request: { query: pageQuery.extend({ status: approvalView.shape.status.optional() }) },
  responses: { 200: answer(listOf(approvalSchema), 'A page'), ...problems() },
});

const getRoute = createRoute({
  method: 'get',
  path: '/approvals/{id}',
  tags: TAGS,
  summary: 'One approval with its exact content',
  security: SECURED,
  middleware: [allow('approval.read')] as const,
  request: { params: idParam },
  responses: { 200: answer(approvalSchema, 'The approval'), ...problems('not_found') },
});

const decideRoute = createRoute({
  method: 'post',
  path: '/approvals/{id}/decision',
  tags: TAGS,
  summary: 'Decide; the first decision wins, and counts for exactly the content of this digest',
  security: SECURED,
  middleware: [allow('approval.read')] as const,
  request: {
    params: idParam,
    body: jsonBody(
      z.strictObject({
        decision: z.enum(['approved', 'rejected']),
        /** As the approval carries it. */
        digest: z.string().min(1).max(200),
        comment: z.string().max(2000).optional(),
      }),
    ),
  },
  responses: {
    200: answer(
      z.object({ decision: z.enum(['approved', 'rejected']), runId: z.string() }),
      'Decided',
    ),
    ...problems('not_found', 'conflict', 'gone', 'invalid'),
  },
});

const REFUSAL_CODES: Readonly<Record<ApprovalRefusal, AppErrorCode>> = {
  already_decided: 'conflict',
  superseded: 'conflict',
  bad_token: 'conflict',
  expired: 'gone',
  cancelled: 'gone',
  not_permitted: 'forbidden',
};

export const registerApprovals = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(listRoute, async (c) => {
    const { status, cursor, limit } = c.req.valid('query');
    const rows = await listApprovals(c.get('services').reads, {
      orgId: c.get('orgId'),
      status: status ?? null,
      before: decodeCursor(cursor),
      limit: limit + 1,
    });
    return c.json(toJson(toPage(rows, limit, (row) => row.id)), 200);
  });

  app.openapi(getRoute, async (c) => {
    const { reads } = c.get('services');
    const approval = await findApproval(reads, c.get('orgId'), c.req.valid('param').id);
    if (approval === null) throw new AppError('not_found', 'There is no such approval here.');
    return c.json(toJson(approval), 200);
  });

  app.openapi(decideRoute, async (c) => {
    const { decision, digest, comment } = c.req.valid('json');
    const decided = await decideApproval(c.get('services').deps, {
      orgId: c.get('orgId'),
      approvalId: c.req.valid('param').id,
      decision,
      digest,
      via: 'api',
      actor: c.get('actor'),
      comment: comment ?? null,
      mayDecide: keyMayDecide(c.get('role')),
    });
    if (decided.kind === 'decided') {
      return c.json({ decision: decided.decision, runId: decided.runId }, 200);
    }
    const { reason, message, decidedBy, decidedVia, closedAt } = decided;
    throw new AppError(REFUSAL_CODES[reason], message, {
      hint: 'Read the approval again to see where it stands.',
      details: { reason, decidedBy, decidedVia, closedAt: closedAt?.toISOString() ?? null },
    });
  });
};
