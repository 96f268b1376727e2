import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import type { MigrationView } from '#server/api/views/migration-view.ts';
import { cn } from '#components/ui/cn.ts';
import { Moment } from '#components/ui/moment.tsx';
import { progressWords } from './migration-words.ts';

/** Earlier moves of this automation, and the one that is under way. */
export function MigrationsList({
  automationId,
  migrations,
  shown,
}: {
  automationId: string;
  migrations: readonly MigrationView[];
  shown: string | null;
}) {
  return (
    <section aria-labelledby="moves" className="flex flex-col gap-2">
      <h2 id="moves" className="text-section">
        Moves of this automation
      </h2>
      {migrations.length === 0 ? (
        <p className="text-body text-ink-2">Nobody was moved yet.</p>
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {migrations.map((migration) => (
            <li key={migration.id} className="border-b border-line last:border-b-0">
              <Link
                href={`/automations/${automationId}/migrate?migration=${migration.id}`}
                aria-current={shown === migration.id ? 'true' : undefined}
                className={cn(
                  'flex flex-col gap-0.5 px-3.5 py-2.5 transition-colors focus-visible:-outline-offset-2',
                  shown === migration.id ? 'bg-accent-soft' : 'hover:bg-ground',
                )}
              >
                <span className="flex items-center gap-1.5 text-body font-semibold">
                  Version {migration.from}
                  <ArrowRight aria-label="to" className="size-3.5 text-ink-3" />
                  {migration.to}
                </span>
                <span className="text-caption text-ink-2">{progressWords(migration)}</span>
                <span className="text-caption text-ink-3">
                  <Moment at={migration.startedAt} /> by {migration.startedBy}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
