import { cn } from './cn.ts';

/** A still placeholder of known size, where content would otherwise jump. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block rounded-control bg-sunken', className)} />;
}
