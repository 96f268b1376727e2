import type { AutomationDocument } from '#server/engine/document.ts';
import { passSchedule, runAtOf, type ScheduleTiming } from '#server/engine/pass-schedule.ts';
import { scheduleConfigSchema } from '#server/engine/trigger-config.ts';
import type { Tx } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import {
  dropSchedule,
  keepSchedule,
  lockSchedule,
  readClock,
  turnSchedule,
  type ScheduleRow,
} from '#server/store/product-schedules.ts';
import { passSchedules } from './pass-schedules.ts';

interface Published {
  readonly orgId: string;
  readonly automationId: string;
  readonly document: AutomationDocument;
  readonly paused: boolean;
}

interface Next {
  readonly nextInstant: Date | null;
  readonly nextRunAt: Date | null;
}

const NEVER: Next = { nextInstant: null, nextRunAt: null };

const at = (timing: ScheduleTiming, instant: number | null): Next =>
  instant === null
    ? NEVER
    : { nextInstant: new Date(instant), nextRunAt: new Date(runAtOf(timing, instant)) };

/**
 * What came due by the rule as it was is owed, whatever becomes of the rule in this transaction:
 * an edit at the tick loses nothing. Answers the next instant by that rule.
 */
const settleAccounts = async (tx: Tx, held: ScheduleRow): Promise<number | null> => {
  if (held.status === 'paused' || held.nextRunAt === null) return null;
  let row = held;
  while (row.nextRunAt !== null && row.nextRunAt <= row.now) {
    const pass = (await passSchedules(tx, [row])).get(row.id);
    row = { ...row, ...at(row, pass?.nextInstant ?? null) };
  }
  return row.nextInstant?.getTime() ?? null;
};

/** From now on, by its rule. */
const fromNow = (timing: ScheduleTiming, now: Date): Next =>
  at(timing, passSchedule(timing, null, now.getTime()).nextInstant);

/**
 * Brings the automation's schedule in line with the version that just went live. A rule that stays
 * the same goes on where it was; another one counts from now. The caller holds the automation's
 * row, so two of these never meet.
 */
export const syncSchedule = async (tx: Tx, published: Published): Promise<void> => {
  const { orgId, automationId, document } = published;
  const held = await lockSchedule(tx, automationId);
  const goesOn = held === null ? null : await settleAccounts(tx, held);
  if (document.trigger.kind !== 'schedule') {
    await dropSchedule(tx, automationId);
    return;
  }
  const config = scheduleConfigSchema.parse(document.trigger.config);
  const rule = { ...config, zone: config.zone ?? document.settings.timezone };
  const id = held?.id ?? newId('sch');
  const paused = held === null ? published.paused : held.status === 'paused';
  const same =
    held?.kind === rule.kind && held.expression === rule.expression && held.zone === rule.zone;
  const timing = { ...rule, id };
  const next = same && goesOn !== null ? at(timing, goesOn) : fromNow(timing, await readClock(tx));
  await keepSchedule(tx, { ...timing, orgId, automationId, paused, ...(paused ? NEVER : next) });
};

/**
 * Pauses or resumes the automation's schedule. What came due before stays owed; what comes while it
 * is paused does not come: resuming counts from then on. Toggling it any number of times leaves one
 * schedule.
 */
export const turnScheduleOf = async (
  tx: Tx,
  automationId: string,
  status: 'active' | 'paused',
): Promise<void> => {
  const held = await lockSchedule(tx, automationId);
  if (held === null || held.status === status) return;
  if (status === 'paused') await settleAccounts(tx, held);
  const next = status === 'paused' ? NEVER : fromNow(held, held.now);
  await turnSchedule(tx, { id: held.id, status, ...next });
};
