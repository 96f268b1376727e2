-- A run's greatest age stands in its row: no timer of its own, which was a row, three index entries
-- and a line of the log for each run, nearly always only to be cancelled. Runs that have such a
-- timer keep it; whichever of the two comes first ends the run.
update runs r set expires_at = t.due_at
  from timers t
 where t.run_id = r.id and t.purpose = 'budget' and t.fired_at is null and t.cancelled_at is null
   and r.finished_at is null and r.expires_at <> t.due_at;
create index runs_age on runs (expires_at) where finished_at is null and cancel_requested_at is null;
