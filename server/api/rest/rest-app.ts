/** The REST API: `/api/v1`, described by itself at `/api/v1/openapi.json`. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type { AppServices } from '#server/api/app-services.ts';
import { problemResponse, toAppError } from '#server/platform/error-map.ts';
import { AppError } from '#server/platform/errors.ts';
import { logFor } from '#server/platform/log.ts';
import { registerApprovals } from './approval-routes.ts';
import { registerAutomationChanges } from './automation-change-routes.ts';
import { registerAutomations } from './automation-routes.ts';
import { registerContactCommands } from './contact-command-routes.ts';
import { registerContacts } from './contact-routes.ts';
import { registerDeadLetters } from './dead-letter-routes.ts';
import { registerEffects } from './effect-routes.ts';
import { registerEngine } from './engine-routes.ts';
import { authenticate, refuseInvalid, type RestEnv } from './rest-env.ts';
import { registerMigrations } from './migration-routes.ts';
import { registerRunCommands } from './run-command-routes.ts';
import { registerRuns } from './run-routes.ts';
import { registerSignals } from './signal-routes.ts';

const log = logFor('rest');

/** A document of a thousand steps has room in it. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

const ABOUT = {
  openapi: '3.1.0',
  info: {
    title: 'Holdfast',
    version: '1',
    description:
      'Automations, their runs, and the people and signals that runs wait for. Errors are ' +
      'application/problem+json: branch on `code`, read `detail`, do what `hint` says. Repeating a ' +
      'start (by startKey) or a signal (by id) is safe: the answer says so and nothing happens twice.',
  },
};

const toOwnError = (error: Error): AppError => {
  if (error instanceof HTTPException && error.status < 500) {
    return new AppError('bad_request', 'The body is not JSON.', {
      hint: 'Send JSON with content-type application/json.',
      cause: error,
    });
  }
  return toAppError(error);
};

const register = (app: OpenAPIHono<RestEnv>): void => {
  registerAutomations(app);
  registerAutomationChanges(app);
  registerMigrations(app);
  registerRunCommands(app);
  registerRuns(app);
  registerApprovals(app);
  registerSignals(app);
  registerDeadLetters(app);
  registerEffects(app);
  registerContacts(app);
  registerContactCommands(app);
  registerEngine(app);
};

/** One per process and set of services. */
export const createRestApp = (services: AppServices): OpenAPIHono<RestEnv> => {
  const app = new OpenAPIHono<RestEnv>({ defaultHook: refuseInvalid }).basePath('/api/v1');
  app.onError((error) => {
    const appError = toOwnError(error);
    if (appError.code === 'internal') log.error({ err: error }, 'a request failed');
    return problemResponse(appError);
  });
  app.notFound(() =>
    problemResponse(
      new AppError('not_found', 'There is no such endpoint.', {
        hint: 'See /api/v1/openapi.json for all of them.',
      }),
    ),
  );
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'The first key stands in .data/api-key after npm start.',
  });
  app.doc31('/openapi.json', { ...ABOUT, servers: [{ url: services.env.appUrl }] });
  app.use(async (c, next) => {
    c.set('services', services);
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new AppError('too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
      },
    }),
  );
  app.use(authenticate);
  register(app);
  return app;
};
