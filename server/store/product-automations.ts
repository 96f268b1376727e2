/** Automations as their list shows them. */
import type { Tx } from '#server/platform/db.ts';
import { idFloor } from '#server/platform/ids.ts';
import { actorName } from './actor-name.ts';
import { likePrefix } from './like-prefix.ts';

export interface AutomationRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly status: 'active' | 'paused' | 'archived';
  /** Name of the person who paused or archived it. */
  readonly statusBy: string | null;
  readonly statusAt: Date | null;
  /** Whether its runs are held, or being released. */
  readonly hold: 'holding' | 'releasing' | null;
  readonly draft: unknown;
  readonly draftRevision: number;
  /** Every step id that was ever saved or published. */
  readonly usedStepIds: readonly string[];
  readonly liveVersion: number | null;
  readonly liveDocument: unknown;
  readonly hookId: string;
  readonly hookSigned: boolean;
  readonly publishedAt: Date | null;
  readonly publishedBy: string | null;
}

export interface ActivityRow {
  readonly automationId: string;
  readonly waiting: number;
  readonly needsReview: number;
  readonly failedToday: number;
  /** Runs started per day, oldest of 14 first. */
  readonly started: number[];
}

const COLUMNS = `
  a.id, a.slug, a.name, a.description, a.status, ${actorName('a.status_by')} as "statusBy",
  a.status_at as "statusAt", a.hold, a.draft, a.draft_revision as "draftRevision",
  a.used_step_ids as "usedStepIds",
  a.live_version as "liveVersion", v.document as "liveDocument", a.hook_id as "hookId",
  a.hook_secret is not null as "hookSigned", v.published_at as "publishedAt",
  ${actorName('v.published_by')} as "publishedBy"`;

const FROM = `
  automations a
  left join automation_versions v on v.automation_id = a.id and v.version = a.live_version`;

export interface ListAutomations {
  readonly orgId: string;
  readonly search: string | null;
  /** Id of the last automation of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

/** Newest first, archived ones too. A workspace has at most some hundreds. */
export const listAutomations = async (tx: Tx, asked: ListAutomations): Promise<AutomationRow[]> => {
  const { rows } = await tx.query<AutomationRow>(
    `select ${COLUMNS} from ${FROM}
      where a.org_id = $1 and ($2::text is null or a.id < $2)
        and ($3::text is null or lower(a.name) like $3)
      order by a.id desc limit $4`,
    [asked.orgId, asked.before, likePrefix(asked.search), asked.limit],
  );
  return rows;
};

/** By id or by slug; null when the workspace has no such automation. */
export const findAutomation = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<AutomationRow | null> => {
  const { rows } = await tx.query<AutomationRow>(
    `select ${COLUMNS} from ${FROM} where a.org_id = $1 and (a.id = $2 or a.slug = $2)`,
    [orgId, id],
  );
  return rows[0] ?? null;
};

const DAYS = 14;
/** Beyond this many starts in two weeks the chart counts the newest. */
const MOST_STARTS = 20_000;
const MOST_OPEN = 10_000;

/** When each of the last 14 days began in the workspace's zone, oldest first. */
const readDays = async (tx: Tx, orgId: string): Promise<Date[]> => {
  const { rows } = await tx.query<{ at: Date }>(
    `select (date_trunc('day', engine_now() at time zone o.timezone) - make_interval(days => n))
              at time zone o.timezone as at
       from organisations o, generate_series(${DAYS - 1}, 0, -1) as n where o.id = $1 order by n desc`,
    [orgId],
  );
  return rows.map((row) => row.at);
};

/**
 * Counts from indexes alone: what is open by runs_open_by_version, what was started by the time
 * that is in runs' ids (runs_by_automation), what went wrong today by runs_unwell. 50 automations,
 * one of them with 20,000 starts, take some 10 ms beside a million runs.
 */
const ACTIVITY = `
  with unwell as (
    select automation_id, count(*)::int as runs
      from (select automation_id from runs
             where org_id = $1 and status in ('failed', 'stopped') and finished_at >= $3
               and not is_test
             limit $5) r
     group by automation_id
  )
  select wanted.id as "automationId", open.waiting, open.review as "needsReview",
         coalesce(unwell.runs, 0) as "failedToday", recent.started
    from unnest($2::text[]) as wanted (id)
    left join unwell on unwell.automation_id = wanted.id
    cross join lateral (
      select count(*) filter (where status like 'waiting%')::int as waiting,
             count(*) filter (where status = 'needs_review')::int as review
        from (select status from runs
               where automation_id = wanted.id and finished_at is null limit $5) s
    ) open
    cross join lateral (
      select array_agg(coalesce(per_day.runs, 0)::int order by d.n) as started
        from generate_series(1, ${DAYS}) as d (n)
        left join (
          select width_bucket(id, $4::text[]) as n, count(*) as runs
            from (select id from runs
                   where automation_id = wanted.id and id >= ($4::text[])[1]
                   order by id desc limit $6) r
           group by 1
        ) per_day on per_day.n = d.n
    ) recent`;

/** What happened lately, per automation, in the workspace's days. */
export const readActivity = async (
  tx: Tx,
  orgId: string,
  automationIds: readonly string[],
): Promise<ReadonlyMap<string, ActivityRow>> => {
  const days = await readDays(tx, orgId);
  const { rows } = await tx.query<ActivityRow>(ACTIVITY, [
    orgId,
    automationIds,
    days.at(-1),
    days.map((day) => idFloor('run', day)),
    MOST_OPEN,
    MOST_STARTS,
  ]);
  return new Map(rows.map((row) => [row.automationId, row]));
};
