import type { Pool } from '#server/platform/db.ts';
import { readEnv } from '#server/platform/env.ts';
import type { RuntimeDeps, Tuning } from '#server/runtime/deps.ts';
import { processDeps } from '#server/runtime/process-deps.ts';
import { TEST_SECRETS } from '#server/testing/test-secrets.ts';

/** Seconds: so short that a lost worker is missed at once. */
export const LEASE_SECONDS = 1;

/** The product's own parts over a lab's database. */
export const labDeps = (pool: Pool, sandboxPort: number, tuning: Partial<Tuning>): RuntimeDeps =>
  processDeps(
    pool,
    readEnv({
      NODE_ENV: 'test',
      HOLDFAST_SANDBOX: 'on',
      APP_URL: 'http://localhost:3000',
      SANDBOX_PORT: String(sandboxPort),
    }),
    TEST_SECRETS,
    { leaseSeconds: LEASE_SECONDS, graceSeconds: 1, ...tuning },
  );
