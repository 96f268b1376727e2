'use client';

import { ChevronLeft, ChevronRight, Play, Redo2, TriangleAlert, Undo2 } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { AutomationState } from '#components/automations/automation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import { canRedo, canUndo } from '#server/engine/edit/history.ts';
import { PublishNotice } from './publish/publish-notice.tsx';
import {
  useDocument,
  useEditor,
  useEditorStore,
  useFacts,
  useProblems,
} from './editor-context.tsx';
import { EditorMore } from './editor-more.tsx';

/** Where we are, how the draft stands, and what can be done with the whole of it. */
export function EditorBar({ status }: { status: ReactNode }) {
  const { detail, live } = useFacts();
  const store = useEditorStore();
  const document = useDocument();
  // A moment behind fast typing: nobody counts while they type.
  const settled = useDeferredValue(document);
  const changes = useMemo(
    () => (live === null ? 0 : countChanges(compareDocuments(live, settled))),
    [live, settled],
  );
  return (
    <header className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1.5">
      <nav aria-label="Where you are" className="flex min-w-0 items-center gap-2 text-body">
        <Link
          href={`/automations/${detail.id}`}
          aria-label="Back to the automation"
          className="md:hidden"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Link>
        <Link href="/automations" className="font-medium text-ink-2 hover:text-ink max-md:hidden">
          Automations
        </Link>
        <ChevronRight aria-hidden className="size-4 text-ink-3 max-md:hidden" />
        <h1 className="min-w-0 truncate text-section">
          <Link href={`/automations/${detail.id}`} className="hover:underline">
            {document.name}
          </Link>
        </h1>
      </nav>
      <AutomationState state={detail.state} version={detail.liveVersion} note={null} />
      {changes > 0 && (
        <button
          type="button"
          onClick={() => store.getState().openOverlay('changes')}
          className="rounded-tag text-body text-ink-2 hover:underline max-md:hidden"
        >
          draft has{' '}
          <strong className="font-semibold text-accent-text">
            {changes} {changes === 1 ? 'change' : 'changes'}
          </strong>
        </button>
      )}
      {status}
      <PublishNotice />
      <div className="ml-auto flex items-center gap-2">
        <UndoButtons />
        <EditorMore />
        <EditorActions className="max-md:hidden" />
      </div>
    </header>
  );
}

function UndoButtons() {
  const store = useEditorStore();
  const undoable = useEditor((state) => canUndo(state.history));
  const redoable = useEditor((state) => canRedo(state.history));
  return (
    <>
      <IconButton label="Undo" disabled={!undoable} onClick={() => store.getState().undo()}>
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton label="Redo" disabled={!redoable} onClick={() => store.getState().redo()}>
        <Redo2 aria-hidden />
      </IconButton>
    </>
  );
}

/** In the bar; fixed at the bottom on phones. */
export function EditorActions({ className = '' }: { className?: string }) {
  const store = useEditorStore();
  const { mayPublish } = useFacts();
  const errors = useProblems().filter((problem) => problem.severity === 'error').length;
  const open = store.getState().openOverlay;
  const touch = 'max-md:h-11 max-md:grow max-md:px-3';
  return (
    <span className={`flex items-center gap-2 max-md:w-full ${className}`}>
      <Button className={touch} onClick={() => open('simulate')}>
        <Play aria-hidden />
        Try it
      </Button>
      {errors > 0 && (
        <Button className={touch} variant="problem" onClick={() => open('problems')}>
          <TriangleAlert aria-hidden />
          {errors} {errors === 1 ? 'problem' : 'problems'}
        </Button>
      )}
      {mayPublish && (
        <Button
          className={touch}
          variant={errors > 0 ? 'soft' : 'primary'}
          onClick={() => open(errors > 0 ? 'problems' : 'publish')}
        >
          Publish…
        </Button>
      )}
    </span>
  );
}
