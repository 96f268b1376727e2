'use client';

import { useDocument, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { VersionsDialog } from '#components/versions/versions-dialog.tsx';

/** Versions beside the draft as it is now. Restoring is an edit: it can be undone, and saves itself. */
export function VersionsOverlay() {
  const store = useEditorStore();
  const draft = useDocument();
  const { detail, mayEdit, mayPublish } = useFacts();
  const close = (): void => store.getState().openOverlay(null);
  return (
    <VersionsDialog
      automation={detail}
      draft={draft}
      may={{ edit: mayEdit, publish: mayPublish }}
      restoreNote="Restoring changes the draft only, and can be undone."
      onClose={close}
      onRestore={(version, document) => {
        const { change, say } = store.getState();
        if (!change({ kind: 'replace_document', document, because: 'restore' })) return;
        close();
        say('notice', `The draft says what version ${version} says. Undo brings yours back.`);
      }}
    />
  );
}
