import { Gauge, Registry } from 'prom-client';
import type { EngineHealth } from '#server/runtime/engine-health.ts';

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

type Metric = readonly [name: string, help: string, samples: readonly Sample[]];

const one = (value: number): Sample[] => [{ value }];

const by = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }));

const timers = ({ metrics }: EngineHealth): Metric[] => [
  [
    'holdfast_timer_lateness_seconds',
    'How late timers of the last hour fired',
    by('quantile', {
      '0.5': metrics.timerLatenessP50,
      '0.95': metrics.timerLatenessP95,
      '1': metrics.timerLatenessMax,
    }),
  ],
  ['holdfast_timers_overdue', 'Unfired timers past their instant', one(metrics.overdueTimers)],
  [
    'holdfast_timer_oldest_overdue_seconds',
    'Age of the oldest overdue timer',
    one(metrics.oldestOverdueTimer),
  ],
];

const work = ({ metrics }: EngineHealth): Metric[] => [
  [
    'holdfast_step_oldest_ready_seconds',
    'Age of the oldest ready step',
    by('lane', metrics.oldestReady),
  ],
  ['holdfast_steps_ready', 'Steps that wait for a worker', by('lane', metrics.readySteps)],
  ['holdfast_steps_running', 'Steps under a lease', by('lane', metrics.runningSteps)],
  ['holdfast_runs_open', 'Unfinished runs', by('status', metrics.openRuns)],
  ['holdfast_effects_unsettled', 'Effects begun and not settled', one(metrics.unsettledEffects)],
  ['holdfast_effects_in_review', 'Effects that wait for a person', one(metrics.effectsInReview)],
  ['holdfast_dead_letters', 'Steps that failed for good', one(metrics.deadLetters)],
  ['holdfast_outbox_unsent', 'Outbox rows not yet sent', one(metrics.outboxUnsent)],
  ['holdfast_outbox_lag_seconds', 'Age of the oldest unsent outbox row', one(metrics.outboxLag)],
];

const condition = ({ metrics, invariants, checkedAt }: EngineHealth): Metric[] => [
  [
    'holdfast_invariants_checked_seconds',
    'How long ago the look at the invariants began that they are the outcome of',
    one(Math.max(0, (Date.now() - checkedAt.getTime()) / 1000)),
  ],
  [
    'holdfast_runs_without_way_forward',
    'Unfinished runs that nothing will wake',
    one(metrics.runsWithoutWayForward),
  ],
  [
    'holdfast_invariant_violations',
    'Rows that break an invariant; 0 in a healthy engine',
    by('invariant', Object.fromEntries(invariants.map(({ name, count }) => [name, count]))),
  ],
  [
    'holdfast_leader_lease_seconds',
    'How long each leader still holds its lease',
    metrics.leaders.map(({ job, owner, until }) => ({
      labels: { job, owner },
      value: (until.getTime() - Date.now()) / 1000,
    })),
  ],
  [
    'holdfast_workers_alive',
    'Workers seen lately',
    one(metrics.workers.filter((worker) => worker.alive).length),
  ],
  [
    'holdfast_connection_breaker_open',
    '1 while a connection is left alone',
    metrics.breakers.map(({ connectionId, breaker }) => ({
      labels: { connection: connectionId },
      value: breaker === 'closed' ? 0 : 1,
    })),
  ],
];

/** The engine's condition in Prometheus' text format. Ids only, nobody's names. */
export const renderMetrics = async (
  health: EngineHealth,
): Promise<{ readonly body: string; readonly contentType: string }> => {
  const registry = new Registry();
  for (const [name, help, samples] of [...timers(health), ...work(health), ...condition(health)]) {
    const labelNames = [...new Set(samples.flatMap(({ labels }) => Object.keys(labels ?? {})))];
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels, value } of samples) gauge.set({ ...labels }, value);
  }
  return { body: await registry.metrics(), contentType: registry.contentType };
};
