/** What the sandbox's services have really done under an effect's key. */
import { messageIdFor } from '#server/connectors/smtp-message.ts';
import type { Tx } from '#server/platform/db.ts';
import type { ExpectedEffect } from './scenario.ts';

const COUNTS: Readonly<Record<ExpectedEffect['outside'], string>> = {
  http: 'select count(*)::int as n from sandbox.http_requests where idempotency_key = $1',
  crm: 'select count(*)::int as n from sandbox.crm_records where external_id = $1',
  model: 'select count(*)::int as n from sandbox.model_calls where idempotency_key = $1',
  mail: 'select count(*)::int as n from sandbox.messages where message_id = $1',
  slack: `select count(*)::int as n from sandbox.slack_messages
           where metadata -> 'event_payload' ->> 'key' = $1`,
};

export const countEffects = async (
  sql: Tx,
  outside: ExpectedEffect['outside'],
  key: string,
): Promise<number> => {
  const subject = outside === 'mail' ? messageIdFor(key) : key;
  const { rows } = await sql.query<{ n: number }>(COUNTS[outside], [subject]);
  return rows[0]?.n ?? -1;
};

/** Everything that any service has done for the run, whatever the key. */
export const countAllEffects = async (sql: Tx, runId: string, email: string): Promise<number> => {
  const { rows } = await sql.query<{ n: number }>(
    `select (select count(*) from sandbox.http_requests where idempotency_key like $1 || '/%')
          + (select count(*) from sandbox.crm_records where external_id like $1 || '/%')
          + (select count(*) from sandbox.model_calls where idempotency_key like $1 || '/%')
          + (select count(*) from sandbox.messages where to_address = $2)
          + (select count(*) from sandbox.slack_messages
              where metadata -> 'event_payload' ->> 'key' like $1 || '/%') as n`,
    [runId, email],
  );
  return Number(rows[0]?.n ?? -1);
};
