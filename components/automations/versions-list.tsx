import { ArrowLeftRight, CirclePlay, GitCompare } from 'lucide-react';
import Link from 'next/link';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { Button } from '#components/ui/button.tsx';
import { Chip } from '#components/ui/chip.tsx';
import { cn } from '#components/ui/cn.ts';
import { Moment } from '#components/ui/moment.tsx';

const openRuns = (count: number): string =>
  count === 0
    ? 'no open runs'
    : count === 1
      ? '1 run on its way'
      : `${count.toLocaleString('en-GB')} runs on their way`;

/** Who published what when. Choosing one shows its graph; versions themselves never change. */
export function VersionsList({
  detail,
  now,
  mayPublish,
  onCompare,
}: {
  detail: AutomationDetail;
  now: Date;
  mayPublish: boolean;
  onCompare: () => void;
}) {
  if (detail.versions.length === 0) {
    return (
      <p className="text-body text-ink-2">
        Never published, so no run can start. Publishing the draft makes version 1.
      </p>
    );
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 py-3">
        <Button size="compact" onClick={onCompare}>
          <GitCompare aria-hidden />
          Compare or restore…
        </Button>
        {mayPublish && detail.versions.length > 1 && (
          <Button size="compact" asChild>
            <Link href={`/automations/${detail.id}/migrate`}>
              <ArrowLeftRight aria-hidden />
              Move people…
            </Link>
          </Button>
        )}
      </div>
      <ul className="-mx-4 flex flex-col border-t border-line">
        {detail.versions.map((version) => {
          const shown = version.version === detail.shownVersion;
          return (
            <li
              key={version.version}
              className={cn(
                'relative border-b border-line px-4 py-3 transition-colors hover:bg-ground',
                shown && 'bg-accent-soft hover:bg-accent-soft',
              )}
            >
              <div className="flex items-center gap-2">
                <Link
                  href={`/automations/${detail.id}${version.live ? '' : `?version=${version.version}`}`}
                  aria-current={shown ? 'true' : undefined}
                  className="text-body font-semibold text-ink -outline-offset-2 after:absolute after:inset-0"
                >
                  Version {version.version}
                </Link>
                {version.live && (
                  <Chip tone="done">
                    <CirclePlay aria-hidden />
                    Live
                  </Chip>
                )}
                <span className="ml-auto text-caption text-ink-3 tabular">
                  {openRuns(version.openRuns)}
                </span>
              </div>
              {version.note !== '' && <p className="mt-0.5 text-body text-ink-2">{version.note}</p>}
              <p className="mt-0.5 text-caption text-ink-3">
                <Moment at={version.publishedAt} now={now} /> by {version.publishedBy}
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}
