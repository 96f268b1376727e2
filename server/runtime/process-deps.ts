import { createConnectors, outboundPolicyOf } from '#server/connectors/catalogue.ts';
import type { Pool } from '#server/platform/db.ts';
import type { Env } from '#server/platform/env.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { createExecutors } from '#server/steps/executors.ts';
import { updateContact } from '#server/store/contacts-engine.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { createDeps } from './create-deps.ts';
import type { RuntimeDeps, Tuning } from './deps.ts';

/** The product's own steps and connectors, over the process's pool and environment. */
export const processDeps = (
  pool: Pool,
  env: Env,
  secrets: Secrets,
  tuning: Partial<Tuning> = {},
): RuntimeDeps =>
  createDeps({
    pool,
    env,
    secrets,
    catalogue: stepCatalogue,
    executors: createExecutors({ updateContact }),
    connectors: createConnectors(outboundPolicyOf(env)),
    render: renderTemplate,
    tuning,
  });
