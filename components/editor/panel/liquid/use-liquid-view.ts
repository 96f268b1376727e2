'use client';

import { completionKeymap } from '@codemirror/autocomplete';
import { standardKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder as emptyText, tooltips } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Variable } from '#server/engine/edit/variables-at.ts';
import { chips } from './chips.ts';
import { completion } from './completion.ts';
import { editorTheme } from './editor-theme.ts';
import { knownVariables } from './known-variables.ts';
import { smallestChange } from './smallest-change.ts';

/** A change that came from the draft, not from this field: it is not told to the draft again. */
const fromDraft = Annotation.define<true>();

export interface LiquidViewOptions {
  readonly value: string;
  readonly lines: 'one' | 'many';
  readonly placeholder: string;
  readonly variables: readonly Variable[];
  readonly readOnly: boolean;
  /** Of the text field itself: its name, description and validity. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  /** What is undone is the draft: the field has no history of its own. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** A CodeMirror editor inside of `host` that follows the draft. Null until it is mounted: for handlers. */
export function useLiquidView(
  host: RefObject<HTMLDivElement | null>,
  options: LiquidViewOptions,
): RefObject<EditorView | null> {
  const view = useRef<EditorView | null>(null);
  const [outside] = useState(() => new Compartment());
  const change = useEffectEvent(options.onChange);
  const blur = useEffectEvent(options.onBlur);
  const undo = useEffectEvent(options.onUndo);
  const redo = useEffectEvent(options.onRedo);
  const configure = useEffectEvent((of: EditorView) =>
    of.dispatch({ effects: outside.reconfigure(outsideOf(options)) }),
  );
  const { lines, value, variables, readOnly, placeholder } = options;
  const attributes = JSON.stringify(options.attributes);

  useEffect(() => {
    if (host.current === null) return undefined;
    const keys = keysOf(
      lines,
      () => undo(),
      () => redo(),
    );
    const told = EditorView.updateListener.of((update) => {
      const own = update.transactions.some(
        (one) => one.docChanged && one.annotation(fromDraft) !== true,
      );
      if (own) change(update.state.doc.toString());
      if (update.focusChanged && !update.view.hasFocus) blur();
    });
    const state = EditorState.create({ extensions: [outside.of([]), keys, partsOf(lines), told] });
    const made = new EditorView({ parent: host.current, state });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [host, lines, outside]);

  useEffect(() => {
    if (view.current !== null) configure(view.current);
  }, [lines, variables, readOnly, placeholder, attributes]);
  useFollowing(view, lines, value);
  return view;
}

/** Undo, paste of a step or another tab's edit come into the field; the caret stays where it can. */
function useFollowing(
  view: RefObject<EditorView | null>,
  lines: 'one' | 'many',
  value: string,
): void {
  useEffect(() => {
    const changes = smallestChange(view.current?.state.doc.toString() ?? value, value);
    if (changes !== null) view.current?.dispatch({ changes, annotations: fromDraft.of(true) });
    // The view is another one where `lines` changed.
  }, [view, lines, value]);
}

function outsideOf({ variables, readOnly, placeholder, attributes }: LiquidViewOptions): Extension {
  return [
    knownVariables.of(variables),
    EditorState.readOnly.of(readOnly),
    EditorView.editable.of(!readOnly),
    EditorView.contentAttributes.of({ ...attributes, spellcheck: 'true' }),
    placeholder === '' ? [] : emptyText(placeholder),
  ];
}

function keysOf(lines: 'one' | 'many', undo: () => void, redo: () => void): Extension {
  const did = (act: () => void) => () => {
    act();
    return true;
  };
  return [
    Prec.high(
      keymap.of([
        { key: 'Mod-z', run: did(undo), preventDefault: true },
        { key: 'Mod-y', run: did(redo), preventDefault: true },
        { key: 'Mod-Shift-z', run: did(redo), preventDefault: true },
      ]),
    ),
    keymap.of([
      ...completionKeymap,
      ...(lines === 'one' ? [{ key: 'Enter', run: () => true }] : []),
      ...standardKeymap,
    ]),
    EditorView.domEventHandlers({
      beforeinput: (event) => {
        if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
        event.preventDefault();
        (event.inputType === 'historyUndo' ? undo : redo)();
        return true;
      },
    }),
  ];
}

function partsOf(lines: 'one' | 'many'): Extension {
  return [
    chips,
    completion,
    EditorView.lineWrapping,
    editorTheme,
    tooltips({ position: 'fixed', parent: document.body }),
    lines === 'one' ? ONE_LINE : [],
  ];
}

/** What is pasted with breaks becomes one line. */
const ONE_LINE = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replaceAll(/\s*\n\s*/g, ' ');
  const caret = Math.min(transaction.newSelection.main.head, text.length);
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: text },
    selection: { anchor: caret },
  };
});
