'use client';

import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { cn } from './cn.ts';
import { Tooltip } from './tooltip.tsx';

const WIDTH = { default: 'w-8 px-0', compact: 'w-7 px-0', touch: 'w-11 px-0' } as const;

/** A button that is only an icon: it has a name for everyone and a tooltip for the pointer. */
export function IconButton({
  label,
  children,
  size = 'default',
  variant = 'quiet',
  className,
  ...props
}: Omit<ButtonProps, 'asChild' | 'children'> & { label: string; children: ReactNode }) {
  return (
    <Tooltip content={label}>
      <Button
        aria-label={label}
        size={size}
        variant={variant}
        className={cn(WIDTH[size ?? 'default'], className)}
        {...props}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
