import { checkMigrationOrder, type OrderProblem } from '#server/engine/check-migration-order.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { documentSchema } from '#server/engine/document.ts';
import type { MigrationOrder } from '#server/engine/migration-order.ts';
import type { Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { readVersions } from '#server/store/automation-versions.ts';
import { readStanding, type Standing } from '#server/store/product-standing.ts';

export interface OrderedVersions {
  readonly from: AutomationDocument;
  readonly to: AutomationDocument;
}

/** The documents of both versions. Throws AppError `not_found` for a version that there is not. */
export const readOrderedVersions = async (
  tx: Tx,
  automationId: string,
  asked: { readonly from: number; readonly to: number },
): Promise<OrderedVersions> => {
  const rows = await readVersions(tx, [
    { automationId, version: asked.from },
    { automationId, version: asked.to },
  ]);
  const document = (version: number): AutomationDocument => {
    const row = rows.find((one) => one.version === version);
    if (row === undefined) throw new AppError('not_found', `There is no version ${version}.`);
    return documentSchema.parse(row.document);
  };
  return { from: document(asked.from), to: document(asked.to) };
};

export interface WeighedOrder extends OrderedVersions {
  /** Where the open runs of the old version stand, up to a bound. */
  readonly standing: Standing;
  readonly problems: readonly OrderProblem[];
}

/** What an order is about, and all that is wrong with it. Throws AppError `not_found`. */
export const weighOrder = async (
  tx: Tx,
  automationId: string,
  order: MigrationOrder,
): Promise<WeighedOrder> => {
  const versions = await readOrderedVersions(tx, automationId, order);
  const standing = await readStanding(tx, automationId, order.from);
  const occupied = standing.steps.map((step) => step.stepId);
  const problems = checkMigrationOrder({ order, ...versions, occupied });
  return { ...versions, standing, problems };
};
