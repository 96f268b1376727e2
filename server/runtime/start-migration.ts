import { canonicalJson } from '#server/engine/canonical-json.ts';
import { uuidOf } from '#server/engine/keys.ts';
import type { MigrationOrder } from '#server/engine/migration-order.ts';
import type { Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import {
  cancelMigration as writeCancel,
  findActiveMigration,
  findMigrationByKey,
  insertMigration,
  type KnownMigration,
} from '#server/store/migrations.ts';
import { insertOutbox } from '#server/store/outbox.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { lockAutomation } from '#server/store/product-drafts.ts';
import { assertStorable } from './assert-storable.ts';
import { retryTransaction } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { weighOrder } from './find-order.ts';

export interface StartMigration {
  readonly orgId: string;
  readonly automationId: string;
  readonly order: MigrationOrder;
  /** Chosen by the caller: the same key again is the same migration. */
  readonly key: string;
  readonly actor: string;
}

export interface StartedMigration {
  readonly id: string;
  /** True: this key had started it before, and nothing was started now. */
  readonly duplicate: boolean;
}

const keyTaken = (migrationId?: string): AppError =>
  new AppError('conflict', 'This key has started another migration.', {
    hint: 'Use a key of its own for each migration.',
    ...(migrationId === undefined ? {} : { details: { migrationId } }),
  });

const asKnown = (known: KnownMigration, start: StartMigration): StartedMigration => {
  const { automationId, from, to, mapping, rules } = known;
  const same =
    automationId === start.automationId &&
    canonicalJson({ from, to, mapping, rules }) === canonicalJson(start.order);
  if (same) return { id: known.id, duplicate: true };
  throw keyTaken(known.id);
};

const refuseProblems = (problems: readonly { readonly message: string }[]): void => {
  const [first] = problems;
  if (first === undefined) return;
  throw new AppError('unprocessable', first.message, {
    hint: 'Put right what is listed, then start again.',
    details: { problems },
  });
};

const startIn = async (tx: Tx, start: StartMigration): Promise<StartedMigration> => {
  const { orgId, automationId, order, key, actor } = start;
  const automation = await lockAutomation(tx, orgId, automationId);
  if (automation === null) throw new AppError('not_found', 'There is no such automation here.');
  const known = await findMigrationByKey(tx, orgId, key);
  if (known !== null) return asKnown(known, start);
  if (automation.status === 'archived') {
    throw new AppError('conflict', 'This automation is archived.', { hint: 'Restore it first.' });
  }
  const active = await findActiveMigration(tx, automationId);
  if (active !== null) {
    throw new AppError('conflict', 'Runs of this automation are being moved already.', {
      hint: 'Wait until that is done, or cancel it.',
      details: { migrationId: active },
    });
  }
  refuseProblems((await weighOrder(tx, automationId, order)).problems);
  const id = newId('mig');
  const made = { id, orgId, automationId, ...order, key, by: actor };
  if (!(await insertMigration(tx, made))) throw keyTaken();
  const payload = { migrationId: id };
  await insertOutbox(tx, [
    { id: uuidOf(`migration:${id}`), topic: 'migration.ready', payload, startAfter: null },
  ]);
  const { from, to } = order;
  await insertAudit(tx, {
    orgId,
    actor,
    action: 'migration.started',
    subject: automationId,
    detail: { migrationId: id, from, to },
  });
  return { id, duplicate: false };
};

/**
 * Begins to move the runs of one version to another; workers do the rest. New runs go on starting on
 * the live version, whichever it is meanwhile, and pausing the automation holds nothing up: it is
 * about new runs. Throws AppError: `not_found`, `unprocessable` (`details.problems`), `conflict`
 * (archived; one is under way, `details.migrationId`; the key was used for another order).
 */
export const startMigration = async (
  deps: RuntimeDeps,
  start: StartMigration,
): Promise<StartedMigration> => {
  assertStorable(start.key, 'key');
  // Tried again after a lost answer to COMMIT, it finds itself by its key.
  const started = await retryTransaction(deps, async (tx) => startIn(tx, start));
  deps.hints.outboxWritten();
  return started;
};

export interface CancelMigration {
  readonly orgId: string;
  readonly id: string;
  readonly actor: string;
}

/**
 * Stops a migration after the runs in hand. What was moved stays moved; the rest was not reached.
 * False when it had ended before.
 */
export const cancelMigration = async (
  deps: RuntimeDeps,
  { orgId, id, actor }: CancelMigration,
): Promise<boolean> =>
  retryTransaction(deps, async (tx) => {
    const automationId = await writeCancel(tx, { orgId, id, by: actor });
    if (automationId === null) return false;
    await insertAudit(tx, {
      orgId,
      actor,
      action: 'migration.cancelled',
      subject: automationId,
      detail: { migrationId: id },
    });
    return true;
  });
