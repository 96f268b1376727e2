/**
 * Numbers for the shell and the automations page. Every count stops at a bound, so that a page
 * costs the same in a workspace with a million runs.
 */
import type { Row, Tx } from '#server/platform/db.ts';
import { listLostConnections } from './product-connections.ts';

export interface NavigationCounts {
  readonly approvals: number;
  readonly reviews: number;
}

export interface AutomationsSummary {
  readonly waiting: number;
  readonly nextWakeAt: Date | null;
  readonly needsReview: number;
  readonly oldestReview: { readonly since: Date; readonly who: string } | null;
  readonly failedToday: number;
  readonly lostConnections: { name: string; label: string; parkedRuns: number }[];
}

/** Beyond this the exact number helps nobody. */
const BOUND = 10_000;

/** What waits for a person: open approvals, requests to publish, and effects in review. */
export const countForNavigation = async (tx: Tx, orgId: string): Promise<NavigationCounts> => {
  const { rows } = await tx.query<NavigationCounts>(
    `select
       (select count(*)::int from (
          select 1 from approvals where org_id = $1 and status = 'open'
          union all
          select 1 from publish_requests where org_id = $1 and status = 'waiting'
          limit $2) a) as approvals,
       (select count(*)::int from (
          select 1 from effects where org_id = $1 and status = 'needs_review' limit $2) r) as reviews`,
    [orgId, BOUND],
  );
  return rows[0] ?? { approvals: 0, reviews: 0 };
};

interface SummaryRow extends Row {
  waiting: number;
  nextWakeAt: Date | null;
  needsReview: number;
  reviewSince: Date | null;
  reviewWho: string | null;
  failedToday: number;
}

/** Uses runs_by_status, timers_due, effects_review, runs_unwell: some 5 ms beside a million runs. */
const SUMMARY = `
  with review as (
    select e.run_id, coalesce(e.last_attempt_at, e.created_at) as since
      from effects e where e.org_id = $1 and e.status = 'needs_review'
     order by e.key limit $2
  ), oldest as (
    select * from review order by since limit 1
  )
  select
    (select count(*)::int from (
       select 1 from runs
        where org_id = $1
          and status in ('waiting_timer', 'waiting_signal', 'waiting_approval', 'waiting_retry')
        limit $2) w) as waiting,
    (select t.due_at from timers t
      where t.org_id = $1 and t.fired_at is null and t.cancelled_at is null
        and not t.held and t.purpose in ('wait', 'retry')
      order by t.due_at, t.id limit 1) as "nextWakeAt",
    (select count(*)::int from review) as "needsReview",
    (select since from oldest) as "reviewSince",
    (select coalesce(c.name, c.email, 'a run')
       from oldest o join runs r on r.id = o.run_id left join contacts c on c.id = r.contact_id)
      as "reviewWho",
    (select count(*)::int from (
       select 1 from runs r
        where r.org_id = $1 and r.status in ('failed', 'stopped') and not r.is_test
          and r.finished_at >= date_trunc('day', engine_now() at time zone o.timezone) at time zone o.timezone
        limit $2) f) as "failedToday"
  from organisations o where o.id = $1`;

/** The strip above the list of automations. */
export const summariseAutomations = async (tx: Tx, orgId: string): Promise<AutomationsSummary> => {
  const { rows } = await tx.query<SummaryRow>(SUMMARY, [orgId, BOUND]);
  const row = rows[0];
  const lost = await listLostConnections(tx, orgId);
  return {
    waiting: row?.waiting ?? 0,
    nextWakeAt: row?.nextWakeAt ?? null,
    needsReview: row?.needsReview ?? 0,
    oldestReview:
      row?.reviewSince == null ? null : { since: row.reviewSince, who: row.reviewWho ?? 'a run' },
    failedToday: row?.failedToday ?? 0,
    lostConnections: lost.map(({ name, label, parkedRuns }) => ({ name, label, parkedRuns })),
  };
};
