import type { Tx } from '#server/platform/db.ts';

/**
 * Forgets everything received, and what was still to be delivered. Users and faults stay.
 * One statement, so that no reader sees half of it.
 */
export const clearReceived = async (tx: Tx): Promise<void> => {
  await tx.query(
    `with a as (delete from sandbox.deliveries),
          b as (delete from sandbox.interactions),
          c as (delete from sandbox.slack_messages),
          d as (delete from sandbox.messages),
          e as (delete from sandbox.model_calls),
          f as (delete from sandbox.crm_records),
          g as (delete from sandbox.http_requests)
     delete from sandbox.calls`,
  );
};
