/** Receipts: what became of every trigger call and signal. */
import type { Tx } from '#server/platform/db.ts';
import type { ReceiptResult } from './receipts.ts';

export interface ReceiptRow {
  readonly id: string;
  readonly at: Date;
  readonly source: string;
  readonly result: ReceiptResult;
  readonly runId: string | null;
  readonly detail: string;
}

/** The latest of one automation, newest first. Uses receipts_automation. */
export const listReceipts = async (
  tx: Tx,
  automationId: string,
  limit: number,
): Promise<ReceiptRow[]> => {
  const { rows } = await tx.query<ReceiptRow>(
    `select id, at, source, result, run_id as "runId", detail
       from receipts where automation_id = $1 order by id desc limit $2`,
    [automationId, limit],
  );
  return rows;
};
