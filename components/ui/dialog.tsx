'use client';

import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';

const WIDTH = {
  small: 'max-w-[364px]',
  medium: 'max-w-[520px]',
  large: 'max-w-[940px]',
  full: 'max-w-[1280px]',
} as const;

/**
 * For decisions that leave the draft. The title is the act, the description its consequence in one
 * line, and the footer holds the safe button first and the act's verb last.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'small',
  closable = false,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  size?: keyof typeof WIDTH;
  /** Shows a cross; Escape and the footer's safe button close it in any case. */
  closable?: boolean;
}) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          // The cross would be focused first, and its tooltip would take the first Escape.
          onOpenAutoFocus={(event) => {
            if (!closable || !(event.currentTarget instanceof HTMLElement)) return;
            event.preventDefault();
            event.currentTarget.focus();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={cn(
            'fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-48px)] -translate-y-1/2 animate-appear flex-col overflow-hidden rounded-dialog border border-line bg-raised shadow-dialog',
            WIDTH[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="flex flex-col gap-0.5">
              <Primitive.Title
                className={size === 'large' || size === 'full' ? 'text-title' : 'text-heading'}
              >
                {title}
              </Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="text-body text-ink-2">
                  {description}
                </Primitive.Description>
              )}
            </div>
            {closable && (
              <Primitive.Close asChild>
                <IconButton label="Close" size="compact">
                  <X aria-hidden />
                </IconButton>
              </Primitive.Close>
            )}
          </header>
          {children !== undefined && (
            <div className="min-h-0 overflow-y-auto px-5 pb-4">{children}</div>
          )}
          {footer !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
