-- What a step pays for beside its own rows.

-- The fence is looked at after the update: a row trigger that fires before locks each row once more,
-- and writes that into the log, whether or not it has anything to say.
drop trigger steps_token_grows on steps;
create trigger steps_token_grows
  after update of token on steps
  for each row when (new.token < old.token) execute function refuse_token_decrease();

-- Steps and timers are only ever written beside their run, whose row is locked by then, and runs are
-- never deleted. Checked by key, each of them would look the run up and lock it once more.
alter table steps drop constraint steps_run_id_fkey;
alter table timers drop constraint timers_run_id_fkey;

-- A step's row is rewritten when it is claimed and when it ends, a run's at every settle: room on the
-- page keeps old and new version together, and the write-ahead log has only what differs.
alter table steps set (fillfactor = 60);

-- Open runs of an automation stand in one index: by version, with the status for those who count.
drop index runs_open_by_automation;
drop index runs_open_by_version;
create index runs_open_by_version on runs (automation_id, version, id) include (status)
  where finished_at is null;

-- Nearly every run ends well, and who asks for those finds them soon among all (`runs_list`).
drop index runs_by_status;
create index runs_by_status on runs (org_id, status, id desc) where status <> 'done';
