import { createDeps } from '#server/runtime/create-deps.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { readEnv } from '#server/platform/env.ts';
import type { Pool } from '#server/platform/db.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { benchCatalogue, NO_OP, noOpExecutor } from './no-op-step.ts';

/** The record of a process with the product's own settings; nothing here is tuned for the bench. */
export const benchDeps = (pool: Pool): RuntimeDeps =>
  createDeps({
    pool,
    env: readEnv({ NODE_ENV: 'production' }),
    secrets: {
      authSecret: 'bench',
      credentialsKey: '0'.repeat(64),
      slackSigningSecret: 'bench',
      inboundMailSecret: 'bench',
      apiKey: 'bench',
    },
    catalogue: benchCatalogue,
    executors: new Map([[NO_OP, noOpExecutor]]),
    connectors: new Map(),
    render: renderTemplate,
  });
