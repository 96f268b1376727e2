'use client';

import { useEffect, useRef, useState } from 'react';
import { useTRPCClient } from '#components/trpc/trpc.ts';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts';
import type { EditorStore } from './editor-store.ts';
import { keptDrafts, readKeptDraft } from './kept-draft.ts';
import { sendDraft } from './send-draft.ts';

/**
 * Saves the store's document by itself for as long as the editor is open, at once when the browser
 * is online again or the page is hidden, and warns before a page is closed over unsaved edits.
 */
export function useDraftSaver(
  store: EditorStore,
  detail: AutomationDetail,
  enabled: boolean,
): { state: SaveState; saver: DraftSaver | null } {
  const client = useTRPCClient();
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: 0 });
  const [saver, setSaver] = useState<DraftSaver | null>(null);
  const opened = useRef(detail);

  useEffect(() => {
    if (!enabled) return;
    const { id, draft, draftRevision } = opened.current;
    const revision = restoreKept(store, id) ?? draftRevision;
    const made = createDraftSaver({
      revision,
      document: draft,
      kept: keptDrafts(id, window.localStorage),
      onState: setState,
      send: async (seen, document) =>
        sendDraft(async () =>
          client.automations.saveDraft.mutate({ id, revision: seen, document }),
        ),
    });
    setSaver(made);
    made.edited(store.getState().history.document);
    const unsubscribe = store.subscribe(({ history }) => made.edited(history.document));
    const flush = (): void => void made.flush();
    const onHide = (): void => {
      if (window.document.visibilityState === 'hidden') flush();
    };
    window.addEventListener('online', flush);
    window.document.addEventListener('visibilitychange', onHide);
    return () => {
      unsubscribe();
      flush();
      made.stop();
      window.removeEventListener('online', flush);
      window.document.removeEventListener('visibilitychange', onHide);
    };
  }, [client, store, enabled]);

  const atRisk = state.kind !== 'saved';
  useEffect(() => {
    if (!atRisk) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [atRisk]);

  return { state, saver };
}

/**
 * Brings back what an earlier visit could not save, as an edit that can be undone. The answer is the
 * revision that it began from, so that the server tells when someone saved since.
 */
function restoreKept(store: EditorStore, automationId: string): number | null {
  const kept = readKeptDraft(automationId, window.localStorage);
  if (kept === null) return null;
  const { change, say } = store.getState();
  if (!change({ kind: 'replace_document', document: kept.document, because: 'restore' })) {
    return null;
  }
  say('notice', 'Edits that were not saved before are back.');
  return kept.revision;
}
