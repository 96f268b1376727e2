import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { readEngineHealth } from '#server/runtime/engine-health.ts';
import { answer, problems, SECURED, toJson } from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';

const healthRoute = createRoute({
  method: 'get',
  path: '/engine/health',
  tags: ['Engine'],
  summary: 'Every invariant’s count, 0 in a healthy engine, and the engine’s measurements',
  security: SECURED,
  middleware: [allow('automation.read')] as const,
  responses: {
    200: answer(
      z.object({
        invariants: z.record(z.string(), z.int()),
        /** Every invariant was looked at since then; the sweeper looks every minute. */
        checkedAt: z.iso.datetime(),
        metrics: z.record(z.string(), z.unknown()),
      }),
      'The condition: measurements of this moment, invariants as they were last looked at',
    ),
    ...problems(),
  },
});

export const registerEngine = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(healthRoute, async (c) => {
    const { pools } = c.get('services');
    const { invariants, checkedAt, metrics } = await readEngineHealth(pools.api, c.get('orgId'));
    const counts = Object.fromEntries(invariants.map(({ name, count }) => [name, count]));
    return c.json(
      { invariants: counts, checkedAt: checkedAt.toISOString(), metrics: toJson({ ...metrics }) },
      200,
    );
  });
};
