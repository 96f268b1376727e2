-- What the sweeper found when it last looked whether anything stands still: pages and metrics read
-- this instead of looking for themselves. A long look goes on from `report` in the next round.
create table engine_reports (
  name text primary key,
  made_at timestamptz not null default now(),
  report jsonb not null
) with (fillfactor = 50);

-- The same entries with the run's id behind them, so that open runs can be walked piece by piece.
drop index runs_open_by_automation;
create index runs_open_by_automation on runs (automation_id, status, id) where finished_at is null;
