'use client';

import type { EditorView } from '@codemirror/view';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { cn } from '#components/ui/cn.ts';
import { useFieldProps } from '#components/ui/field.tsx';
import { useVariables } from '../use-variables.ts';
import { InsertButton } from './insert-button.tsx';
import { outputOf } from './insertion-of.ts';
import { useLiquidView } from './use-liquid-view.ts';

/** A text with values in it: typed, completed, or put in from a list of what is upstream. */
export function LiquidEditor({
  label,
  value,
  lines,
  placeholder = '',
  stepId,
  code = false,
  tools,
  nested = false,
  onChange,
  onBlur,
}: {
  /** Names the text field. */
  label: string;
  value: string;
  lines: 'one' | 'many';
  placeholder?: string | undefined;
  stepId: string;
  /** Written in a language: letters of one width. */
  code?: boolean;
  /** At the left of the foot, beside “Insert”. */
  tools?: ReactNode;
  /** One of several in a setting: the setting’s own name and note are not its own. */
  nested?: boolean;
  onChange: (text: string) => void;
  onBlur: () => void;
}) {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const around = useFieldProps();
  const { id, ...described }: ReturnType<typeof useFieldProps> = nested ? {} : around;
  const variables = useVariables(stepId);
  const host = useRef<HTMLDivElement>(null);
  const view = useLiquidView(host, {
    value,
    lines,
    placeholder,
    variables,
    readOnly: !mayEdit,
    attributes: attributesOf(label, id, described),
    onChange,
    onBlur,
    onUndo: () => store.getState().undo(),
    onRedo: () => store.getState().redo(),
  });
  useLabel(id, view);
  const insert = mayEdit ? (
    <InsertButton
      label={label}
      variables={variables}
      small={lines === 'one'}
      onInsert={(variable) => {
        const { text, caret } = outputOf(variable);
        const editor = view.current;
        if (editor === null) return;
        const { from, to } = editor.state.selection.main;
        editor.dispatch({
          changes: { from, to, insert: text },
          selection: { anchor: from + caret },
          userEvent: 'input.complete',
          scrollIntoView: true,
        });
        requestAnimationFrame(() => editor.focus());
      }}
    />
  ) : null;
  return (
    <div
      className={cn(
        'min-w-0 rounded-control border border-edge bg-surface text-body text-ink transition-colors hover:border-ink-3 has-[.cm-focused]:outline-2 has-[.cm-focused]:outline-offset-2 has-[.cm-focused]:outline-accent',
        'aria-invalid' in described && 'border-fail ring-3 ring-fail-soft',
        !mayEdit && 'bg-sunken',
        lines === 'one' ? 'flex items-start' : 'flex flex-col',
      )}
    >
      <div
        ref={host}
        className={cn(
          'min-w-0 grow cursor-text px-2.5 py-[5px] max-md:text-heading max-md:font-normal',
          lines === 'one'
            ? 'max-md:py-2.5'
            : 'max-h-96 min-h-24 overflow-y-auto [&_.cm-content]:min-h-20',
          code && 'font-mono text-caption',
        )}
      />
      {lines === 'one' ? (
        insert
      ) : (
        <div className="flex items-center justify-between gap-2 border-t border-line px-1.5 py-1">
          <span className="flex min-w-0 items-center gap-2">{tools}</span>
          {insert}
        </div>
      )}
    </div>
  );
}

function attributesOf(
  label: string,
  id: string | undefined,
  described: Omit<ReturnType<typeof useFieldProps>, 'id'>,
): Record<string, string> {
  const describedBy = described['aria-describedby'];
  return {
    'aria-label': label,
    ...(id === undefined ? {} : { id }),
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(described['aria-invalid'] === undefined ? {} : { 'aria-invalid': 'true' }),
  };
}

/** A label leads to inputs by itself, but not to an editor. */
function useLabel(id: string | undefined, view: RefObject<EditorView | null>): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
    const lead = (): void => view.current?.focus();
    label?.addEventListener('click', lead);
    return () => label?.removeEventListener('click', lead);
  }, [id, view]);
}
