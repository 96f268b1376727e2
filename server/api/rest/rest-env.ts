import type { Hook } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import type { AppServices } from '#server/api/app-services.ts';
import { requirePermission, type Permission, type Role } from '#server/auth/permissions.ts';
import { sha256Hex } from '#server/platform/digest.ts';
import { AppError } from '#server/platform/errors.ts';
import { findApiKey, noteKeyUse } from '#server/store/product-api-keys.ts';
import { flattenIssues } from './flatten-issues.ts';

/** What every handler finds on its context. */
export interface RestEnv {
  readonly Variables: {
    services: AppServices;
    orgId: string;
    role: Role;
    keyId: string;
    /** As the engine records it. */
    actor: string;
  };
}

const BEARER = /^Bearer ([\x21-\x7e]{16,200})$/;

/**
 * The key's sha256 is looked up: equal keys have equal hashes, so no comparison of secrets takes
 * place that could tell how much of one was right.
 */
export const authenticate = createMiddleware<RestEnv>(async (c, next) => {
  const header = c.req.header('authorization');
  const key = BEARER.exec(header ?? '')?.[1];
  if (key === undefined) {
    const what = header === undefined ? 'An API key is missing.' : 'This is not an API key.';
    throw new AppError('unauthenticated', what, {
      hint: 'Send "Authorization: Bearer <key>"; the first key stands in .data/api-key.',
    });
  }
  const services = c.get('services');
  const found = await findApiKey(services.reads, sha256Hex(key));
  if (found === null) {
    throw new AppError('unauthenticated', 'This API key is not known, or it was revoked.', {
      hint: 'Use the key from .data/api-key, or make a new one.',
    });
  }
  await noteKeyUse(services.reads, found.id);
  c.set('orgId', found.orgId);
  c.set('role', found.role);
  c.set('keyId', found.id);
  c.set('actor', `api:${found.id}`);
  await next();
});

/** Refuses keys whose role does not include the permission. */
export const allow = (permission: Permission) =>
  createMiddleware<RestEnv>(async (c, next) => {
    requirePermission(c.get('role'), permission);
    await next();
  });

/** What does not fit a schema is told field by field, in the shape of every other problem. */
export const refuseInvalid: Hook<unknown, RestEnv, string, unknown> = (result) => {
  if (result.success) return;
  const issues = flattenIssues(result.error.issues);
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : ` at ${first.path}`;
  throw new AppError(
    result.target === 'json' ? 'invalid' : 'bad_request',
    `The ${result.target === 'json' ? 'body' : result.target} is not valid${where}: ${first?.message ?? 'unknown'}`,
    { hint: 'See /api/v1/openapi.json for what is expected.', details: { issues } },
  );
};
