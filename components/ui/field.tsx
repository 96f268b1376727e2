'use client';

import { TriangleAlert } from 'lucide-react';
import { type ReactNode, createContext, useContext, useId } from 'react';
import { cn } from './cn.ts';

interface FieldIds {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** The id, description and validity that a control inside a `Field` takes over. */
export function useFieldProps(): {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
} {
  const field = useContext(FieldContext);
  if (field === null) return {};
  return {
    id: field.id,
    ...(field.describedBy === undefined ? {} : { 'aria-describedby': field.describedBy }),
    ...(field.invalid ? { 'aria-invalid': true as const } : {}),
  };
}

/** A label, one control, and below it either what is wrong or a hint. */
export function Field({
  label,
  hint,
  error,
  children,
  className,
  aside,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  children: ReactNode;
  className?: string;
  /** Shown at the right end of the label's line. */
  aside?: ReactNode;
}) {
  const id = useId();
  const invalid = error !== undefined && error !== null && error !== '';
  const note = invalid || hint !== undefined ? `${id}-note` : undefined;
  return (
    <FieldContext value={{ id, describedBy: note, invalid }}>
      <div className={cn('flex flex-col gap-1.5', className)}>
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="text-caption font-medium text-ink-2">
            {label}
          </label>
          {aside}
        </div>
        {children}
        {invalid ? (
          <p id={note} className="flex items-start gap-1.5 text-caption text-fail">
            <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            {error}
          </p>
        ) : (
          hint !== undefined && (
            <p id={note} className="text-caption text-ink-3">
              {hint}
            </p>
          )
        )}
      </div>
    </FieldContext>
  );
}
