'use client';

import { ProblemsList } from '#components/automations/problems-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { CommandPalette } from './commands/command-palette.tsx';
import { ShortcutsDialog } from './commands/shortcuts-dialog.tsx';
import type { DraftSaver } from './draft-saver.ts';
import { PublishOverlay } from './publish/publish-overlay.tsx';
import { SettingsOverlay } from './settings/settings-overlay.tsx';
import { EditorTestRun } from './test-run/editor-test-run.tsx';
import { TransferOverlay } from './transfer/transfer-overlay.tsx';
import { VersionsOverlay } from './versions/versions-overlay.tsx';
import {
  useDocument,
  useEditor,
  useEditorStore,
  useFacts,
  useProblems,
} from './editor-context.tsx';

/** Whatever lies over the drawing right now. */
export function EditorOverlays({ saver }: { saver: DraftSaver | null }) {
  const open = useEditor((state) => state.open);
  const store = useEditorStore();
  const { mayRun } = useFacts();
  switch (open) {
    case 'problems':
      return <ProblemsDialog />;
    case 'changes':
      return <ChangesDialog />;
    case 'publish':
      return saver === null ? null : <PublishOverlay saver={saver} />;
    case 'versions':
      return <VersionsOverlay />;
    case 'commands':
      return <CommandPalette />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'import':
      return <TransferOverlay />;
    case 'test_run':
      return mayRun ? (
        <EditorTestRun saver={saver} onClose={() => store.getState().openOverlay(null)} />
      ) : null;
    case 'settings':
      return <SettingsOverlay />;
    default:
      return null;
  }
}

/** Everything to mend; each item leads to its step and field. */
function ProblemsDialog() {
  const store = useEditorStore();
  const document = useDocument();
  const problems = useProblems();
  const close = (): void => store.getState().openOverlay(null);
  return (
    <Dialog
      open
      onOpenChange={close}
      size="medium"
      title="Problems"
      description="Errors block publishing, warnings do not. Editing is never blocked."
      footer={<Button onClick={close}>Keep editing</Button>}
    >
      <ProblemsList
        problems={problems}
        draft={document}
        onShowStep={(stepId, field) => {
          close();
          store.getState().select([stepId], field);
        }}
      />
    </Dialog>
  );
}
