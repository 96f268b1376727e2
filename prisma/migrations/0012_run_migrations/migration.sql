-- Runs in flight that are taken from one version to another: the order, and what became of each run.

-- The runs of a version, oldest first: found page by page when a migration begins, counted when one
-- is thought about. `runs_open_by_automation` would look past every run of every other version.
create index runs_open_by_version on runs (automation_id, version, id) where finished_at is null;

create table migrations (
  id text primary key,
  org_id text not null references organisations (id),
  automation_id text not null references automations (id),
  from_version int not null,
  to_version int not null,
  mapping jsonb not null,
  rules jsonb not null,
  -- Made by whoever starts it: the same key again is the same migration.
  key text not null,
  -- collecting ──all runs found──► moving ──none pending──► done; cancelled from either.
  status text not null default 'collecting'
    check (status in ('collecting', 'moving', 'done', 'cancelled')),
  -- The last run that was found: collecting goes on behind it.
  collected_to text not null default '',
  total int not null default 0 check (total >= 0),
  moved int not null default 0 check (moved >= 0),
  cancelled int not null default 0 check (cancelled >= 0),
  left_behind int not null default 0 check (left_behind >= 0),
  refused int not null default 0 check (refused >= 0),
  -- Who works on it, and until when it may go without another sign; the token only grows.
  owner text,
  lease_until timestamptz,
  token bigint not null default 0 check (token >= 0),
  -- Before this there is nothing to do: runs that were busy are asked again then.
  next_at timestamptz not null default engine_now(),
  progressed_at timestamptz not null default engine_now(),
  created_by text not null,
  created_at timestamptz not null default engine_now(),
  finished_at timestamptz,
  cancelled_by text,
  unique (org_id, key),
  foreign key (automation_id, from_version) references automation_versions (automation_id, version),
  foreign key (automation_id, to_version) references automation_versions (automation_id, version),
  check (from_version <> to_version),
  check ((owner is null) = (lease_until is null)),
  check ((finished_at is not null) = (status in ('done', 'cancelled'))),
  check ((cancelled_by is not null) = (status = 'cancelled')),
  check (moved + cancelled + left_behind + refused <= total)
) with (fillfactor = 50);
create unique index migrations_active on migrations (automation_id)
  where status in ('collecting', 'moving');
create index migrations_due on migrations (next_at, id) where status in ('collecting', 'moving');
create index migrations_by_automation on migrations (automation_id, id desc);

create table migration_runs (
  migration_id text not null references migrations (id),
  run_id text not null references runs (id),
  org_id text not null,
  status text not null default 'pending'
    check (status in ('pending', 'moved', 'cancelled', 'left', 'refused')),
  code text,
  -- In a sentence, for people; no personal data.
  reason text,
  -- How often it was too busy to be moved, and when it is asked again.
  tries int not null default 0 check (tries >= 0),
  look_at timestamptz not null default engine_now(),
  at timestamptz,
  primary key (migration_id, run_id),
  check ((at is not null) = (status <> 'pending')),
  check ((code is not null) <= (status in ('refused', 'pending')))
) with (fillfactor = 75);
create index migration_runs_pending on migration_runs (migration_id, look_at, run_id)
  where status = 'pending';
create index migration_runs_by_status on migration_runs (migration_id, status, run_id);
