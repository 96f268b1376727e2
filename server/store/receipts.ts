import type { Tx } from '#server/platform/db.ts';

export type ReceiptResult =
  | 'accepted'
  | 'duplicate'
  | 'bad_signature'
  | 'paused'
  | 'invalid'
  | 'stored'
  /** A schedule's: the run before had not ended, or the time had passed for too long. */
  | 'skipped'
  | 'missed';

export interface NewReceipt {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string | null;
  readonly source: 'hook' | 'api' | 'signal' | 'inbound_email' | 'schedule' | 'slack';
  readonly result: ReceiptResult;
  readonly runId: string | null;
  /** Why, in a sentence; never the payload. */
  readonly detail: string;
  readonly startKey: string | null;
}

export const insertReceipt = async (tx: Tx, receipt: NewReceipt): Promise<void> => {
  await tx.query(
    `insert into receipts (id, org_id, automation_id, source, result, run_id, detail, start_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do nothing`,
    [
      receipt.id,
      receipt.orgId,
      receipt.automationId,
      receipt.source,
      receipt.result,
      receipt.runId,
      receipt.detail,
      receipt.startKey,
    ],
  );
};
