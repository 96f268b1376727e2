-- The log, packed: what one commit adds to a run is one row. A row of its own for each transition
-- costs more in headers, ids and index entries than what it says, in the table and in the
-- write-ahead log alike.
create table run_log (
  run_id text not null,
  -- The number of the first entry; the others follow it without a gap.
  seq int not null check (seq > 0),
  org_id text not null,
  -- Who caused it.
  actor text not null,
  at timestamptz not null default engine_now(),
  -- One list per transition: its type, its actor where that is another, its data and, where it is
  -- about a visit, the step's id, the iteration and the attempt. As text, which is half as long as
  -- jsonb; the check keeps out what jsonb could not be made of when it is read.
  entries json not null check (jsonb_array_length(entries::jsonb) > 0),
  primary key (run_id, seq)
);
create trigger run_log_append_only
  before update or delete on run_log
  for each row execute function refuse_history_change();

insert into run_log (run_id, seq, org_id, actor, at, entries)
select run_id, seq, org_id, actor, at,
       json_build_array(json_build_array(type, null, data, step_id, iteration, attempt))
  from transitions order by run_id, seq;
drop table transitions;

-- One row per transition: how the log is read.
create view transitions as
  select l.run_id, (l.seq + e.place - 1)::int as seq, l.org_id, e.entry ->> 0 as type,
         e.entry ->> 3 as step_id, (e.entry ->> 4)::int as iteration,
         (e.entry ->> 5)::int as attempt, coalesce(e.entry ->> 1, l.actor) as actor,
         (e.entry -> 2)::jsonb as data, l.at
    from run_log l
   cross join lateral json_array_elements(l.entries) with ordinality as e (entry, place);

-- Statements that add a single transition say so in its own columns.
create function log_transition() returns trigger language plpgsql as $$
begin
  insert into run_log (run_id, seq, org_id, actor, entries)
  values (new.run_id, new.seq, new.org_id, new.actor,
          json_build_array(json_build_array(
            new.type, null, coalesce(new.data, '{}'), new.step_id, new.iteration, new.attempt)));
  return new;
end $$;
create trigger transitions_insert
  instead of insert on transitions
  for each row execute function log_transition();
