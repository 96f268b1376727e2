import { CircleDot } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import type { StatusTone } from '#components/ui/status-vocabulary.ts';
import { type NodeMark, TONE_BORDER, TONE_TEXT } from './graph-marks.ts';

/** Where a path ends, with its label; below it, when it would, if nothing happens. */
export function EndPill({
  name,
  mark,
  nextTone,
}: {
  name: string;
  mark: NodeMark;
  nextTone: StatusTone;
}) {
  const { path } = mark;
  return (
    <div className="relative">
      <div
        className={cn(
          'flex h-7 items-center justify-center gap-1.5 rounded-full border bg-surface px-3 text-caption font-medium whitespace-nowrap',
          path === 'plain' && 'border-control text-ink-2 shadow-rest',
          (path === 'taken' || path === 'current') && 'border-edge text-ink',
          path === 'untaken' && 'border-untaken bg-ground text-ink-3',
          path === 'next' && [TONE_BORDER[nextTone], TONE_TEXT[nextTone]],
        )}
      >
        <CircleDot aria-hidden className="size-3.5" />
        {name}
      </div>
      {mark.note !== undefined && (
        <div
          className={cn(
            'absolute inset-x-0 top-8 text-center text-caption font-medium whitespace-nowrap tabular',
            TONE_TEXT[nextTone],
          )}
        >
          {mark.note}
        </div>
      )}
    </div>
  );
}
