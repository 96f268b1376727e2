'use client';

import { useMemo } from 'react';
import { ChangeList } from '#components/automations/change-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import { useDocument, useEditorStore, useFacts } from './editor-context.tsx';

/** What the draft, as it is right now, changes in the live version. */
export function ChangesDialog() {
  const store = useEditorStore();
  const { detail, live } = useFacts();
  const draft = useDocument();
  const changes = useMemo(
    () => (live === null ? null : compareDocuments(live, draft)),
    [live, draft],
  );
  const close = (): void => store.getState().openOverlay(null);
  if (live === null || changes === null) return null;
  const count = countChanges(changes);
  return (
    <Dialog
      open
      onOpenChange={close}
      size="large"
      title={`${count} ${count === 1 ? 'change' : 'changes'} since version ${detail.liveVersion}`}
      description="Nobody meets them before you publish. Runs under way keep the version that they started on."
      footer={<Button onClick={close}>Keep editing</Button>}
    >
      <ChangeList changes={changes} between={{ from: live, to: draft }} />
    </Dialog>
  );
}
