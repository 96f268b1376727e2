/**
 * Automations by chance on the real engine: several workers, some of them killed, connections cut
 * before and after statements take effect, providers that misbehave. Once the world is kind again
 * everything must come to its end, and every provider must have seen what the ledger says.
 */
import { describe, expect, it } from 'vitest';
import { messageIdFor } from '#server/connectors/smtp-message.ts';
import { txOf } from '#server/platform/db.ts';
import type { FaultMode } from '#server/sandbox/faults/fault.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { cuttingProxy } from '#server/testing/cutting-proxy.ts';
import { chanceOf, randomAutomation, type Chance } from '#server/testing/random-automation.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { startWorkerProcess } from '#server/testing/worker-process.ts';
import { decideApproval } from './decide-approval.ts';
import { deliverSignal } from './deliver-signal.ts';
import { keyMayDecide } from './permission-to-decide.ts';
import { resolveEffect } from './resolve-effect.ts';
import { skipTimer } from './skip-timer.ts';

const SEEDS = [11, 42];
const AUTOMATIONS = 4;
const RUNS_EACH = 5;
const ROUNDS = 4;

const db = testDatabase({ max: 20 });
const box = testSandbox(db);
const s = scenario(db, box);
const proxy = cuttingProxy(db);

const SERVICES = ['smtp', 'slack', 'model', 'crm', 'http'] as const;
/** A mail server that takes a message and says that it did not is believed: nothing can tell. */
const MODES: Readonly<Record<(typeof SERVICES)[number], readonly [FaultMode, ...FaultMode[]]>> = {
  smtp: ['rate_limited', 'error', 'accept_then_drop', 'drop_before'],
  slack: ['rate_limited', 'error', 'accept_then_drop', 'accept_then_error', 'drop_before'],
  model: ['rate_limited', 'error', 'accept_then_drop', 'drop_before'],
  crm: ['rate_limited', 'error', 'accept_then_drop', 'accept_then_error', 'drop_before'],
  http: ['rate_limited', 'error', 'accept_then_drop', 'accept_then_error', 'drop_before'],
};

const misbehave = async (chance: Chance): Promise<void> => {
  for (const service of SERVICES) {
    if (chance.roll(2) === 0) continue;
    const mode = chance.pick(MODES[service]);
    const times = 1 + chance.roll(2);
    await setFault(txOf(db.pool), service, { mode, times, retryAfterSeconds: 1 });
  }
};

const STATEMENTS = ['commit\u0000', 'effect.started', 'effect.settled', 'step.completed'] as const;

const rowsOf = async <R extends Record<string, unknown>>(text: string): Promise<readonly R[]> =>
  (await db.sql.query<R>(text)).rows;

const messagesOf = async (key: string): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    'select count(*)::int as n from sandbox.messages where message_id = $1',
    [messageIdFor(key)],
  );
  return rows[0]?.n ?? -1;
};

/** Whatever waits for somebody gets its answer; what waits for time is skipped. */
const answerAll = async (): Promise<void> => {
  const deps = s.deps();
  const { orgId } = s;
  const waits = await rowsOf<{ key: string }>(
    'select correlation_key as key from subscriptions where closed_at is null',
  );
  for (const { key } of waits) {
    const signal = { name: 'email.reply', correlationKey: key, identity: key, payload: {} };
    await deliverSignal(deps, { orgId, ...signal, source: 'signal' });
  }
  const asked = await rowsOf<{ id: string; digest: string }>(
    `select id, digest from approvals where status = 'open'`,
  );
  for (const { id: approvalId, digest } of asked) {
    const by = { via: 'inbox', actor: 'api:key', mayDecide: keyMayDecide('owner') } as const;
    const decide = { orgId, approvalId, digest, comment: null, ...by };
    await decideApproval(deps, { ...decide, decision: 'approved' });
  }
  const doubts = await rowsOf<{ key: string }>(
    `select key from effects where status = 'needs_review'`,
  );
  for (const { key } of doubts) {
    // A person looks into the mailbox: the only system here that cannot be asked.
    const outcome = (await messagesOf(key)) > 0 ? 'happened' : 'did_not_happen';
    await resolveEffect(deps, { orgId, key, outcome, actor: 'user:u' }).catch(() => undefined);
  }
  const pauses = await rowsOf<{ id: string; runId: string }>(
    `select id, run_id as "runId" from timers
      where purpose = 'retry' and fired_at is null and cancelled_at is null`,
  );
  for (const { id: timerId, runId } of pauses) {
    await skipTimer(deps, { orgId, runId, timerId, actor: 'user:u' }).catch(() => undefined);
  }
};

