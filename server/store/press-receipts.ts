/** What became of each press of a button in Slack, one receipt for a press. */
import type { Tx } from '#server/platform/db.ts';

/** The receipt of a press has the press's own name, so that it is written once whoever writes it. */
const idOf = (pressId: string): string => `rcp_${pressId.replace(/^[a-z]+_/, '')}`;

export interface PressReceipt {
  readonly pressId: string;
  readonly approvalId: string;
  /** `stored` until it is worked off. */
  readonly result: 'stored' | 'accepted' | 'invalid';
  /** In a sentence, without names. */
  readonly detail: string;
}

/**
 * Writes it, or says how it ended where it was only stored so far: the first end stands.
 * False when nothing was new.
 */
export const savePressReceipt = async (tx: Tx, receipt: PressReceipt): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into receipts (id, org_id, automation_id, source, result, run_id, detail)
     select $1, r.org_id, r.automation_id, 'slack', $3, r.id, $4
       from approvals a join runs r on r.id = a.run_id where a.id = $2
     on conflict (id) do update set result = excluded.result, detail = excluded.detail
      where receipts.result = 'stored' and excluded.result <> 'stored'`,
    [idOf(receipt.pressId), receipt.approvalId, receipt.result, receipt.detail],
  );
  return rowCount === 1;
};

/** Slack told of a press again. */
export const saveRepeatedPress = async (
  tx: Tx,
  receipt: { readonly id: string; readonly approvalId: string; readonly detail: string },
): Promise<void> => {
  await tx.query(
    `insert into receipts (id, org_id, automation_id, source, result, run_id, detail)
     select $1, r.org_id, r.automation_id, 'slack', 'duplicate', r.id, $3
       from approvals a join runs r on r.id = a.run_id where a.id = $2`,
    [receipt.id, receipt.approvalId, receipt.detail],
  );
};
