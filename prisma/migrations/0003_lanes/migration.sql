-- Lanes that are fair between organisations and kind to connections.

-- The connection that a step's work uses, by the name that documents use; empty where there is none.
alter table steps add column connection text not null default '';

-- The claim's order: per lane a queue for each organisation and connection, so that neither one
-- organisation's burst nor one connection at its cap stands in front of the others.
drop index steps_claim;
create index steps_claim on steps (lane, org_id, connection, ready_at, id)
  where status in ('ready', 'running');
-- How many steps a connection has under way. lease_until stays out: heartbeats remain heap-only.
drop index steps_running;
create index steps_running on steps (org_id, connection, id) where status = 'running';

-- Calls that a connection allows at once: one row each, taken under a row lock with the effect's
-- beginning and given back with its end, so that the cap holds across workers.
create table connection_slots (
  connection_id text not null references connections (id) on delete cascade,
  slot int not null check (slot > 0),
  effect_key text,
  primary key (connection_id, slot)
) with (fillfactor = 50);
create index connection_slots_taken on connection_slots (effect_key) where effect_key is not null;

create function grow_connection_slots() returns trigger language plpgsql as $$
begin
  insert into connection_slots (connection_id, slot)
  select new.id, n from generate_series(1, new.concurrency_cap) as n
  on conflict do nothing;
  return new;
end $$;
create trigger connections_slots
  after insert or update of concurrency_cap on connections
  for each row execute function grow_connection_slots();
insert into connection_slots (connection_id, slot)
select c.id, n from connections c cross join lateral generate_series(1, c.concurrency_cap) as n;

-- Children that still run, for the sweep that stops those whose parent no longer waits.
create index runs_open_children on runs (parent_run_id, parent_step_id, parent_iteration)
  where parent_run_id is not null and finished_at is null;
-- Dead letters, newest first.
create index runs_failed on runs (org_id, finished_at desc, id desc) where status = 'failed';