const openRuns = async (): Promise<number> =>
  (await rowsOf<{ id: string }>('select id from runs where finished_at is null')).length;

const progress = async (): Promise<number> =>
  (await rowsOf<{ n: number }>('select count(*)::int as n from transitions'))[0]?.n ?? 0;

const disturb = async (chance: Chance): Promise<void> => {
  for (let round = 0; round < ROUNDS && (await openRuns()) > 0; round += 1) {
    await misbehave(chance);
    const cut = proxy.cut(chance.pick(['before', 'after']), chance.pick(STATEMENTS));
    const doomed = await startWorkerProcess(db, box);
    const goal = (await progress()) + 10 + chance.roll(60);
    await waitFor('some progress', async () => {
      await answerAll();
      return (await progress()) >= goal || (await openRuns()) === 0;
    });
    await doomed.kill('SIGKILL');
    await Promise.race([cut, Promise.resolve()]);
  }
  for (const service of SERVICES) await setFault(txOf(db.pool), service, { mode: 'normal' });
};

/** What every provider has, against what the ledger says of each effect. */
const compare = async (): Promise<readonly string[]> => {
  const effects = await rowsOf<{ key: string; connector: string; status: string; n: number }>(
    `select e.key, e.connector, e.status,
            (case e.connector
              when 'http' then (select count(*) from sandbox.http_requests where idempotency_key = e.key)
              when 'crm' then (select count(*) from sandbox.crm_records where external_id = e.key)
              when 'slack' then (select count(*) from sandbox.slack_messages
                                  where metadata #>> '{event_payload,key}' = e.key)
              else 0 end)::int as n
       from effects e`,
  );
  const wrong: string[] = [];
  for (const { key, connector, status, n } of effects) {
    if (connector === 'model') continue;
    const seen = connector === 'smtp' ? await messagesOf(key) : n;
    const right = status === 'settled' ? seen === 1 : seen <= 1;
    if (!right) wrong.push(`${connector} ${key}: ${status}, seen ${seen} times`);
  }
  return wrong;
};

describe('automations by chance under disturbance', () => {
  it.each(SEEDS)(
    'S12.2 seed %i comes to its end with every effect done once',
    async (seed) => {
      const chance = chanceOf(seed);
      const deps = s.deps({ leaseSeconds: 2 });
      await s.worker(deps);
      await s.worker({ ...deps, pool: proxy.pool });
      for (let index = 0; index < AUTOMATIONS; index += 1) {
        const automation = await s.publish(randomAutomation(box, chance));
        for (let run = 0; run < RUNS_EACH; run += 1) {
          const key = `${seed}-${index}-${run}`;
          await s.start(automation, { input: { key }, contact: { email: `${key}@example.org` } });
        }
      }
      await disturb(chance);
      await waitFor(
        'every run ends',
        async () => {
          await answerAll();
          return (await openRuns()) === 0;
        },
        { timeoutMs: 60_000, everyMs: 100 },
      );
      await waitFor('every effect is known', async () => {
        await answerAll();
        const open = await rowsOf<{ key: string }>(
          `select key from effects where status not in ('settled', 'abandoned')`,
        );
        return open.length === 0;
      });
      expect(await compare()).toEqual([]);
    },
    150_000,
  );
});
