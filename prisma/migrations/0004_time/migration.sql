-- Schedules that fire, and timers that follow their contact's zone and the tz database.

-- ---------------------------------------------------------------- schedules
-- `next_instant` is the occurrence that comes next, `next_run_at` when it is looked at: later by the
-- schedule's own jitter. Both null: paused, or nothing comes any more.
alter table schedules add column next_instant timestamptz;
-- An instant that nobody computed yet counts from now on.
update schedules set next_run_at = engine_now() where status = 'active' and next_run_at is null;
-- Toggling it ten times leaves one schedule.
create unique index schedules_automation on schedules (automation_id);

-- What a schedule's occurrence came to. Written with the statement that advances the schedule, so
-- that one of the two rows is always the way forward.
--
--   owed ──► started | skipped | missed | refused
--
-- No foreign keys: an occurrence stays owed when its schedule is edited, paused or taken away.
create table schedule_fires (
  schedule_id text not null,
  -- As the rule says, without jitter; part of the run's start key.
  instant timestamptz not null,
  org_id text not null,
  automation_id text not null,
  status text not null check (status in ('owed', 'started', 'skipped', 'missed', 'refused')),
  zone text not null,
  overlap text not null check (overlap in ('skip', 'queue', 'allow')),
  catch_up_seconds int not null check (catch_up_seconds >= 0),
  due_at timestamptz not null,
  -- When an owed one is looked at (again).
  look_at timestamptz,
  -- Missed ones of one stretch share a row: the first one's.
  occurrences int not null default 1 check (occurrences > 0),
  run_id text,
  closed_at timestamptz,
  primary key (schedule_id, instant),
  check ((status = 'owed') = (look_at is not null)),
  check ((status = 'owed') = (closed_at is null)),
  check ((status = 'started') = (run_id is not null))
) with (fillfactor = 75);
create index schedule_fires_owed on schedule_fires (look_at) where status = 'owed';

alter table receipts drop constraint receipts_result_check;
alter table receipts add constraint receipts_result_check check (result in (
  'accepted', 'duplicate', 'bad_signature', 'paused', 'invalid', 'stored', 'skipped', 'missed'));

-- ---------------------------------------------------------------- zones
-- Contacts whose zone changed, whoever changed it: their waiting timers are computed anew by the
-- sweep. In the changing transaction, so that a crash loses none.
create table zone_changes (
  contact_id text primary key references contacts (id) on delete cascade,
  changed_at timestamptz not null,
  -- Looked at once; kept for a second look, for those that had read the old zone by then.
  seen_at timestamptz
) with (fillfactor = 50);

create function note_zone_change() returns trigger language plpgsql as $$
begin
  insert into zone_changes (contact_id, changed_at) values (new.id, clock_timestamp())
  on conflict (contact_id) do update set changed_at = excluded.changed_at, seen_at = null;
  return null;
end $$;
create trigger contacts_zone_change
  after update of timezone on contacts
  for each row when (old.timezone is distinct from new.timezone)
  execute function note_zone_change();

-- How far the open timers were compared with a version of the tz database.
create table tzdb_walks (
  tzdb text primary key,
  after_org text not null default '',
  after_due timestamptz not null default '-infinity',
  after_id text not null default '',
  moved int not null default 0,
  finished_at timestamptz
);

-- ---------------------------------------------------------------- the fair due sweep
-- Whose turn it is among the organisations that may have something due.
create index timer_queues_due on timer_queues (next_due_at) where next_due_at is not null;
