'use client';

import type { SampleDraft } from '#components/automations/sample/sample-draft.ts';
import { TestRunDialog } from '#components/automations/test-run-dialog.tsx';
import type { DraftSaver } from '#components/editor/draft-saver.ts';
import { useDocument, useFacts, useProblems } from '#components/editor/editor-context.tsx';

const UNSAVED =
  'The server does not have this draft yet: it could not be saved. Try again once it is.';

/** A test of the draft as it is on the screen: it is saved first, and then run. */
export function EditorTestRun({
  saver,
  sample = null,
  onClose,
}: {
  saver: DraftSaver | null;
  sample?: SampleDraft | null;
  onClose: () => void;
}) {
  const { detail, now } = useFacts();
  const draft = useDocument();
  const errors = useProblems().filter(({ severity }) => severity === 'error').length;
  const save = async (): Promise<string | null> => {
    await saver?.flush();
    return saver?.isSaved() === false ? UNSAVED : null;
  };
  return (
    <TestRunDialog
      detail={detail}
      draft={draft}
      errors={errors}
      now={now}
      first="draft"
      sample={sample}
      save={save}
      onClose={onClose}
    />
  );
}
