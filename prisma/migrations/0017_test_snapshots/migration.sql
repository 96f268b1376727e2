-- A test run of a draft runs on a snapshot of it: a version with a negative number, which is as
-- immutable as any other and never goes live. Published versions stay 1, 2, 3 …
alter table automation_versions drop constraint automation_versions_version_check;
alter table automation_versions add constraint automation_versions_version_check
  check (version <> 0);
alter table automations add constraint automations_live_version_is_published
  check (live_version > 0);
-- The same draft tested twice is one snapshot.
create unique index automation_versions_snapshot on automation_versions (automation_id, digest)
  where version < 0;
