'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { VersionsDialog } from '#components/versions/versions-dialog.tsx';

/** Versions outside of the editor: restoring there replaces the saved draft, so it asks first. */
export function VersionsOfPage({
  detail,
  may,
  onClose,
}: {
  detail: AutomationDetail;
  may: { readonly edit: boolean; readonly publish: boolean };
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<number | null>(null);
  const trpc = useTRPC();
  const router = useRouter();
  const restore = useMutation(
    trpc.automations.restoreVersion.mutationOptions({
      onSuccess: () => {
        toast.success(`The draft says what version ${asked} says.`);
        router.refresh();
        onClose();
      },
    }),
  );
  if (asked !== null) {
    return (
      <Dialog
        open
        onOpenChange={() => setAsked(null)}
        title={`Make version ${asked} the draft?`}
        description={
          detail.draftChanged
            ? 'What the draft says now is replaced. Nothing goes live until you publish it.'
            : 'Nothing goes live until you publish it.'
        }
        footer={
          <>
            <Button onClick={() => setAsked(null)}>Keep the draft</Button>
            <Button
              variant="primary"
              disabled={restore.isPending}
              onClick={() =>
                restore.mutate({
                  id: detail.id,
                  version: asked,
                  revision: detail.draftRevision,
                })
              }
            >
              Restore version {asked}
            </Button>
          </>
        }
      >
        {restore.error !== null && (
          <p role="alert" className="text-body text-fail">
            {describeApiError(restore.error)}
          </p>
        )}
      </Dialog>
    );
  }
  return (
    <VersionsDialog
      automation={detail}
      draft={detail.draft}
      may={may}
      restoreNote="Restoring changes the draft only."
      onClose={onClose}
      onRestore={setAsked}
    />
  );
}
