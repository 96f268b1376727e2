import { History, PencilLine } from 'lucide-react';
import Link from 'next/link';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { Button } from '#components/ui/button.tsx';

/** Says that something else than the live version is shown, and leads back; silent otherwise. */
export function ShownNote({
  detail,
  onDraft,
  onShowDraft,
}: {
  detail: AutomationDetail;
  onDraft: boolean;
  onShowDraft: (shown: boolean) => void;
}) {
  if (detail.liveVersion === null) return null;
  const older = !onDraft && detail.shownVersion !== detail.liveVersion;
  if (!onDraft && !older && !detail.draftChanged) return null;
  const Icon = onDraft ? PencilLine : History;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1.5 text-body text-ink-2">
      {(onDraft || older) && <Icon aria-hidden className="size-4 text-ink-3" />}
      <span className="grow">
        {onDraft
          ? 'This is the draft. It starts no runs until it is published.'
          : older
            ? `This is version ${detail.shownVersion}. New runs start on version ${detail.liveVersion}.`
            : `This is version ${detail.liveVersion}, which is live. The draft differs.`}
      </span>
      {onDraft && (
        <Button size="compact" onClick={() => onShowDraft(false)}>
          Show version {detail.shownVersion ?? detail.liveVersion}
        </Button>
      )}
      {older && (
        <Button size="compact" asChild>
          <Link href={`/automations/${detail.id}`}>Show version {detail.liveVersion}</Link>
        </Button>
      )}
      {!onDraft && !older && (
        <Button size="compact" onClick={() => onShowDraft(true)}>
          Show the draft
        </Button>
      )}
    </div>
  );
}
