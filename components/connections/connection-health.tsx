import { Check, type LucideIcon, TriangleAlert, Unplug } from 'lucide-react';
import type { ConnectionView } from '#server/api/views/workspace-view.ts';
import { cn } from '#components/ui/cn.ts';

const LOOKS: Readonly<
  Record<
    ConnectionView['health'],
    { icon: LucideIcon; word: string; iconTone: string; wordTone: string }
  >
> = {
  ok: { icon: Check, word: 'Working', iconTone: 'text-done', wordTone: 'text-ink-2' },
  failing: { icon: TriangleAlert, word: 'Failing', iconTone: 'text-held', wordTone: 'text-held' },
  unauthorised: {
    icon: Unplug,
    word: 'Needs reconnecting',
    iconTone: 'text-held',
    wordTone: 'text-held',
  },
};

export function ConnectionHealth({ health }: { health: ConnectionView['health'] }) {
  const { icon: Icon, word, iconTone, wordTone } = LOOKS[health];
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 text-body font-medium whitespace-nowrap',
        wordTone,
      )}
    >
      <Icon aria-hidden className={cn('size-4', iconTone)} />
      {word}
    </span>
  );
}

/** "57 runs parked" */
export const parkedWords = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'run' : 'runs'} parked`;
