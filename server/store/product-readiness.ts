/** Whether this process could serve anybody right now. */
import type { Tx } from '#server/platform/db.ts';

export interface Readiness {
  readonly appliedMigrations: string[];
  /** Seconds since any worker was last seen; null when none ever was. */
  readonly workerSeenSecondsAgo: number | null;
}

/** Rejects when the database cannot be reached, or was never migrated. */
export const readReadiness = async (tx: Tx): Promise<Readiness> => {
  const { rows } = await tx.query<{ applied: string[]; seen: number | null }>(
    `select array(select migration_name from _prisma_migrations
                   where finished_at is not null and rolled_back_at is null) as applied,
            (select extract(epoch from now() - max(seen_at))::float8 from workers) as seen`,
  );
  const row = rows[0];
  return { appliedMigrations: row?.applied ?? [], workerSeenSecondsAgo: row?.seen ?? null };
};
