'use client';

import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import type { ConnectionView } from '#server/api/views/workspace-view.ts';
import type { Problem } from '#server/engine/definition.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { EditorState, EditorStore } from './editor-store.ts';
import { rememberChecks } from './remember-checks.ts';

/** What the page knows beside the draft, as it was when the editor opened. */
export interface EditorFacts {
  readonly detail: AutomationDetail;
  /** The live version's document; null before the first publishing. */
  readonly live: AutomationDocument | null;
  readonly connections: readonly ConnectionView[];
  /** False for those who may look only: nothing is saved. */
  readonly mayEdit: boolean;
  readonly mayPublish: boolean;
  readonly mayRun: boolean;
  /** The server's time when the page was made. */
  readonly now: Date;
}

const StoreContext = createContext<EditorStore | null>(null);
const FactsContext = createContext<EditorFacts | null>(null);
const ProblemsContext = createContext<readonly Problem[]>([]);

/** Puts one open editor around its parts. Problems are looked for once, behind the typing. */
export function EditorProvider({
  store,
  facts,
  children,
}: {
  store: EditorStore;
  facts: EditorFacts;
  children: ReactNode;
}) {
  return (
    <StoreContext value={store}>
      <FactsContext value={facts}>
        <FindProblems>{children}</FindProblems>
      </FactsContext>
    </StoreContext>
  );
}

/** How long an edit rests before the whole draft is looked over, in milliseconds. */
const REST_MS = 200;

function FindProblems({ children }: { children: ReactNode }) {
  const store = useEditorStore();
  const { detail } = useFacts();
  const [problems, setProblems] = useState<readonly Problem[]>(detail.problems);
  useEffect(() => {
    const check = rememberChecks();
    let checked = detail.draft;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const { document } = store.getState().history;
      if (document === checked) return;
      checked = document;
      const found = check(document);
      startTransition(() => setProblems(found));
    };
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    // What an earlier visit left unsaved may be open by now.
    soon();
    const stop = store.subscribe((now, before) => {
      if (now.history.document !== before.history.document) soon();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, detail]);
  return <ProblemsContext value={problems}>{children}</ProblemsContext>;
}

/** The store itself, for handlers that read it when they run. Throws outside of an editor. */
export function useEditorStore(): EditorStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('An editor’s parts need the editor around them');
  return store;
}

/** A part of the state; the component renders again only when that part changes. */
export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useEditorStore(), select);
}

export function useDocument(): AutomationDocument {
  return useEditor((state) => state.history.document);
}

export function useFacts(): EditorFacts {
  const facts = useContext(FactsContext);
  if (facts === null) throw new Error('An editor’s parts need the editor around them');
  return facts;
}

/** Errors and warnings of the draft as it is now, a moment behind fast typing. */
export function useProblems(): readonly Problem[] {
  return useContext(ProblemsContext);
}
