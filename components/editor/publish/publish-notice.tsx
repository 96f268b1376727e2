'use client';

import { Hourglass } from 'lucide-react';
import { refusedWords, waitingWords } from '#components/automations/publishing-words.ts';
import { usePublishingState } from '#components/automations/use-publishing.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';

/** "Waiting for Priya’s OK": where a second person has to agree, and one was asked. */
export function PublishNotice() {
  const store = useEditorStore();
  const { detail, mayPublish } = useFacts();
  const { data } = usePublishingState(detail.id);
  const shown =
    data === undefined ? null : (waitingWords(data) ?? refusedWords(data, detail.draftRevision));
  if (shown === null) return null;
  return (
    <button
      type="button"
      disabled={!mayPublish}
      onClick={() => store.getState().openOverlay('publish')}
      className="inline-flex h-7 items-center gap-1.5 rounded-control bg-held-soft px-2 text-caption font-medium text-held transition-colors enabled:hover:underline max-md:hidden"
    >
      <Hourglass aria-hidden className="size-3.5" />
      {shown}
    </button>
  );
}
