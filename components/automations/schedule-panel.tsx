import type { AutomationDocument } from '#server/engine/document.ts';
import { previewSchedule } from '#server/engine/preview-schedule.ts';
import { scheduleConfigSchema } from '#server/engine/trigger-config.ts';
import { NextTimes } from './next-times.tsx';

const OVERLAPS = {
  skip: 'A time that comes while the run before has not ended starts none, and says so.',
  queue: 'A time that comes while the run before has not ended starts one after it.',
  allow: 'Each time starts a run, whether or not the one before has ended.',
} as const;

/** When a schedule starts runs, and what it does about overlaps. */
export function SchedulePanel({ document, now }: { document: AutomationDocument; now: Date }) {
  const config = scheduleConfigSchema.safeParse(document.trigger.config);
  const preview = previewSchedule(document, now.getTime());
  if (!config.success || preview === null) {
    return <p className="text-body text-fail">The schedule cannot be read yet.</p>;
  }
  const { expression, overlap, jitterSeconds } = config.data;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-body">
        By the rule <code className="font-mono text-caption break-all">{expression}</code>
        {jitterSeconds > 0 && `, up to ${jitterSeconds} seconds later`}.
      </p>
      <NextTimes preview={preview} label="The next times" now={now} />
      <p className="text-caption text-ink-3">{OVERLAPS[overlap]}</p>
    </div>
  );
}
