import type { Connector } from '#server/connectors/connector.ts';
import { outboundPolicyOf } from '#server/connectors/catalogue.ts';
import type { Catalogue, Render } from '#server/engine/definition.ts';
import type { Pool } from '#server/platform/db.ts';
import type { Env } from '#server/platform/env.ts';
import { logFor } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { Executor } from '#server/steps/executor.ts';
import type { RuntimeDeps, Tuning } from './deps.ts';
import { createTellParents } from './tell-parents.ts';
import { createPauses } from './pauses.ts';
import { createPlanCache } from './plan-cache.ts';
import { createStartQueue } from './start-queue.ts';
import { createHints } from './hints.ts';
import { createTestTargets } from './test-targets.ts';

export const tuningOf = (env: Env): Tuning => ({
  leaseSeconds: env.HOLDFAST_LEASE_SECONDS,
  lanes: { fast: env.HOLDFAST_LANE_FAST, io: env.HOLDFAST_LANE_IO, slow: env.HOLDFAST_LANE_SLOW },
  pollMs: env.HOLDFAST_POLL_MS,
  sweepMs: env.HOLDFAST_SWEEP_MS,
  graceSeconds: env.HOLDFAST_GRACE_SECONDS,
});

export interface DepsParts {
  readonly pool: Pool;
  readonly env: Env;
  readonly secrets: Secrets;
  readonly catalogue: Catalogue;
  readonly executors: ReadonlyMap<string, Executor>;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly render: Render;
  readonly tuning?: Partial<Tuning>;
}

/** The record that every use case takes, from the process's environment and the step catalogue. */
export const createDeps = (parts: DepsParts): RuntimeDeps => {
  const deps: RuntimeDeps = {
    pool: parts.pool,
    catalogue: parts.catalogue,
    executors: parts.executors,
    connectors: parts.connectors,
    tests: createTestTargets(parts.connectors, parts.env),
    outbound: outboundPolicyOf(parts.env),
    render: parts.render,
    log: logFor('engine'),
    tuning: { ...tuningOf(parts.env), ...parts.tuning },
    secrets: {
      credentialsKey: parts.secrets.credentialsKey,
      tokenSecret: parts.secrets.authSecret,
    },
    appUrl: parts.env.appUrl,
    tzdb: process.versions['tz'] ?? 'unknown',
    plans: createPlanCache(parts.catalogue),
    pauses: createPauses(),
    hints: createHints(),
    starts: createStartQueue(() => deps),
    tellParents: createTellParents(() => deps),
  };
  return deps;
};
