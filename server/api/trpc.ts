/**
 * The builder of all procedures: signed in, in one workspace, with a permission. Thrown AppErrors
 * become tRPC's codes by the platform's one table; what is not ours to show stays inside.
 */
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { requirePermission, type Permission } from '#server/auth/permissions.ts';
import { ERROR_MAP, toAppError, toProblem } from '#server/platform/error-map.ts';
import { AppError } from '#server/platform/errors.ts';
import { logFor } from '#server/platform/log.ts';
import type { ApiContext } from './context.ts';

const log = logFor('api');

const t = initTRPC.context<ApiContext>().create({
  transformer: superjson,
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    data: {
      code: shape.data.code,
      httpStatus: shape.data.httpStatus,
      path: shape.data.path,
      /** The same body that REST would answer with: code, detail, hint, details. */
      problem: toProblem(isBadInput(error) ? inputProblem(error) : (error.cause ?? error)),
    },
  }),
});

const isBadInput = (error: TRPCError): boolean =>
  error.code === 'BAD_REQUEST' && !(error.cause instanceof AppError);

const inputProblem = (error: TRPCError): AppError =>
  new AppError('bad_request', 'The input does not have the expected shape.', { cause: error });

/** Gives an unexpected error a log line and every error its code. */
const translateErrors = t.middleware(async ({ next, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { error } = result;
  if (error.code !== 'INTERNAL_SERVER_ERROR') return result;
  const appError = toAppError(error.cause ?? error);
  if (appError.code === 'internal')
    log.error({ err: error.cause ?? error, path }, 'procedure failed');
  throw new TRPCError({
    code: ERROR_MAP[appError.code].trpc,
    message: appError.message,
    cause: appError,
  });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const signedIn = t.procedure.use(translateErrors).use(async ({ ctx, next }) => {
  const viewer = await ctx.viewer();
  if (viewer === null) {
    throw new AppError('unauthenticated', 'You are not signed in.', {
      hint: 'Sign in and try again.',
    });
  }
  return next({
    ctx: {
      services: ctx.services,
      viewer,
      orgId: viewer.organisation.id,
      /** As the engine records it. */
      actor: `user:${viewer.userId}`,
    },
  });
});

/** A procedure for members whose role includes the permission. */
export const permitted = (permission: Permission) =>
  signedIn.use(async ({ ctx, next }) => {
    requirePermission(ctx.viewer.role, permission);
    return next({ ctx });
  });

/** A procedure for every member. */
export const forMembers = signedIn;
