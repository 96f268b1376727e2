/**
 * Each invariant is broken by hand, in a transaction that is undone: it must say so, and only where
 * it is broken. One that looks for nothing any more would keep every scenario's end green.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, documentOf, end, post, reply, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import type { Tx } from '#server/platform/db.ts';
import { countBroken, INVARIANTS } from './invariants.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

/** Runs that stand in every way, as `:name` in the statements below; `:org` is their workspace. */
const names = new Map<string, string>();

beforeAll(async () => {
  const begin = async (name: string, steps: Parameters<typeof documentOf>[0]): Promise<void> => {
    const automation = await s.publish(documentOf([...steps, end()]));
    const { runId } = await s.start(automation, { input: { key: name } });
    names.set(name, runId).set('automation', automation);
  };
  names.set('org', s.orgId);
  await begin('timed', [wait('pause', 'PT1H')]);
  await begin('hearing', [reply('answer')]);
  await begin('asking', [ask('approve')]);
  await begin('ready', [post('order', box)]);
  await begin('ended', []);
});

const CLOSE_STEP = `update steps set status = 'cancelled', finished_at = engine_now(), owner = null,
                           lease_until = null where run_id = `;
const effect = (status: string, rest: string, values: string): string =>
  `insert into effects (key, org_id, run_id, step_id, iteration, connector, status, attempts,
                        first_attempt_at, last_attempt_at, request, request_digest, ${rest})
   values ('key', :org, :ready, 'order', 1, 'http', '${status}', 1, engine_now(),
           engine_now() - interval '11 minutes', '{}', 'd', ${values})`;

const migration = (progressedAt: string): string =>
  `with next as (
     insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
     select automation_id, 2, org_id, document, 'd2', 'test' from automation_versions
      where automation_id = :automation)
   insert into migrations (id, org_id, automation_id, from_version, to_version, mapping, rules, key,
                           created_by, progressed_at)
   values ('mig', :org, :automation, 1, 2, '{}', '{}', 'k', 'test', ${progressedAt})`;

/** What breaks it, and what looks the same and does not. */
const BREAKS: Readonly<
  Record<string, readonly [breaks: string | readonly string[], harmless: string]>
