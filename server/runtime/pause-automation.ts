import { withTransaction, type Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { orderHold, orderRelease } from '#server/store/holds.ts';
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
  /** With `paused`: runs under way are held as well. Otherwise they go on, or stay as they are. */
  readonly holdRuns?: boolean | undefined;
  /** With `active`: what becomes of held runs' waits that came due. */
  readonly waits?: 'now' | 'skip' | 'spread' | undefined;
  /** With `spread`: over how many hours. */
  readonly spreadHours?: number | undefined;
}

const ACTIONS: Readonly<Record<AutomationStatus, string>> = {
  active: 'automation.resumed',
  paused: 'automation.paused',
  archived: 'automation.archived',
};

/** Whoever does not say gets no burst. */
const SPREAD_HOURS = 1;

/**
 * Pauses, resumes or archives. What was refused while paused is not started afterwards. Runs under
 * way go on, unless they are held: then a sweep marks them, batch by batch, and resuming releases
 * them as was chosen; where nothing was, what came due is spread over an hour. Throws AppError
 * `not_found`.
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
    await orderRuns(tx, change);
    await insertAudit(tx, { orgId, actor, action: ACTIONS[status], subject: automationId });
  });
  return { status };
};

const orderRuns = async (tx: Tx, change: SetAutomationStatus): Promise<void> => {
  const { automationId, status, actor, holdRuns = false } = change;
  const { waits = 'spread', spreadHours = SPREAD_HOURS } = change;
  if (status === 'paused' && holdRuns) await orderHold(tx, automationId);
  if (status !== 'active') return;
  const spreadSeconds = waits === 'spread' ? Math.round(spreadHours * 3600) : 0;
  await orderRelease(tx, automationId, { waits, spreadSeconds, actor });
};
