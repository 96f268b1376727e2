/**
 * A workspace with connections to the sandbox, in which tests publish automations, start runs and
 * let workers come and go. After each test every invariant must hold, and every run's log must
 * fold into exactly its rows.
 */
import { afterEach, beforeAll, expect } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { digestJson } from '#server/engine/keys.ts';
import { readEnv } from '#server/platform/env.ts';
import { newId } from '#server/platform/ids.ts';
import { shutDown } from '#server/platform/lifecycle.ts';
import { checkInvariants } from '#server/runtime/check-invariants.ts';
import type { RuntimeDeps, Tuning } from '#server/runtime/deps.ts';
import { processDeps } from '#server/runtime/process-deps.ts';
import { startRun, type StartRun, type StartedRun } from '#server/runtime/start-run.ts';
import { createWorker, type Worker, type WorkerOptions } from '#server/runtime/start-worker.ts';
import { verifyRun } from '#server/runtime/verify-run.ts';
import { createOrganisation } from './create-organisation.ts';
import { createRunReader, type RunReader } from './run-reader.ts';
import type { TestDatabase } from './test-database.ts';
import { TEST_SECRETS } from './test-secrets.ts';
import type { TestSandbox } from './test-sandbox.ts';

export interface Scenario extends RunReader {
  readonly orgId: string;
  /** The record of a fresh process over this database. */
  deps(tuning?: Partial<Tuning>): RuntimeDeps;
  /** Publishes the document as version 1 of a new automation, of this workspace unless told. */
  publish(document: unknown, orgId?: string): Promise<string>;
  start(automationId: string, start?: Partial<StartRun>, deps?: RuntimeDeps): Promise<StartedRun>;
  /** A running worker, stopped after the test. Without a queue unless one is asked for. */
  worker(deps?: RuntimeDeps, options?: Partial<WorkerOptions>): Promise<Worker>;
  stopWorkers(): Promise<void>;
}

const FAST: Partial<Tuning> = { leaseSeconds: 4, pollMs: 50, sweepMs: 100, graceSeconds: 2 };

const envFor = (box: TestSandbox | undefined) =>
  readEnv({
    NODE_ENV: 'test',
    HOLDFAST_SANDBOX: 'on',
    APP_URL: 'http://localhost:3000',
    ...(box === undefined
      ? {}
      : {
          SANDBOX_PORT: String(box.sandbox.httpPort),
          SANDBOX_SMTP_PORT: String(box.sandbox.smtpPort),
        }),
  });

const assertSound = async (db: TestDatabase): Promise<void> => {
  const broken = (await checkInvariants(db.pool)).filter((check) => check.count > 0);
  expect(broken).toEqual([]);
  const { rows } = await db.sql.query<{ id: string }>('select id from runs');
  for (const { id } of rows) {
    const { differences } = await verifyRun({ pool: db.pool }, id);
    expect(differences, `run ${id}: the log and the rows agree`).toEqual([]);
  }
};

const publish = async (db: TestDatabase, orgId: string, source: unknown): Promise<string> => {
  const document = documentSchema.parse(source);
  const id = newId('aut');
  const json = JSON.stringify(document);
  await db.sql.query(
    `insert into automations (id, org_id, slug, name, draft, live_version, hook_id)
     values ($1, $2, $1, $3, $4, 1, $1)`,
    [id, orgId, document.name, json],
  );
  await db.sql.query(
    `insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
     values ($1, 1, $2, $3, $4, 'test')`,
    [id, orgId, json, digestJson(document)],
  );
  return id;
};

export const scenario = (db: TestDatabase, box?: TestSandbox): Scenario => {
  const workers: { readonly worker: Worker; readonly deps: RuntimeDeps }[] = [];
  let orgId = '';
  let ownDeps: RuntimeDeps | undefined;

  const deps = (tuning: Partial<Tuning> = {}): RuntimeDeps =>
    processDeps(db.pool, envFor(box), TEST_SECRETS, { ...FAST, ...tuning });

  const stopWorkers = async (): Promise<void> => {
    for (const { worker, deps: its } of workers.splice(0)) {
      await shutDown(worker, its.tuning.graceSeconds * 1000);
    }
  };

  beforeAll(async () => {
    orgId = await createOrganisation(db, box);
    ownDeps = deps();
  });

  afterEach(async () => {
    await stopWorkers();
    await assertSound(db);
  });

  return {
    get orgId() {
      return orgId;
    },
    deps,
    publish: async (document, org = orgId) => publish(db, org, document),
    start: async (automationId, start = {}, by = ownDeps) => {
      if (by === undefined) throw new Error('The scenario has not begun.');
      return startRun(by, {
        orgId,
        automationId,
        startKey: newId('key'),
        input: {},
        trigger: 'api',
        actor: 'api',
        ...start,
      });
    },
    worker: async (its = deps(), options = {}) => {
      const worker = createWorker(its, { queueUrl: null, ...options });
      workers.push({ worker, deps: its });
      await worker.start();
      return worker;
    },
    stopWorkers,
    ...createRunReader(db),
  };
};
