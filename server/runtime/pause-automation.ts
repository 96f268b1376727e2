import { withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { writeAutomationStatus } from '#server/store/product-drafts.ts';
import type { RuntimeDeps } from './deps.ts';
import { turnScheduleOf } from './sync-schedule.ts';

export type AutomationStatus = 'active' | 'paused' | 'archived';

export interface SetAutomationStatus {
  readonly orgId: string;
  readonly automationId: string;
  readonly status: AutomationStatus;
  readonly actor: string;
}

const ACTIONS: Readonly<Record<AutomationStatus, string>> = {
  active: 'automation.resumed',
  paused: 'automation.paused',
  archived: 'automation.archived',
};

/**
 * Pauses, resumes or archives. It is about new runs only: those under way finish, and what was
 * refused while paused is not started afterwards. Throws AppError `not_found`.
 */
export const setAutomationStatus = async (
  deps: Pick<RuntimeDeps, 'pool'>,
  change: SetAutomationStatus,
): Promise<{ readonly status: AutomationStatus }> => {
  const { orgId, automationId, status, actor } = change;
  await withTransaction(deps.pool, async (tx) => {
    const found = await writeAutomationStatus(tx, { orgId, automationId, status, by: actor });
    if (!found) throw new AppError('not_found', 'There is no such automation here.');
    await turnScheduleOf(tx, automationId, status === 'active' ? 'active' : 'paused');
    await insertAudit(tx, { orgId, actor, action: ACTIONS[status], subject: automationId });
  });
  return { status };
};
