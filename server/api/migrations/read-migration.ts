import type { AppServices } from '#server/api/app-services.ts';
import type { MigrationView } from '#server/api/views/migration-view.ts';
import { AppError } from '#server/platform/errors.ts';
import { findMigration, type MigrationRow } from '#server/store/product-migrations.ts';

/** The row with its counts together. */
export const toMigrationView = (row: MigrationRow): MigrationView => {
  const { total, moved, cancelled, left, refused, ...migration } = row;
  const pending = total - moved - cancelled - left - refused;
  return { ...migration, counts: { total, pending, moved, cancelled, left, refused } };
};

/** Throws AppError `not_found`. */
export const readMigration = async (
  services: Pick<AppServices, 'reads'>,
  orgId: string,
  id: string,
): Promise<MigrationView> => {
  const row = await findMigration(services.reads, orgId, id);
  if (row === null) throw new AppError('not_found', 'There is no such migration here.');
  return toMigrationView(row);
};
