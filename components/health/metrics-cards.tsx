import { CircleQuestionMark } from 'lucide-react';
import Link from 'next/link';
import type { EngineHealth } from '#server/api/views/workspace-view.ts';
import { Moment } from '#components/ui/moment.tsx';
import { HealthCard, HealthRow } from './health-card.tsx';
import { age, counted, lateness } from './health-words.ts';

type Metrics = EngineHealth['metrics'];

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col">
      <dt className="text-caption text-ink-2">{label}</dt>
      <dd className="text-[16px]/6 font-semibold tabular">{value}</dd>
    </div>
  );
}

export function LatenessCard({ metrics, now }: { metrics: Metrics; now: Date }) {
  const { p50, p95, max } = metrics.timerLatenessMs;
  return (
    <HealthCard title="Timer lateness" note="Last hour">
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-3 px-4 py-3">
        <Figure label="Half are under" value={lateness(p50)} />
        <Figure label="95 % are under" value={lateness(p95)} />
        <Figure label="Latest" value={lateness(max)} />
        <Figure label="Overdue now" value={counted(metrics.overdueTimers)} />
      </dl>
      {metrics.oldestOverdueTimerAt !== null && (
        <p className="border-t border-line px-4 py-2 text-caption text-held">
          The oldest overdue timer was due{' '}
          <Moment at={metrics.oldestOverdueTimerAt} format="near" now={now} />.
        </p>
      )}
    </HealthCard>
  );
}

const LANES = ['fast', 'io', 'slow', 'human'];

export function LanesCard({ metrics }: { metrics: Metrics }) {
  const others = Object.keys(metrics.oldestReadySeconds).filter((lane) => !LANES.includes(lane));
  return (
    <HealthCard title="Oldest ready step" note="By lane">
      <ul>
        {[...LANES, ...others].map((lane) => (
          <HealthRow key={lane} label={lane} value={age(metrics.oldestReadySeconds[lane])} />
        ))}
      </ul>
    </HealthCard>
  );
}

export function EffectsCard({ metrics }: { metrics: Metrics }) {
  return (
    <HealthCard title="Effects and failures">
      <ul>
        <HealthRow label="Not yet settled" value={counted(metrics.unsettledEffects)} />
        <HealthRow
          label={
            metrics.effectsInReview === 0 ? (
              'Needs review'
            ) : (
              <Link
                href="/needs-review"
                className="flex items-center gap-1.5 font-medium text-review hover:underline"
              >
                <CircleQuestionMark aria-hidden className="size-4" />
                Needs review
              </Link>
            )
          }
          value={counted(metrics.effectsInReview)}
        />
        <HealthRow label="Dead letters" value={counted(metrics.deadLetters)} />
      </ul>
    </HealthCard>
  );
}

export function OutboxCard({ metrics }: { metrics: Metrics }) {
  return (
    <HealthCard title="Outbox">
      <ul>
        <HealthRow label="Not yet sent" value={counted(metrics.outboxUnsent)} />
        <HealthRow label="Lag" value={age(metrics.outboxLagSeconds)} />
      </ul>
    </HealthCard>
  );
}

export function LeadersCard({ metrics, now }: { metrics: Metrics; now: Date }) {
  return (
    <HealthCard title="Who leads" note="Lease until">
      <ul>
        {metrics.leaders.map((leader) => (
          <HealthRow
            key={leader.name}
            label={leader.name.replaceAll(/[:_-]/g, ' ')}
            note={leader.owner}
            value={<Moment at={leader.leaseUntil} format="seconds" now={now} />}
          />
        ))}
      </ul>
      {metrics.leaders.length === 0 && (
        <p className="px-4 py-3 text-body text-ink-2">Nobody: no worker process is running.</p>
      )}
    </HealthCard>
  );
}

export function WorkersCard({ metrics, now }: { metrics: Metrics; now: Date }) {
  return (
    <HealthCard title="Workers" note="Last seen">
      <ul>
        {metrics.workers.map((worker) => (
          <HealthRow
            key={worker.id}
            label={worker.role}
            note={worker.id}
            value={<Moment at={worker.seenAt} format="seconds" now={now} />}
          />
        ))}
      </ul>
      {metrics.workers.length === 0 && (
        <p className="px-4 py-3 text-body text-ink-2">
          None was seen. Runs stand still until one starts, and then go on from where they are.
        </p>
      )}
    </HealthCard>
  );
}
