/** Where a person's data may be, and where it is not, after everything has gone well and wrong. */
import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { SANDBOX_CREDENTIALS } from '#server/sandbox/credentials.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { documentOf, end, mail, post, reply } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { deliverSignal } from './deliver-signal.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const CONTACT = { email: 'quentin.private@example.org', name: 'Quentin Private' };
/** What a person wrote, and what opens connections. */
const NEVER = new RegExp(
  ['quentin', 'I am on holiday', ...Object.values(SANDBOX_CREDENTIALS)].join('|'),
  'i',
);

/** DESIGN's list of where payloads are; people and their consent have tables of their own. */
const MAY_HOLD: Readonly<Record<string, readonly string[]>> = {
  contacts: ['email', 'name', 'external_id', 'attributes'],
  suppressions: ['address'],
  users: ['name', 'email'],
  runs: ['input'],
  steps: ['output'],
  effects: ['request', 'result', 'provider_reply', 'decision'],
  signals: ['payload'],
  approvals: ['content', 'comment'],
};

const OUTCOMES = new Set(['failed', 'parked', 'needs_review', 'waiting_retry', 'done']);

const findsIn = async (): Promise<string[]> => {
  const { rows: columns } = await db.sql.query<{ schema: string; table: string; column: string }>(
    `select table_schema as schema, table_name as "table", column_name as column
       from information_schema.columns c
      where table_schema in ('public', 'pgboss')
        and (table_schema, table_name) in (
          select table_schema, table_name from information_schema.tables where table_type = 'BASE TABLE')`,
  );
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    if (MAY_HOLD[table]?.includes(column) === true) continue;
    const { rows } = await db.sql.query<{ value: string | null }>(
      `select "${column}"::text as value from "${schema}"."${table}"`,
    );
    const hit = rows.find(({ value }) => value !== null && NEVER.test(value));
    if (hit !== undefined) found.push(`${schema}.${table}.${column}: ${hit.value}`);
  }
  return found;
};

afterEach(async () => {
  for (const service of ['smtp', 'http'] as const) {
    await setFault(txOf(db.pool), service, { mode: 'normal' });
  }
});

describe('a person’s data', () => {
  it('is in payloads only: no log, timer, wake-up or error tells of it', async () => {
    const automation = await s.publish(
      documentOf([post('order', box), mail('hello'), reply('answer'), end()]),
    );
    await s.worker();
    const { runId } = await s.start(automation, {
      contact: CONTACT,
      input: { key: 'thread', note: 'I am on holiday' },
    });
    await s.untilRun(runId, 'waiting_signal');
    await deliverSignal(s.deps(), {
      orgId: s.orgId,
      name: 'email.reply',
      correlationKey: 'thread',
      identity: '<reply-1@example.org>',
      payload: { from: CONTACT.email, text: 'I am on holiday' },
      source: 'inbound_email',
    });
    await s.untilRun(runId, 'done');
    expect(await findsIn()).toEqual([]);
  });

  it.each(['reject', 'revoked', 'error', 'accept_then_drop'] as const)(
    'is nowhere else when the mail server answers with %s',
    async (mode) => {
      await setFault(txOf(db.pool), 'smtp', { mode });
      const automation = await s.publish(documentOf([mail('hello'), end()]));
      await s.worker();
      const { runId } = await s.start(automation, { contact: CONTACT });
      await waitFor('what came of it', async () => OUTCOMES.has(await s.status(runId)));
      expect(await findsIn()).toEqual([]);
    },
  );
});
