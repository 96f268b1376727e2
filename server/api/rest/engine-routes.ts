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
        metrics: z.record(z.string(), z.unknown()),
      }),
      'The condition right now',
    ),
    ...problems(),
  },
});

export const registerEngine = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(healthRoute, async (c) => {
    const { pools } = c.get('services');
    const { invariants, metrics } = await readEngineHealth(pools.api, c.get('orgId'));
    const counts = Object.fromEntries(invariants.map(({ name, count }) => [name, count]));
    return c.json({ invariants: counts, metrics: toJson({ ...metrics }) }, 200);
  });
};
