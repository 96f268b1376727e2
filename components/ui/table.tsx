import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <table className={cn('w-full border-collapse bg-surface text-left', className)} {...props} />
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('text-caption font-medium text-ink-2', className)} {...props} />;
}

export function HeadCell({ className, align, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'h-9 border-b border-line px-3 font-medium whitespace-nowrap first:pl-6 last:pr-6',
        align === 'right' && 'text-right',
        className,
      )}
      {...props}
    />
  );
}

export function Row({
  tall = false,
  className,
  ...props
}: ComponentProps<'tr'> & { tall?: boolean }) {
  return (
    <tr
      className={cn(
        'border-b border-line transition-colors hover:bg-ground has-[a:focus-visible]:bg-ground',
        tall ? 'h-row-tall' : 'h-row',
        className,
      )}
      {...props}
    />
  );
}

export function Cell({ className, align, ...props }: ComponentProps<'td'>) {
  return (
    <td
      className={cn(
        'px-3 text-body first:pl-6 last:pr-6',
        align === 'right' && 'text-right tabular',
        className,
      )}
      {...props}
    />
  );
}

/** A count in a table: zeros step back. */
export function Count({ value }: { value: number }) {
  return (
    <span className={cn('tabular', value === 0 ? 'text-ink-3' : 'font-semibold text-ink')}>
      {value.toLocaleString('en-GB')}
    </span>
  );
}
