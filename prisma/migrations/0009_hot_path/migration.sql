-- What the hot path pays for each row, measured by `npm run bench`.

-- A log row is only ever written beside its run, in the statement that raises the run's number, and
-- runs are never deleted. Checked by key, each of a run's dozen log rows would look its run up and
-- lock it once more: half as many records in the write-ahead log again as the rows themselves.
alter table transitions drop constraint transitions_run_id_fkey;

-- A run's row is rewritten at every settle, mostly without touching an indexed column: room on the
-- page keeps those rewrites out of the indexes.
alter table runs set (fillfactor = 60);
