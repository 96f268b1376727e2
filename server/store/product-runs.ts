/** Runs as lists show them. */
import type { RunStatus, StepStatus } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';
import { likePrefix } from './like-prefix.ts';
import { matchingContacts } from './matching-contacts.ts';

export interface RunRow {
  readonly id: string;
  readonly automationId: string;
  readonly automationName: string;
  readonly version: number;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly status: RunStatus;
  readonly outcome: string | null;
  readonly isTest: boolean;
  readonly currentSteps: { stepId: string; name: string; status: StepStatus }[];
  readonly failure: { stepId: string; name: string; message: string | null } | null;
  readonly dueAt: Date | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Since when it is held with its automation. */
  readonly heldAt: Date | null;
}

export interface ListRuns {
  readonly orgId: string;
  readonly statuses: readonly RunStatus[] | null;
  readonly automationId: string | null;
  /** Of that automation; left out: any. */
  readonly version?: number | null;
  /** Beginning of a contact's address or name, or a run's id. */
  readonly search: string | null;
  /** Id of the last run of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

/** A search looks at most at so many contacts by each of their names. */
const MOST_CONTACTS = 200;

/**
 * Newest first, by id. Uses runs_list, runs_by_automation or runs_by_status, and runs_by_contact
 * for a search; the names of steps come from the run's own version, so a renamed step keeps the
 * name that it ran under.
 */
const LIST = `
  with page as (
    select r.* from runs r
     where r.org_id = $1
       and ($2::text is null or r.id < $2)
       and ($3::text[] is null or r.status = any ($3))
       and ($4::text is null or r.automation_id = $4)
       and ($9::int is null or r.version = $9)
       and ($5::text is null or r.id = $6 or r.contact_id = any (array(
         ${matchingContacts('$1', '$5', '$7')})))
     order by r.id desc limit $8
  )
  select p.id, p.automation_id as "automationId", a.name as "automationName", p.version,
         c.name as "contactName", c.email as "contactEmail", p.status, p.outcome,
         p.is_test as "isTest", p.created_at as "startedAt", p.finished_at as "finishedAt",
         case when p.finished_at is null then p.held_at end as "heldAt",
         coalesce(standing.steps, '[]'::jsonb) as "currentSteps", broke.step as failure,
         due.at as "dueAt"
    from page p
    join automations a on a.id = p.automation_id
    join automation_versions v on v.automation_id = p.automation_id and v.version = p.version
    left join contacts c on c.id = p.contact_id
    left join lateral (
      select jsonb_agg(jsonb_build_object(
               'stepId', s.step_id, 'status', s.status,
               'name', coalesce((select d ->> 'name' from jsonb_array_elements(v.document -> 'steps') d
                                  where d ->> 'id' = s.step_id limit 1), s.step_id))
             order by s.id) as steps
        from steps s where s.run_id = p.id and s.finished_at is null
    ) standing on p.finished_at is null
    left join lateral (
      select jsonb_build_object(
               'stepId', s.step_id, 'message', s.error ->> 'message',
               'name', coalesce((select d ->> 'name' from jsonb_array_elements(v.document -> 'steps') d
                                  where d ->> 'id' = s.step_id limit 1), s.step_id)) as step
        from steps s where s.run_id = p.id and s.status = 'failed'
       order by s.finished_at desc, s.id desc limit 1
    ) broke on p.status = 'failed'
    left join lateral (
      select min(t.due_at) as at from timers t
       where t.run_id = p.id and t.fired_at is null and t.cancelled_at is null
         and t.purpose <> 'budget'
    ) due on p.finished_at is null
   order by p.id desc`;

export const listRuns = async (tx: Tx, asked: ListRuns): Promise<RunRow[]> => {
  const { rows } = await tx.query<RunRow>(LIST, [
    asked.orgId,
    asked.before,
    asked.statuses,
    asked.automationId,
    likePrefix(asked.search),
    asked.search,
    MOST_CONTACTS,
    asked.limit,
    asked.version ?? null,
  ]);
  return rows;
};
