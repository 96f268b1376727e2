import { Check, OctagonX } from 'lucide-react';
import type { EngineHealth } from '#server/api/views/workspace-view.ts';
import { cn } from '#components/ui/cn.ts';
import { HealthCard } from './health-card.tsx';
import { counted, sentenceOf } from './health-words.ts';

/** What must always hold, and how many rows break it: all zero, or something is wrong. */
export function InvariantsCard({ health }: { health: EngineHealth }) {
  return (
    <HealthCard title="What must always hold" note="Rows that break it">
      <ul>
        {Object.entries(health.invariants).map(([name, count]) => {
          const Icon = count === 0 ? Check : OctagonX;
          return (
            <li
              key={name}
              className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-b-0"
            >
              <Icon
                aria-hidden
                className={cn('size-4 shrink-0', count === 0 ? 'text-done' : 'text-fail')}
              />
              <span className="flex min-w-0 grow flex-col">
                <span className="text-body text-ink">{sentenceOf(health, name)}</span>
                <span className="font-mono text-caption leading-[15px] text-ink-3">{name}</span>
              </span>
              <span className={cn('text-section tabular', count > 0 && 'text-fail')}>
                {counted(count)}
              </span>
            </li>
          );
        })}
      </ul>
    </HealthCard>
  );
}
