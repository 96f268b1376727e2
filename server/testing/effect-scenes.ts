/** Ways in which tests bring effects into the states that crashes leave behind. */
import { txOf } from '#server/platform/db.ts';
import type { AdvanceItem } from '#server/runtime/advance-runs.ts';
import { createHeldLeases } from '#server/runtime/held-leases.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { readLoadedRuns } from '#server/runtime/read-loaded-runs.ts';
import { runStep, type SettledStep } from '#server/runtime/run-step.ts';
import { createSettleQueue } from '#server/runtime/settle-queue.ts';
import { stepWorkOf } from '#server/runtime/step-work.ts';
import { claimSteps, FIRST_QUEUE } from '#server/store/claim-steps.ts';
import { findEffect, type EffectRow } from '#server/store/effects.ts';
import type { Connector } from '#server/connectors/connector.ts';
import type { TestDatabase } from './test-database.ts';
import { waitFor } from './wait-for.ts';

const LEASE_SECONDS = 30;

export const effectOf = async (db: TestDatabase, key: string): Promise<EffectRow> => {
  const effect = await findEffect(txOf(db.pool), key);
  if (effect === null) throw new Error(`There is no effect ${key}.`);
  return effect;
};

export const untilInFlight = async (db: TestDatabase, key: string): Promise<void> => {
  await waitFor(
    `${key} in flight`,
    async () => (await findEffect(txOf(db.pool), key))?.status === 'in_flight',
  );
};

export const countRows = async (db: TestDatabase, table: string): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? -1;
};

const mapConnectors = (
  deps: RuntimeDeps,
  change: (connector: Connector) => Connector,
): RuntimeDeps => ({
  ...deps,
  connectors: new Map([...deps.connectors].map(([kind, connector]) => [kind, change(connector)])),
});

/** Connectors that promise nothing: no key, no way to ask. */
export const withoutPromises = (deps: RuntimeDeps): RuntimeDeps =>
  mapConnectors(deps, ({ reconcile, promiseOf, ...connector }) => {
    void [reconcile, promiseOf];
    return { ...connector, idempotency: 'none' };
  });

/**
 * One claimed step of the io lane, run by a worker that sends no heartbeats. `meanwhile` happens
 * when the worker has made up its mind and has not yet settled.
 */
export const runWithoutHeartbeats = async (
  deps: RuntimeDeps,
  id: string,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<SettledStep> => {
  const tx = txOf(deps.pool);
  const { steps } = await claimSteps(tx, {
    lane: 'io',
    limit: 1,
    owner: id,
    leaseSeconds: LEASE_SECONDS,
    mostLostAttempts: 20,
    after: FIRST_QUEUE,
  });
  const [step] = steps;
  if (step === undefined) throw new Error('There is nothing to claim.');
  const run = (await readLoadedRuns(deps, tx, [step.runId])).get(step.runId);
  if (run === undefined) throw new Error('The run is gone.');
  const settles = createSettleQueue(deps);
  const worker = {
    id,
    actor: `worker:${id}`,
    held: createHeldLeases(deps.tuning.leaseSeconds),
    settles: {
      submit: async (item: AdvanceItem) => {
        await meanwhile();
        return settles.submit(item);
      },
    },
  };
  const { signal } = new AbortController();
  return runStep(deps, worker, stepWorkOf(step, run), signal, undefined);
};

/**
 * A worker that begins its call and is never heard of again: before the provider does anything, or
 * after it has done all. Its step's lease and its effect's are 30 seconds.
 */
export const vanishMidCall = async (
  db: TestDatabase,
  deps: RuntimeDeps,
  key: string,
  acted: boolean,
): Promise<void> => {
  const gone = Promise.withResolvers<void>();
  const never = new Promise<never>(() => undefined);
  const vanishing = mapConnectors(deps, (connector) => ({
    ...connector,
    perform: async (call) => {
      if (acted) await connector.perform(call);
      gone.resolve();
      return never;
    },
  }));
  void runWithoutHeartbeats(
    { ...vanishing, tuning: { ...deps.tuning, leaseSeconds: LEASE_SECONDS } },
    'gone',
  );
  await gone.promise;
  await untilInFlight(db, key);
};