> = {
  waiting_timer_without_timer: [
    `update timers set cancelled_at = engine_now() where run_id = :timed and purpose = 'wait'`,
    `update timers set tzdb = 'another' where run_id = :timed`,
  ],
  waiting_signal_without_subscription: [
    `update subscriptions set closed_at = engine_now() where run_id = :hearing`,
    `update subscriptions set created_at = engine_now() where run_id = :hearing`,
  ],
  human_wait_without_deadline: [
    `update timers set cancelled_at = engine_now() where run_id = :asking and purpose = 'deadline'`,
    `update timers set due_at = engine_now() where run_id = :asking and purpose = 'deadline'`,
  ],
  waiting_approval_without_request: [
    `update approvals set status = 'cancelled', closed_at = engine_now() where run_id = :asking`,
    `update approvals set message_status = 'open' where run_id = :asking`,
  ],
  open_request_without_step: [
    `${CLOSE_STEP} :asking`,
    `update steps set wake = wake + 1 where run_id = :asking`,
  ],
  ready_step_forgotten: [
    `with told as (delete from outbox where payload ->> 'runId' = :ready)
     update steps set ready_at = engine_now() - interval '11 minutes' where run_id = :ready`,
    `update steps set ready_at = engine_now() - interval '11 minutes' where run_id = :ready`,
  ],
  lapsed_step_left: [
    `update steps set status = 'running', owner = 'w', token = 1,
            lease_until = engine_now() - interval '2 minutes' where run_id = :ready`,
    `update steps set status = 'running', owner = 'w', token = 1,
            lease_until = engine_now() - interval '30 seconds' where run_id = :ready`,
  ],
  lapsed_effect_left: [
    effect('in_flight', 'owner, lease_until', `'w', engine_now() - interval '2 minutes'`),
    effect('in_flight', 'owner, lease_until', `'w', engine_now() - interval '30 seconds'`),
  ],
  parked_without_reason: [
    `update steps set status = 'parked', reason = '{"code":"x","message":""}' where run_id = :ready`,
    `update steps set status = 'parked', reason = '{"code":"x","message":"Why."}' where run_id = :ready`,
  ],
  review_without_effect: [
    `update steps set status = 'needs_review', reason = '{"message":"Why.","effectKey":"key"}'
      where run_id = :ready`,
    `with asked as (${effect('needs_review', 'result', 'null')})
     update steps set status = 'needs_review', reason = '{"message":"Why.","effectKey":"key"}'
      where run_id = :ready`,
  ],
  finished_run_with_open_steps: [
    [
      `update runs set status = 'done', finished_at = engine_now() where id = :hearing`,
      `update runs set status = 'done', finished_at = engine_now() where id = :ready`,
      `with stands as (update steps set status = 'parked', reason = '{"message":"Why."}'
                        where run_id = :ready)
       update runs set status = 'done', finished_at = engine_now() where id = :ready`,
      `update steps set run_id = 'run_that_is_gone' where run_id = :hearing`,
    ],
    `update runs set updated_at = engine_now() where id = :hearing`,
  ],
  open_run_without_steps: [`${CLOSE_STEP} :timed`, `${CLOSE_STEP} :ended`],
  open_run_too_old: [
    `update runs set expires_at = engine_now() - interval '11 minutes' where id = :ready`,
    `update runs set expires_at = engine_now() - interval '11 minutes',
            cancel_requested_at = engine_now() where id = :ready`,
  ],
  signal_missed: [
    `with old as (update subscriptions set created_at = engine_now() - interval '2 minutes'
                   where run_id = :hearing)
     insert into signals (id, org_id, name, correlation_key, identity, received_at)
     values ('sig', :org, 'email.reply', 'hearing', 'i', engine_now() - interval '2 minutes')`,
    `insert into signals (id, org_id, name, correlation_key, identity, received_at)
     values ('sig', :org, 'email.reply', 'another', 'i', engine_now() - interval '2 minutes')`,
  ],
  timer_not_fired: [
    `update timers set due_at = engine_now() - interval '11 minutes'
      where run_id = :timed and purpose = 'wait'`,
    `update timers set due_at = engine_now() - interval '1 minute'
      where run_id = :timed and purpose = 'wait'`,
  ],
  timers_out_of_sight: [
    `with hidden as (delete from timer_queues where org_id = :org)
     update timers set due_at = engine_now() - interval '1 minute'
      where run_id = :timed and purpose = 'wait'`,
    `update timers set due_at = engine_now() - interval '1 minute'
      where run_id = :timed and purpose = 'wait'`,
  ],
  child_end_missed: [
    `with ended as (update runs set finished_at = engine_now() - interval '2 minutes'
                     where id = :ended)
     update subscriptions set signal = '$run.finished', correlation_key = :ended
      where run_id = :hearing`,
    `update subscriptions set signal = '$run.finished', correlation_key = :timed
      where run_id = :hearing`,
  ],
  schedule_passed_by: [
    `insert into schedules (id, org_id, automation_id, kind, expression, zone, next_run_at)
     values ('sch', :org, :automation, 'cron', '* * * * *', 'UTC', engine_now() - interval '11 minutes')`,
    `insert into schedules (id, org_id, automation_id, kind, expression, zone, next_run_at, status)
     values ('sch', :org, :automation, 'cron', '* * * * *', 'UTC', engine_now() - interval '11 minutes',
             'paused')`,
  ],
  schedule_debt_forgotten: [
    `insert into schedule_fires (schedule_id, instant, org_id, automation_id, status, zone, overlap,
                                 catch_up_seconds, due_at, look_at)
     values ('sch', now(), :org, :automation, 'owed', 'UTC', 'skip', 0, now(),
             engine_now() - interval '11 minutes')`,
    `insert into schedule_fires (schedule_id, instant, org_id, automation_id, status, zone, overlap,
                                 catch_up_seconds, due_at, look_at)
     values ('sch', now(), :org, :automation, 'owed', 'UTC', 'skip', 0, now(), engine_now())`,
  ],
  run_held_for_nothing: [
    `update runs set held_at = engine_now() where id = :hearing`,
    `with held as (update runs set held_at = engine_now() where id = :hearing returning automation_id)
     update automations set hold = 'holding', hold_at = engine_now()
      where id in (select automation_id from held)`,
  ],
  release_stands_still: [
    `update automations set hold = 'releasing', hold_release = '{}',
            hold_at = engine_now() - interval '31 minutes' where id = :automation`,
    `update automations set hold = 'releasing', hold_release = '{}', hold_at = engine_now()
      where id = :automation`,
  ],
  migration_stands_still: [
    migration(`engine_now() - interval '11 minutes'`),
    migration('engine_now()'),
  ],
  zone_not_followed: [
    `with who as (insert into contacts (id, org_id) values ('con', :org) returning id)
     insert into zone_changes (contact_id, changed_at)
     select id, clock_timestamp() - interval '11 minutes' from who`,
    `with who as (insert into contacts (id, org_id) values ('con', :org) returning id)
     insert into zone_changes (contact_id, changed_at) select id, clock_timestamp() from who`,
  ],
  slot_left: [
    `with gone as (${effect('abandoned', 'result', 'null')})
     update connection_slots set effect_key = 'key'
      where slot = 1 and connection_id in (select id from connections where name = 'web')`,
    `with called as (${effect('in_flight', 'owner, lease_until', `'w', engine_now() + interval '1 minute'`)})
     update connection_slots set effect_key = 'key'
      where slot = 1 and connection_id in (select id from connections where name = 'web')`,
  ],
  reservation_left: [
    `with given_up as (${effect('abandoned', 'result', 'null')})
     insert into spend (effect_key, org_id, budget, run_id, reserved_micros, status)
     values ('key', :org, 'model', :ready, 1, 'reserved')`,
    `with open as (${effect('claimed', 'result', 'null')})
     insert into spend (effect_key, org_id, budget, run_id, reserved_micros, status)
     values ('key', :org, 'model', :ready, 1, 'reserved')`,
  ],
};

class Undo extends Error {}

/** The invariants that say so after the statement, which leaves nothing behind. */
const brokenBy = async (statement: string): Promise<readonly string[]> => {
  const values: string[] = [];
  const text = statement.replaceAll(/(?<!:):([a-z]+)/g, (_, name: string) => {
    values.push(names.get(name) ?? `no ${name}`);
    return `$${values.length}::text`;
  });
  const broken: string[] = [];
  const look = async (tx: Tx): Promise<never> => {
    expect((await tx.query(text, values)).rowCount).toBeGreaterThan(0);
    for (const invariant of INVARIANTS) {
      if ((await countBroken(tx, invariant)).count > 0) broken.push(invariant.name);
    }
    throw new Undo();
  };
  await db.transaction(look).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return broken;
};

describe('S9.1 an invariant', () => {
  it('is broken by hand below, each of them, and each has one name', () => {
    expect(Object.keys(BREAKS).toSorted()).toEqual(INVARIANTS.map(({ name }) => name).toSorted());
  });

  it.each(Object.entries(BREAKS))(
    '%s says what breaks it, and nothing else',
    async (name, [breaks, harmless]) => {
      for (const one of [breaks].flat()) expect(await brokenBy(one), one).toContain(name);
      expect(await brokenBy(harmless)).not.toContain(name);
    },
  );
});
