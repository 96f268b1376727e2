-- Runs are never deleted, and are listed by reading their very rows: checking each again by key would
-- lock and rewrite all of them before the first is moved.
alter table migration_runs drop constraint migration_runs_run_id_fkey;
