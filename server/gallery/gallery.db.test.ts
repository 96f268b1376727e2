/**
 * The gallery's automations on the engine, as test runs with real workers and the sandbox's
 * services, beside the simulator: the same steps, and the same emails.
 */
import { describe, expect, it } from 'vitest';
import { createAutomation } from '#server/runtime/create-automation.ts';
import { decideApproval } from '#server/runtime/decide-approval.ts';
import { deliverSignal } from '#server/runtime/deliver-signal.ts';
import { keyMayDecide } from '#server/runtime/permission-to-decide.ts';
import { skipTimer } from '#server/runtime/skip-timer.ts';
import { startTestRun } from '#server/runtime/start-test-run.ts';
import { autoplay } from '#server/simulate/autoplay.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { startSimulation } from '#server/simulate/start-simulation.ts';
import { engineNow } from '#testing/advance-time.ts';
import { scenario } from '#testing/scenario.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testSandbox } from '#testing/test-sandbox.ts';
import { waitFor } from '#testing/wait-for.ts';
import { gallery } from './gallery.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const PERSON = 'sam@example.com';
const CONTACT = { email: 'lucia@example.com', name: 'Lucía', timezone: 'Europe/Madrid' };
const ANSWER = { from: CONTACT.email, subject: 'Re:', text: 'Yes.', score: 9 };

const rowsOf = async <T extends object>(sql: string, runId: string): Promise<readonly T[]> =>
  (await db.sql.query<T>(sql, [runId])).rows;

/** Lets happen what the run waits for: people approve and answer, and waits are skipped. */
const goOn = async (runId: string): Promise<void> => {
  const deps = s.deps();
  const { orgId } = s;
  const approvals = await rowsOf<{ id: string; digest: string }>(
    `select id, digest from approvals where run_id = $1 and status = 'open'`,
    runId,
  );
  for (const { id: approvalId, digest } of approvals) {
    const by = { via: 'inbox', actor: 'api:key', mayDecide: keyMayDecide('owner') } as const;
    const decision = { decision: 'approved', comment: null } as const;
    await decideApproval(deps, { orgId, approvalId, digest, ...decision, ...by });
  }
  const waits = await rowsOf<{ id: string; name: string; key: string }>(
    `select id, signal as name, correlation_key as key from subscriptions
      where run_id = $1 and closed_at is null`,
    runId,
  );
  for (const { id: identity, name, key: correlationKey } of waits) {
    const signal = { name, correlationKey, identity, payload: ANSWER };
    await deliverSignal(deps, { ...signal, orgId, source: 'signal' });
  }
  const timers = await rowsOf<{ id: string }>(
    `select id from timers where run_id = $1 and purpose = 'wait'
        and fired_at is null and cancelled_at is null`,
    runId,
  );
  for (const { id: timerId } of timers) {
    await skipTimer(deps, { orgId, runId, timerId, actor: 'user:test' });
  }
};

/** A split's arm is a matter of the run's id: both arms count as one. */
const plain = (path: readonly (string | null)[]): string[] =>
  path.map((stepId) => (stepId ?? '').replace(/_(plain|warm)$/, ''));

const simulatedPath = ({ log }: Simulation): string[] =>
  plain(
    log.flatMap(({ transition }) =>
      transition.type === 'step.entered' ? [transition.stepId] : [],
    ),
  );

const subjectsOf = ({ messages }: Simulation): string[] =>
  messages.flatMap(({ message }) =>
    message.kind === 'email' && !/next order|like you back/.test(message.subject)
      ? [message.subject]
      : [],
  );

describe('the gallery on the engine', () => {
  it.each(gallery)('$key goes the way that the simulator shows, to the same end', async (entry) => {
    const document = entry.document(PERSON);
    const now = (await engineNow(db)).getTime();
    const input = { ...entry.sample };
    const contact = { ...CONTACT, attributes: {} };
    const start = { document, contact, payload: input, now };
    const simulation = autoplay(startSimulation(start), 'happy');
    const { id: automationId } = await createAutomation(s.deps(), {
      orgId: s.orgId,
      document,
      actor: 'user:test',
    });
    const of = { kind: 'draft' } as const;
    const asked = { orgId: s.orgId, automationId, of, contact: CONTACT, input, actor: 'user:test' };
    const { runId } = await startTestRun(s.deps(), asked);
    await s.worker();
    await waitFor('the run is over', async () => {
      await goOn(runId);
      return ['done', 'failed', 'stopped'].includes(await s.status(runId));
    });
    const log = await s.log(runId);
    const entered = log.filter(({ type }) => type === 'step.entered');
    expect(plain(entered.map(({ stepId }) => stepId))).toEqual(simulatedPath(simulation));
    const [run] = await rowsOf<{ outcome: string }>(
      'select outcome from runs where id = $1',
      runId,
    );
    expect(run?.outcome).toBe(simulation.state.outcome);
    const sent = await rowsOf<{ subject: string }>(
      `select request ->> 'subject' as subject from effects
        where run_id = $1 and connector = 'smtp' and not step_id like 'offer%' order by created_at`,
      runId,
    );
    expect(sent.map(({ subject }) => subject)).toEqual(subjectsOf(simulation));
  });
});
