'use client';

import { type ComponentProps, useId } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Input } from '#components/ui/input.tsx';
import { issueAt } from './issue-at.ts';
import { ItemIssue } from './item-issue.tsx';
import type { FieldIssue } from './widget.ts';

/** A text field that is one of several in a setting: it says by itself what is wrong with it. */
export function ItemInput({
  field,
  at,
  issues,
  className,
  ...props
}: ComponentProps<'input'> & {
  /** The setting that it is part of, and its own path inside: `0.name`. */
  field: string;
  at: string;
  issues: readonly FieldIssue[];
}) {
  const note = useId();
  const issue = issueAt(issues, at);
  return (
    <span className={cn('flex min-w-0 flex-col gap-1', className ?? 'grow')}>
      <Input
        {...props}
        id={undefined}
        data-path={`${field}.${at}`}
        aria-invalid={issue?.severity === 'error' ? true : undefined}
        aria-describedby={issue === null ? undefined : note}
      />
      <ItemIssue issues={issues} path={at} id={note} />
    </span>
  );
}
