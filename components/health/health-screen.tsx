import { Check, OctagonX } from 'lucide-react';
import type { ConnectionView, EngineHealth } from '#server/api/views/workspace-view.ts';
import { cn } from '#components/ui/cn.ts';
import { Moment } from '#components/ui/moment.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { CheckNowButton } from './check-now-button.tsx';
import { ConnectionsCard } from './connections-card.tsx';
import { verdictOf } from './health-words.ts';
import { InvariantsCard } from './invariants-card.tsx';
import {
  EffectsCard,
  LanesCard,
  LatenessCard,
  LeadersCard,
  OutboxCard,
  WorkersCard,
} from './metrics-cards.tsx';

/** Whether everything unfinished has a way forward, and how punctual the engine is. */
export function HealthScreen({
  health,
  connections,
  now,
}: {
  health: EngineHealth;
  connections: readonly ConnectionView[];
  now: Date;
}) {
  const verdict = verdictOf(health);
  const { metrics } = health;
  return (
    <>
      <PageHeader
        title="Engine health"
        actions={
          <span className="flex items-center gap-2 text-caption text-ink-2">
            <span aria-hidden className="size-1.5 rounded-full bg-accent" />
            Live, <Moment at={now} format="seconds" />
          </span>
        }
      />
      <div className="flex flex-col gap-4 p-4 pb-8 md:px-6">
        <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-4">
          <span
            className={cn(
              'flex size-8 shrink-0 items-center justify-center rounded-full',
              verdict.well ? 'bg-done-soft text-done' : 'bg-fail-soft text-fail',
            )}
          >
            {verdict.well ? (
              <Check aria-hidden className="size-4" />
            ) : (
              <OctagonX aria-hidden className="size-4" />
            )}
          </span>
          <span className="min-w-0 grow basis-60">
            <h2 className={cn('text-section', !verdict.well && 'text-fail')}>{verdict.title}</h2>
            <p className="text-body text-ink-2">
              {verdict.detail} As of <Moment at={health.checkedAt} format="seconds" />.
            </p>
          </span>
          <CheckNowButton />
        </section>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex flex-col gap-4">
            <InvariantsCard health={health} />
            <ConnectionsCard connections={connections} breakers={metrics.breakers} />
          </div>
          <div className="flex flex-col gap-4">
            <LatenessCard metrics={metrics} now={now} />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <LanesCard metrics={metrics} />
              <EffectsCard metrics={metrics} />
              <OutboxCard metrics={metrics} />
              <WorkersCard metrics={metrics} now={now} />
            </div>
            <LeadersCard metrics={metrics} now={now} />
          </div>
        </div>
      </div>
    </>
  );
}
