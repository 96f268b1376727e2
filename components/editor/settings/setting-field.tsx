'use client';

import { type ReactNode, useState } from 'react';
import { useEditorStore } from '#components/editor/editor-context.tsx';
import { Field } from '#components/ui/field.tsx';

/** What a setting's control takes over. */
export interface ControlProps {
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  readonly onBlur: () => void;
}

/** One setting, typed freely: what is good is set at once, what is not stays in the field with why. */
export function SettingField({
  label,
  hint,
  value,
  problem,
  onSet,
  children,
}: {
  label: string;
  hint: string;
  value: string;
  /** Why a text cannot be the setting; null when it can. */
  problem: (text: string) => string | null;
  onSet: (text: string) => void;
  children: (props: ControlProps) => ReactNode;
}) {
  const store = useEditorStore();
  const [typed, setTyped] = useState<string | null>(null);
  const error = typed === null ? null : problem(typed);
  return (
    <Field label={label} hint={hint} error={error}>
      {children({
        value: typed ?? value,
        onChange: ({ target }) => {
          setTyped(target.value);
          if (problem(target.value) === null) onSet(target.value);
        },
        onBlur: () => {
          // What was not taken stays to be mended, with its reason.
          if (error === null) setTyped(null);
          store.getState().endGesture();
        },
      })}
    </Field>
  );
}
