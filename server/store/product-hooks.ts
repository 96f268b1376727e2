/** What a webhook call needs to know about its automation, by the hook's id. */
import type { Tx } from '#server/platform/db.ts';

export interface HookRow {
  readonly automationId: string;
  readonly orgId: string;
  readonly name: string;
  readonly status: 'active' | 'paused' | 'archived';
  /** Null before the first publish. */
  readonly liveDocument: unknown;
  /** Sealed; null when calls need no signature. */
  readonly sealedSecret: string | null;
}

/** Uses automations_hook_id_key. */
export const findHook = async (tx: Tx, hookId: string): Promise<HookRow | null> => {
  const { rows } = await tx.query<HookRow>(
    `select a.id as "automationId", a.org_id as "orgId", a.name, a.status,
            v.document as "liveDocument", convert_from(a.hook_secret, 'UTF8') as "sealedSecret"
       from automations a
       left join automation_versions v on v.automation_id = a.id and v.version = a.live_version
      where a.hook_id = $1`,
    [hookId],
  );
  return rows[0] ?? null;
};

/** The same by the automation's id. */
export const findHookOf = async (
  tx: Tx,
  orgId: string,
  automationId: string,
): Promise<HookRow | null> => {
  const { rows } = await tx.query<{ hookId: string }>(
    'select hook_id as "hookId" from automations where id = $1 and org_id = $2',
    [automationId, orgId],
  );
  return rows[0] === undefined ? null : findHook(tx, rows[0].hookId);
};
