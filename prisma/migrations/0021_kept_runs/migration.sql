-- What keeps a run's rows together now that steps and timers name it without a key: a run that has
-- not ended cannot be removed from under them.
create function refuse_open_run_removal() returns trigger language plpgsql as $$
begin
  raise exception 'run % has not ended', old.id using errcode = 'restrict_violation';
end $$;
create trigger runs_open_are_kept
  before delete on runs
  for each row when (old.finished_at is null) execute function refuse_open_run_removal();

-- A truncation fires no trigger of rows.
create trigger run_log_no_truncate
  before truncate on run_log
  for each statement execute function refuse_history_change();

-- When a probe last found that a connection works again. Where it is refused soon after, the probe
-- does not see what calls are refused for, and only a person can say that it was put right.
alter table connections add column healed_at timestamptz;
