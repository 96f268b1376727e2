'use client';

import { useState } from 'react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { PublishAside } from './publish-aside.tsx';
import { PublishButtons } from './publish-buttons.tsx';
import { PublishChanges } from './publish-changes.tsx';
import { PublishNote } from './publish-note.tsx';
import { PublishedDialog } from './published-dialog.tsx';
import { type PublishWay, publishWay, whoCanAnswer } from './publishing-words.ts';
import { usePublishActions, usePublishingState } from './use-publishing.ts';

interface Published {
  readonly version: number;
  readonly before: number | null;
}

const titleOf = (name: string, next: number, way: PublishWay['kind']): string =>
  way === 'answer'
    ? `Publish version ${next} of ${name}?`
    : way === 'wait'
      ? `Version ${next} of ${name} waits for an answer`
      : `Publish version ${next} of ${name}`;

/** Makes the draft the next version. Says what changes, whom it touches and what is in the way. */
export function PublishDialog({
  detail,
  open,
  onOpenChange,
  onShowStep,
}: {
  detail: AutomationDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowStep: (stepId: string, field: string | null) => void;
}) {
  const [text, setText] = useState('');
  const [published, setPublished] = useState<Published | null>(null);
  const state = usePublishingState(detail.id);
  const { liveVersion } = detail;
  const close = (): void => {
    setText('');
    setPublished(null);
    onOpenChange(false);
  };
  const actions = usePublishActions({
    onPublished: (version) => setPublished({ version, before: liveVersion }),
    onDone: close,
  });
  if (published !== null && open) {
    return <PublishedDialog automationId={detail.id} {...published} onClose={close} />;
  }

  const way: PublishWay =
    state.data === undefined ? { kind: 'publish' } : publishWay(state.data, detail.draftRevision);
  const next = Math.max(0, ...detail.versions.map(({ version }) => version)) + 1;
  const blocked = detail.problems.some(({ severity }) => severity === 'error');
  const unchanged = liveVersion !== null && !detail.draftChanged;
  const failed = Object.values(actions).find(({ error }) => error !== null)?.error ?? null;
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => (wanted ? onOpenChange(true) : close())}
      size="large"
      closable
      title={unchanged ? `${detail.name} is up to date` : titleOf(detail.name, next, way.kind)}
      description={
        unchanged
          ? `New runs start on version ${liveVersion}, which is what the draft says.`
          : descriptionOf(way.kind, next, state.data?.others ?? [])
      }
      footer={
        <>
          <p className="mr-auto text-caption text-ink-3 max-md:w-full">
            A version can never be edited.
            {liveVersion !== null &&
              !unchanged &&
              ` To go back, publish version ${liveVersion} again as version ${next + 1}.`}
          </p>
          <Button onClick={close}>Keep editing</Button>
          <PublishButtons
            way={way}
            blocked={blocked || state.data === undefined}
            unchanged={unchanged}
            next={next}
            text={text}
            draft={{ id: detail.id, revision: detail.draftRevision }}
            actions={actions}
          />
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_300px]">
        <div className="flex min-w-0 flex-col">
          <PublishChanges detail={detail} />
          {!unchanged && (
            <PublishNote
              way={way}
              text={text}
              error={failed === null ? null : describeApiError(failed)}
              onText={setText}
            />
          )}
        </div>
        <PublishAside detail={detail} next={next} onShowStep={onShowStep} />
      </div>
    </Dialog>
  );
}

/** Its consequence in one line, by how it can go live. */
const descriptionOf = (
  way: PublishWay['kind'],
  next: number,
  others: readonly string[],
): string => {
  const who = sentence(whoCanAnswer(others));
  if (way === 'ask') {
    return `In this workspace a second person has to agree. ${who} can answer; any edit takes the request back.`;
  }
  if (way === 'wait') return `${who} can answer. New runs start on it as soon as one agrees.`;
  return `New runs start on version ${next} at once. Runs already on their way finish on the version they started on.`;
};

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
