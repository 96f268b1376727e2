import type { AutomationDocument } from './document.ts';
import { nextOccurrences, type Occurrence } from './recurrence.ts';
import { scheduleConfigSchema } from './trigger-config.ts';

export interface TimesPreview {
  /** Whose clocks the times are about. */
  readonly zone: string;
  /** In the order of time; `shift` marks those that a clock change moved or doubled. */
  readonly times: readonly Occurrence[];
}

/**
 * When a schedule trigger comes next, from a moment on (epoch milliseconds), without jitter. Null
 * for another trigger and for a schedule that cannot be read.
 */
export function previewSchedule(
  { trigger, settings }: Pick<AutomationDocument, 'trigger' | 'settings'>,
  from: number,
  count = 10,
): TimesPreview | null {
  if (trigger.kind !== 'schedule') return null;
  const config = scheduleConfigSchema.safeParse(trigger.config);
  if (!config.success) return null;
  const { kind, expression, zone = settings.timezone } = config.data;
  return { zone, times: nextOccurrences({ kind, expression, zone }, from, count) };
}
