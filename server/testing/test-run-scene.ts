/**
 * Test runs: the workspace is connected to a "real" world that counts who calls, the sandbox is
 * another. Whatever a test run does, nobody may call the real one.
 */
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { readEnv } from '#server/platform/env.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { processDeps } from '#server/runtime/process-deps.ts';
import { startTestRun, type StartTestRun } from '#server/runtime/start-test-run.ts';
import type { Scenario } from './scenario.ts';
import type { TestDatabase } from './test-database.ts';
import type { TestSandbox } from './test-sandbox.ts';
import { TEST_SECRETS } from './test-secrets.ts';

export const TEST_CONTACT = { email: 'maya@example.org', name: 'Maya', timezone: 'Europe/Berlin' };

export const SANDBOX_OFF = { HOLDFAST_SANDBOX: 'off' };

export interface DivertedEffect {
  readonly step: string;
  readonly status: string;
  readonly connection: string | null;
  readonly diverted: string | null;
}

export interface TestRunScene {
  /** The real world: where it is, and how often it was called since the test began. */
  readonly trap: { readonly url: string; readonly calls: number };
  /** An automation with the document as its draft. */
  drafted(document: unknown): Promise<string>;
  /** May call any address, so that nothing but the mark of a test keeps a call from the real world. */
  openDeps(over?: Readonly<Record<string, string>>): RuntimeDeps;
  /** Starts a test run, of the draft unless told otherwise. */
  test(automationId: string, more?: Partial<StartTestRun>, deps?: RuntimeDeps): Promise<string>;
  effectsOf(runId: string): Promise<readonly DivertedEffect[]>;
  /** Rows of a table, as `from` names them. */
  count(from: string): Promise<number>;
}

/** A server that hangs up on everybody, and counts them; every connection points at it. */
const setTrap = (db: TestDatabase): { url: string; calls: number } => {
  const trap = { url: '', calls: 0 };
  const server = createServer((socket) => {
    trap.calls += 1;
    socket.destroy();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    trap.url = `http://127.0.0.1:${port}`;
    await db.sql.query(
      `update connections set settings = settings || jsonb_build_object(
         'host', '127.0.0.1', 'port', $1::int, 'baseUrl', $2::text, 'apiUrl', $2::text || '/api/')`,
      [port, trap.url],
    );
  });
  afterAll(() => {
    server.close();
  });
  beforeEach(() => {
    trap.calls = 0;
  });
  return trap;
};

const readEffects = async (db: TestDatabase, runId: string): Promise<readonly DivertedEffect[]> => {
  const { rows } = await db.sql.query<DivertedEffect & { readonly [column: string]: unknown }>(
    `select step_id as step, status, connection_id as connection,
            provider_reply ->> 'diverted' as diverted
       from effects where run_id = $1 order by created_at, key`,
    [runId],
  );
  return rows;
};

/** Called after `scenario`, whose connections it turns to the trap. */
export const testRunScene = (db: TestDatabase, box: TestSandbox, s: Scenario): TestRunScene => {
  const trap = setTrap(db);
  const openDeps: TestRunScene['openDeps'] = (over = {}) => {
    const env = readEnv({
      NODE_ENV: 'test',
      HOLDFAST_SANDBOX: 'on',
      HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true',
      SANDBOX_PORT: String(box.sandbox.httpPort),
      SANDBOX_SMTP_PORT: String(box.sandbox.smtpPort),
      ...over,
    });
    return processDeps(db.pool, env, TEST_SECRETS, { ...s.deps().tuning });
  };
  return {
    trap,
    openDeps,
    drafted: async (document) => {
      const made = { orgId: s.orgId, document: documentSchema.parse(document), actor: 'user:test' };
      return (await createAutomation(s.deps(), made)).id;
    },
    test: async (automationId, more = {}, deps = openDeps()) => {
      const start = {
        of: { kind: 'draft' as const },
        contact: TEST_CONTACT,
        input: { base: trap.url },
        actor: 'user:test',
      };
      return (await startTestRun(deps, { orgId: s.orgId, automationId, ...start, ...more })).runId;
    },
    effectsOf: async (runId) => readEffects(db, runId),
    count: async (from) =>
      (await db.sql.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ??
      -1,
  };
};
