-- Runs of a paused automation may be held. See server/decisions: what is held is out of the sight of
-- claims and of the due sweep, by their own indexes, so that neither pays for it.
alter table automations
  add column hold text check (hold in ('holding', 'releasing')),
  add column hold_at timestamptz(6),
  -- How its runs are released: what becomes of waits that came due, and who said so.
  add column hold_release jsonb,
  add constraint automations_hold_dated check ((hold is null) = (hold_at is null)),
  add constraint automations_release_said
    check (coalesce(hold = 'releasing', false) = (hold_release is not null));
create index automations_hold on automations (id) where hold is not null;

alter table runs add column held_at timestamptz(6);
create index runs_held on runs (automation_id, id) where held_at is not null;

alter table timers add column held boolean not null default false;
drop index timers_due;
create index timers_due on timers (org_id, due_at, id)
  where fired_at is null and cancelled_at is null and not held;
