-- A workspace may ask for a second person before anything goes live.
alter table organisations add column four_eyes boolean not null default false;

-- What one person asked to publish and what became of it. It is about one revision of the draft: any
-- later edit withdraws it, so that nobody approves what they have not seen.
create table publish_requests (
  id text primary key,
  org_id text not null references organisations (id),
  automation_id text not null references automations (id),
  revision int not null,
  note text not null default '',
  -- waiting ──► approved (and published) | rejected | reset (edited meanwhile) | withdrawn
  status text not null default 'waiting'
    check (status in ('waiting', 'approved', 'rejected', 'reset', 'withdrawn')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz,
  reason text not null default '',
  -- The version that the approval made.
  version int,
  check ((status = 'waiting') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((status = 'approved') = (version is not null)),
  -- Four eyes: nobody answers their own request.
  check (status not in ('approved', 'rejected') or decided_by <> requested_by)
);
create unique index publish_requests_waiting on publish_requests (automation_id)
  where status = 'waiting';
create index publish_requests_of_workspace on publish_requests (org_id, id)
  where status = 'waiting';
create index publish_requests_by_automation on publish_requests (automation_id, requested_at desc);
