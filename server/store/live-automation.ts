import type { Tx } from '#server/platform/db.ts';

export interface LiveAutomation {
  readonly status: 'active' | 'paused' | 'archived';
  readonly liveVersion: number | null;
}

export const findLiveAutomation = async (
  tx: Tx,
  orgId: string,
  automationId: string,
): Promise<LiveAutomation | null> => {
  const { rows } = await tx.query<LiveAutomation>(
    `select status, live_version as "liveVersion" from automations where id = $1 and org_id = $2`,
    [automationId, orgId],
  );
  return rows[0] ?? null;
};
