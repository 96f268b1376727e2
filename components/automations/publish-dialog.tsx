'use client';

import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { ChangeList } from './change-list.tsx';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import { PeopleOnTheirWay } from './people-on-their-way.tsx';
import { ProblemsList } from './problems-list.tsx';

function Changes({ detail }: { detail: AutomationDetail }) {
  if (detail.shownDocument === null || detail.liveVersion === null) {
    return (
      <>
        <h3 className="text-section">The first version</h3>
        <p className="text-body text-ink-2">
          {detail.draft.steps.length} steps. From then on its trigger starts runs.
        </p>
      </>
    );
  }
  if (!detail.draftChanged) {
    return (
      <>
        <h3 className="text-section">No changes since version {detail.liveVersion}</h3>
        <p className="text-body text-ink-2">
          The draft says exactly what is live, so there is nothing to publish.
        </p>
      </>
    );
  }
  const changes = compareDocuments(detail.shownDocument, detail.draft);
  const count = countChanges(changes);
  if (count === 0) {
    return (
      <>
        <h3 className="text-section">
          Only the picture differs from version {detail.shownVersion}
        </h3>
        <p className="text-body text-ink-2">Cards stand elsewhere. Every step does what it did.</p>
      </>
    );
  }
  return (
    <>
      <h3 className="mb-2 text-section">
        {count} {count === 1 ? 'change' : 'changes'} since version {detail.shownVersion}
      </h3>
      <ChangeList changes={changes} />
    </>
  );
}

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
  const [note, setNote] = useState('');
  const trpc = useTRPC();
  const router = useRouter();
  const next = Math.max(0, ...detail.versions.map((version) => version.version)) + 1;
  const blocked = detail.problems.some((problem) => problem.severity === 'error');
  const unchanged = detail.liveVersion !== null && !detail.draftChanged;
  const publish = useMutation(
    trpc.automations.publish.mutationOptions({
      onSuccess: (published) => {
        toast.success(published.message);
        setNote('');
        onOpenChange(false);
        router.refresh();
      },
    }),
  );
  const error = publish.error === null ? null : describeApiError(publish.error);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      closable
      title={
        unchanged ? `${detail.name} is up to date` : `Publish version ${next} of ${detail.name}`
      }
      description={
        unchanged
          ? `New runs start on version ${detail.liveVersion}, which is what the draft says.`
          : `New runs start on version ${next} at once. Runs already on their way finish on the version they started on.`
      }
      footer={
        <>
          <p className="mr-auto text-caption text-ink-3 max-md:w-full">
            A version can never be edited.
          </p>
          <Button onClick={() => onOpenChange(false)}>Not now</Button>
          <Button
            variant={blocked || unchanged ? 'soft' : 'primary'}
            disabled={blocked || unchanged || publish.isPending}
            onClick={() => publish.mutate({ id: detail.id, revision: detail.draftRevision, note })}
          >
            {publish.isPending
              ? 'Publishing…'
              : unchanged
                ? 'Nothing to publish'
                : `Publish version ${next}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-[1fr_300px]">
        <div className="flex min-w-0 flex-col">
          <Changes detail={detail} />
          {!unchanged && (
            <Field label="Note for the team" error={error} className="mt-4">
              <Input
                value={note}
                maxLength={500}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          )}
        </div>
        <div className="flex flex-col gap-5 rounded-card bg-ground p-4">
          <PeopleOnTheirWay detail={detail} headingLevel="h3" />
          {detail.problems.length === 0 ? (
            <p className="flex items-start gap-2 border-t border-line pt-4 text-body">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
              <span>
                <strong className="block">No problems</strong>
                <span className="text-caption text-ink-2">
                  {detail.draft.steps.length} steps, and every path ends
                </span>
              </span>
            </p>
          ) : (
            <div className="flex flex-col gap-2 border-t border-line pt-4">
              <h3 className="text-section">{blocked ? 'To mend first' : 'Worth a look'}</h3>
              <ProblemsList
                problems={detail.problems}
                draft={detail.draft}
                onShowStep={onShowStep}
              />
            </div>
          )}
        </div>
      </div>
    </Dialog>
  );
}
