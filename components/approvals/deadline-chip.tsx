import { Hourglass } from 'lucide-react';
import { Chip } from '#components/ui/chip.tsx';
import { formatDuration } from '#components/ui/format-duration.ts';

/** How long is left to answer. */
export function DeadlineChip({ deadline, now }: { deadline: Date; now: Date }) {
  const left = deadline.getTime() - now.getTime();
  return (
    <Chip tone="held">
      <Hourglass aria-hidden />
      {left <= 0 ? 'deadline passed' : formatDuration(left)}
      <span className="sr-only">{left <= 0 ? '' : ' left'}</span>
    </Chip>
  );
}
