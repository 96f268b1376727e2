import { continueChecks } from './check-invariants.ts';
import type { RuntimeDeps } from './deps.ts';

/** Failures that raise no error are found by looking for what must not be there. */
export const sweepInvariants = async (deps: RuntimeDeps): Promise<boolean> => {
  const checks = await continueChecks(deps.pool, (error, invariant) => {
    deps.log.error({ err: error, invariant }, 'an invariant could not be looked at');
  });
  for (const { name, count, sample } of checks) {
    if (count > 0) deps.log.error({ invariant: name, count, sample }, 'an invariant is broken');
  }
  return false;
};
