import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import type { MigrationView } from '#server/api/views/migration-view.ts';
import { Button } from '#components/ui/button.tsx';
import { MigrationProgress } from './migration-progress.tsx';
import { MigrationWizard } from './migration-wizard.tsx';
import { MigrationsList } from './migrations-list.tsx';

/** Moving people between versions: a new move to decide on, or one to look at. */
export function MigrateScreen({
  detail,
  from,
  to,
  migration,
  migrations,
  wizardKey,
  mayMove,
}: {
  detail: AutomationDetail;
  from: number | null;
  to: number | null;
  /** The one that is looked at; null for a new one. */
  migration: MigrationView | null;
  migrations: readonly MigrationView[];
  wizardKey: string;
  mayMove: boolean;
}) {
  const active = migrations.find(({ status }) => status === 'collecting' || status === 'moving');
  const newOne = `/automations/${detail.id}/migrate`;
  return (
    <div className="flex min-h-full flex-col">
      <header className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1.5">
        <nav aria-label="Where you are" className="flex min-w-0 items-center gap-2 text-body">
          <Link
            href={`/automations/${detail.id}`}
            aria-label="Back to the automation"
            className="md:hidden"
          >
            <ChevronLeft aria-hidden className="size-5" />
          </Link>
          <Link href="/automations" className="font-medium text-ink-2 hover:text-ink max-md:hidden">
            Automations
          </Link>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 max-md:hidden" />
          <Link
            href={`/automations/${detail.id}`}
            className="min-w-0 truncate font-medium text-ink-2 hover:text-ink max-md:hidden"
          >
            {detail.name}
          </Link>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 max-md:hidden" />
          <h1 className="text-section">Move people</h1>
        </nav>
        {mayMove && migration !== null && active === undefined && (
          <span className="ml-auto">
            <Button asChild>
              <Link href={newOne}>Move others…</Link>
            </Button>
          </span>
        )}
      </header>
      <div className="grid grow content-start gap-8 p-4 md:p-6 lg:grid-cols-[minmax(0,760px)_280px]">
        <div className="min-w-0">
          {migration !== null ? (
            <MigrationProgress key={migration.id} migration={migration} />
          ) : active !== undefined ? (
            <p className="text-body text-ink-2">
              One move is under way. Another can begin when it has ended.{' '}
              <Link
                href={`${newOne}?migration=${active.id}`}
                className="font-medium text-accent-text hover:underline"
              >
                See how far it is
              </Link>
            </p>
          ) : mayMove ? (
            <MigrationWizard detail={detail} from={from} to={to} wizardKey={wizardKey} />
          ) : (
            <p className="text-body text-ink-2">
              Moving people needs the role of an owner or editor. You may look at earlier moves.
            </p>
          )}
        </div>
        <MigrationsList
          automationId={detail.id}
          migrations={migrations}
          shown={migration?.id ?? null}
        />
      </div>
    </div>
  );
}
