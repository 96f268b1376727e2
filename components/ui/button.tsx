import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong active:bg-accent-strong',
        secondary:
          'border-control bg-surface text-ink shadow-rest hover:bg-sunken active:bg-sunken',
        quiet:
          'border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink active:bg-sunken',
        /** The act itself, in a dialog that has explained it. */
        danger: 'border-fail bg-fail text-on-fail hover:border-fail-strong hover:bg-fail-strong',
        /** Leads to such a dialog. */
        'danger-outline':
          'border-control bg-surface text-fail shadow-rest hover:border-fail-line hover:bg-fail-soft',
        /** Legible though it cannot act yet. */
        soft: 'border-accent-line bg-accent-soft text-accent-text hover:border-accent',
        problem: 'border-fail-line bg-fail-soft text-fail hover:border-fail',
      },
      size: {
        default: 'h-8 px-3 text-body',
        compact: 'h-7 px-2 text-caption [&_svg]:size-3.5',
        touch: 'h-11 px-4 text-section',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'default' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Renders the only child (a link) in the button's look. */
  asChild?: boolean;
}

export function Button({ variant, size, asChild = false, className, type, ...props }: ButtonProps) {
  const Element = asChild ? Slot.Root : 'button';
  return (
    <Element
      className={cn(button({ variant, size }), className)}
      {...(asChild ? {} : { type: type ?? 'button' })}
      {...props}
    />
  );
}
