import type { AppServices } from '#server/api/app-services.ts';
import { decodeCursor, toPage, type Page } from '#server/api/page.ts';
import type { MigrationRunView } from '#server/api/views/migration-view.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  findMigration,
  listMigrationRuns,
  type MigrationRunRow,
} from '#server/store/product-migrations.ts';

export interface AskedRuns {
  readonly orgId: string;
  readonly id: string;
  readonly status: MigrationRunRow['status'] | null;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Throws AppError `not_found`. */
export const readMigrationRuns = async (
  { reads }: Pick<AppServices, 'reads'>,
  asked: AskedRuns,
): Promise<Page<MigrationRunView>> => {
  const migration = await findMigration(reads, asked.orgId, asked.id);
  if (migration === null) throw new AppError('not_found', 'There is no such migration here.');
  const rows = await listMigrationRuns(reads, {
    migrationId: migration.id,
    status: asked.status,
    after: decodeCursor(asked.cursor),
    limit: asked.limit + 1,
  });
  return toPage(rows, asked.limit, (row) => row.runId);
};
