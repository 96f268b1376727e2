import type { Invariant } from './invariant.ts';

/** What has its time: timers, schedules, and contacts whose zone changed. */
export const TIME_INVARIANTS: readonly Invariant[] = [
  {
    name: 'timer_not_fired',
    sentence: 'No timer is due for more than ten minutes without having fired.',
    broken: `
      select t.id from timer_queues q
       cross join lateral (
         select id from timers
          where org_id = q.org_id and fired_at is null and cancelled_at is null and not held
            and due_at < engine_now() - interval '10 minutes'
          order by due_at, id limit 1) t`,
  },
  {
    name: 'timers_out_of_sight',
    sentence: 'Every organisation with open timers is known to the sweep.',
    // Ordered, so that each is one probe of `timers_due`: beside one organisation that has nearly all
    // timers, looking for any other's reads the table from end to end instead.
    broken: `
      select o.id from organisations o
       where (select true from timers
               where org_id = o.id and fired_at is null and cancelled_at is null and not held
                 and due_at < engine_now() order by due_at, id limit 1)
         and (select next_due_at from timer_queues where org_id = o.id) is null`,
  },
  {
    name: 'schedule_passed_by',
    sentence: 'No schedule is due for more than ten minutes without having been moved on.',
    broken: `
      select id from schedules
       where status = 'active' and next_run_at < engine_now() - interval '10 minutes'`,
  },
  {
    name: 'schedule_debt_forgotten',
    sentence: 'Nothing that a schedule owes waits for more than ten minutes to be looked at.',
    broken: `
      select schedule_id || ' ' || instant as id from schedule_fires
       where status = 'owed' and look_at < engine_now() - interval '10 minutes'`,
  },
  {
    name: 'run_held_for_nothing',
    sentence: 'No run is held by an automation that holds none.',
    broken: `
      select r.id from runs r join automations a on a.id = r.automation_id
       where r.held_at is not null and a.hold is null`,
  },
  {
    name: 'release_stands_still',
    sentence: 'No release of held runs takes more than half an hour.',
    broken: `
      select id from automations
       where hold = 'releasing' and hold_at < engine_now() - interval '30 minutes'`,
  },
  {
    name: 'migration_stands_still',
    sentence: 'No move of runs to another version stands still for more than ten minutes.',
    broken: `
      select id from migrations
       where status in ('collecting', 'moving')
         and progressed_at < engine_now() - interval '10 minutes'`,
  },
  {
    name: 'zone_not_followed',
    sentence: 'No contact moved to another zone more than ten minutes ago without its timers.',
    broken: `
      select contact_id as id from zone_changes
       where seen_at is null and changed_at < clock_timestamp() - interval '10 minutes'`,
  },
];
