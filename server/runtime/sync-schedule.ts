import type { AutomationDocument } from '#server/engine/document.ts';
import { scheduleConfigSchema } from '#server/engine/trigger-config.ts';
import type { Tx } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { dropSchedule, keepSchedule } from '#server/store/product-schedules.ts';

interface Published {
  readonly orgId: string;
  readonly automationId: string;
  readonly document: AutomationDocument;
  readonly paused: boolean;
}

/** Brings the automation's schedule in line with the version that just went live. */
export const syncSchedule = async (tx: Tx, published: Published): Promise<void> => {
  const { orgId, automationId, document, paused } = published;
  if (document.trigger.kind !== 'schedule') {
    await dropSchedule(tx, automationId);
    return;
  }
  const config = scheduleConfigSchema.parse(document.trigger.config);
  await keepSchedule(tx, {
    id: newId('sch'),
    orgId,
    automationId,
    kind: config.kind,
    expression: config.expression,
    zone: config.zone ?? document.settings.timezone,
    jitterSeconds: config.jitterSeconds,
    overlap: config.overlap,
    catchUpSeconds: config.catchUpSeconds,
    paused,
  });
};
