/**
 * zone_changes: contacts whose zone changed, written by a trigger in the changing transaction.
 *
 *   (new) ──first look──► seen ──second look, a minute later──► (gone)
 *     ▲                    │
 *     └────changed again───┘
 *
 * The second look is for those who had read the old zone before the change and set a timer by it
 * after the first look: no statement of ours waits that long.
 */
import type { Tx } from '#server/platform/db.ts';

const SECOND_LOOK_SECONDS = 60;

export interface ZoneChange {
  readonly contactId: string;
  /** As text: it is compared with itself, to the microsecond. */
  readonly changedAt: string;
  readonly seen: boolean;
}

/** By `zone_changes_new` and `zone_changes_seen`. At most `limit` of either kind. */
export const findZoneChanges = async (tx: Tx, limit: number): Promise<readonly ZoneChange[]> => {
  const { rows } = await tx.query<ZoneChange>(
    `(select contact_id as "contactId", changed_at::text as "changedAt", false as seen
        from zone_changes where seen_at is null order by changed_at limit $1)
     union all
     (select contact_id, changed_at::text, true
        from zone_changes
       where seen_at is not null and seen_at < clock_timestamp() - make_interval(secs => $2)
       order by seen_at limit $1)`,
    [limit, SECOND_LOOK_SECONDS],
  );
  return rows;
};

/** Open runs of a contact; by `runs_by_contact`. */
export const findRunsOfContact = async (tx: Tx, contactId: string): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    'select id from runs where contact_id = $1 and finished_at is null order by id',
    [contactId],
  );
  return rows.map((row) => row.id);
};

/** Unless it changed again meanwhile. */
export const markZoneChangeSeen = async (tx: Tx, change: ZoneChange): Promise<void> => {
  const { contactId, changedAt } = change;
  await tx.query(
    change.seen
      ? 'delete from zone_changes where contact_id = $1 and changed_at = $2::timestamptz'
      : `update zone_changes set seen_at = clock_timestamp()
          where contact_id = $1 and changed_at = $2::timestamptz`,
    [contactId, changedAt],
  );
};
