import { CirclePause, Unplug } from 'lucide-react';
import Link from 'next/link';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { HookPanel } from './hook-panel.tsx';
import { PeopleOnTheirWay } from './people-on-their-way.tsx';
import { SchedulePanel } from './schedule-panel.tsx';

const stateSentence = (detail: AutomationDetail): string | null => {
  if (detail.state === 'paused') {
    return `${detail.stateNote ?? 'Paused'}. Calls are refused and start nothing; runs on their way go on.`;
  }
  if (detail.state === 'parked') return detail.stateNote;
  return null;
};

/** What it is for, who is on the way, and how runs are started. */
export function OverviewTab({ detail, now }: { detail: AutomationDetail; now: Date }) {
  const shown = detail.shownDocument ?? detail.draft;
  const sentence = stateSentence(detail);
  return (
    <div className="flex flex-col gap-5">
      {detail.description !== '' && <p className="text-sentence text-ink">{detail.description}</p>}
      {sentence !== null && (
        <p className="flex items-start gap-2 rounded-control border border-held-line bg-held-soft px-3 py-2 text-body text-ink">
          {detail.state === 'parked' ? (
            <Unplug aria-hidden className="mt-0.5 size-4 shrink-0 text-held" />
          ) : (
            <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0 text-held" />
          )}
          <span className="grow">{sentence}</span>
          {detail.state === 'parked' && (
            <Link href="/connections" className="font-medium text-accent-text hover:underline">
              Connections
            </Link>
          )}
        </p>
      )}
      <PeopleOnTheirWay detail={detail} headingLevel="h2" />
      <section
        aria-labelledby="how-started"
        className="flex flex-col gap-3 border-t border-line pt-5"
      >
        <h2 id="how-started" className="text-section">
          How runs are started
        </h2>
        {shown.trigger.kind === 'schedule' ? (
          <SchedulePanel document={shown} now={now} />
        ) : (
          <HookPanel detail={detail} />
        )}
      </section>
    </div>
  );
}
