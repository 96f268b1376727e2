-- A page of a long log reads the rows that it needs, and does not unpack the others: the view says
-- in which row of `run_log` an entry is.
create or replace view transitions as
  select l.run_id, (l.seq + e.place - 1)::int as seq, l.org_id, e.entry ->> 0 as type,
         e.entry ->> 3 as step_id, (e.entry ->> 4)::int as iteration,
         (e.entry ->> 5)::int as attempt, coalesce(e.entry ->> 1, l.actor) as actor,
         (e.entry -> 2)::jsonb as data, l.at, l.seq as first_seq
    from run_log l
   cross join lateral json_array_elements(l.entries) with ordinality as e (entry, place);
