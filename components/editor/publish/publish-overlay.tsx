'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PublishDialog } from '#components/automations/publish-dialog.tsx';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { DraftSaver } from '#components/editor/draft-saver.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';

/** Saves what is unsaved, and then shows what publishing exactly that would change. */
export function PublishOverlay({ saver }: { saver: DraftSaver }) {
  const store = useEditorStore();
  const { detail } = useFacts();
  const trpc = useTRPC();
  const saved = useFlushed(saver);
  const fresh = useQuery({
    ...trpc.automations.get.queryOptions({ id: detail.id }),
    enabled: saved,
    staleTime: 0,
    gcTime: 0,
  });
  const close = (): void => store.getState().openOverlay(null);
  // Only what the server holds can be published: an unsaved draft waits for its save.
  const current = fresh.data?.draftRevision === saver.revision() ? fresh.data : undefined;
  if (current === undefined) {
    return (
      <Dialog
        open
        onOpenChange={close}
        title="Saving first"
        description={
          fresh.isError
            ? 'The draft could not be read back. Try again in a moment.'
            : 'Publishing takes the draft as it is saved.'
        }
        footer={<Button onClick={close}>Keep editing</Button>}
      />
    );
  }
  return (
    <PublishDialog
      detail={current}
      open
      onOpenChange={close}
      onShowStep={(stepId, field) => {
        close();
        store.getState().select([stepId], field);
      }}
    />
  );
}

/** True once everything that was typed before is on the server, or was refused there. */
function useFlushed(saver: DraftSaver): boolean {
  const [done, setDone] = useState(false);
  useEffect(() => {
    let gone = false;
    void saver.flush().then(() => {
      if (!gone) setDone(true);
    });
    return () => {
      gone = true;
    };
  }, [saver]);
  return done;
}
