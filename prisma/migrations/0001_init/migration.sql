-- The engine's and the product's tables. Constraints carry the invariants: what can be said as
-- CHECK, UNIQUE or a foreign key is said here and not only in code.
-- Every moment is timestamptz; every comparison of time in the engine uses engine_now().

-- ---------------------------------------------------------------- clock
-- Tests move time by one row; everywhere else the offset stays zero.
create table engine_clock (
  id smallint primary key default 1 check (id = 1),
  offset_us bigint not null default 0
);
insert into engine_clock default values;

create function engine_now() returns timestamptz
  language sql stable parallel safe
  as $$ select now() + (select offset_us from engine_clock where id = 1) * interval '1 microsecond' $$;

-- ---------------------------------------------------------------- people (better-auth)
create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  timezone text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table organisations (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  metadata text,
  timezone text not null default 'UTC',
  created_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  active_organization_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table members (
  id text primary key,
  organization_id text not null references organisations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'approver', 'viewer')),
  created_at timestamptz not null default now(),
  unique (organization_id, user_id)
);
create index members_user on members (user_id);

create table invitations (
  id text primary key,
  organization_id text not null references organisations (id) on delete cascade,
  email text not null,
  role text,
  status text not null default 'pending',
  expires_at timestamptz not null,
  inviter_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index invitations_organization on invitations (organization_id);

create table api_keys (
  id text primary key,
  org_id text not null references organisations (id) on delete cascade,
  name text not null,
  key_hash text not null unique,
  role text not null check (role in ('owner', 'editor', 'approver', 'viewer')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- ---------------------------------------------------------------- contacts
create table contacts (
  id text primary key,
  org_id text not null references organisations (id),
  email text check (email = lower(email)),
  external_id text,
  name text,
  timezone text,
  attributes jsonb not null default '{}',
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (erased_at is null or (email is null and name is null))
);
create unique index contacts_email on contacts (org_id, email) where email is not null;
create unique index contacts_external on contacts (org_id, external_id) where external_id is not null;
create index contacts_list on contacts (org_id, id desc);

create table consents (
  org_id text not null references organisations (id),
  contact_id text not null references contacts (id) on delete cascade,
  channel text not null check (channel in ('email', 'slack', 'sms')),
  state text not null check (state in ('granted', 'withdrawn')),
  source text not null,
  changed_at timestamptz not null default now(),
  primary key (contact_id, channel)
);

create table suppressions (
  org_id text not null references organisations (id),
  address text not null check (address = lower(address)),
  reason text not null check (reason in ('bounce', 'complaint', 'unsubscribe', 'manual', 'erased')),
  created_at timestamptz not null default now(),
  primary key (org_id, address)
);

-- ---------------------------------------------------------------- connections and money
create table connections (
  id text primary key,
  org_id text not null references organisations (id),
  -- The name that documents use: "mailbox", "crm", "model", "slack".
  name text not null,
  kind text not null check (kind in ('smtp', 'http', 'crm', 'model', 'slack')),
  label text not null,
  settings jsonb not null default '{}',
  -- AES-256-GCM, by the key in the environment; never returned by any API.
  credentials bytea,
  health text not null default 'ok' check (health in ('ok', 'failing', 'unauthorised')),
  health_message text,
  health_at timestamptz not null default now(),
  concurrency_cap int not null default 10 check (concurrency_cap > 0),
  breaker text not null default 'closed' check (breaker in ('closed', 'open', 'half_open')),
  breaker_until timestamptz,
  breaker_failures int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, name)
);

create table budgets (
  org_id text not null references organisations (id),
  name text not null,
  -- Millionths of the currency unit, so that sums are exact.
  limit_micros bigint not null check (limit_micros >= 0),
  period text not null default 'month' check (period in ('day', 'month', 'total')),
  primary key (org_id, name)
);

create table spend (
  effect_key text primary key,
  org_id text not null references organisations (id),
  budget text not null,
  run_id text not null,
  reserved_micros bigint not null check (reserved_micros >= 0),
  settled_micros bigint check (settled_micros >= 0),
  status text not null check (status in ('reserved', 'settled', 'released')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((status = 'settled') = (settled_micros is not null)),
  check ((status = 'reserved') = (closed_at is null))
);
create index spend_budget on spend (org_id, budget, created_at);

-- ---------------------------------------------------------------- automations
create table automations (
  id text primary key,
  org_id text not null references organisations (id),
  slug text not null,
  name text not null,
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'paused', 'archived')),
  status_by text,
  status_at timestamptz,
  draft jsonb not null,
  draft_revision int not null default 1 check (draft_revision > 0),
  draft_by text,
  draft_at timestamptz not null default now(),
  -- The version that new runs start on; null until the first publish.
  live_version int,
  -- Ids that were ever used in it, so that none is used twice for different steps.
  used_step_ids text[] not null default '{}',
  hook_id text not null unique,
  hook_secret bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, slug)
);

create table automation_versions (
  automation_id text not null references automations (id),
  version int not null check (version > 0),
  org_id text not null references organisations (id),
  document jsonb not null,
  digest text not null,
  note text not null default '',
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (automation_id, version)
);

create function refuse_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'automation_versions is immutable: publish a new version instead'
    using errcode = 'restrict_violation';
end $$;
create trigger automation_versions_immutable
  before update or delete on automation_versions
  for each row execute function refuse_version_change();
create trigger automation_versions_no_truncate
  before truncate on automation_versions
  for each statement execute function refuse_version_change();

-- ---------------------------------------------------------------- runs
create table runs (
  id text primary key,
  org_id text not null references organisations (id),
  automation_id text not null,
  version int not null,
  start_key text not null,
  contact_id text references contacts (id),
  input jsonb not null default '{}',
  status text not null check (status in (
    'running', 'waiting_timer', 'waiting_signal', 'waiting_approval', 'waiting_retry',
    'parked', 'needs_review', 'stopping', 'done', 'failed', 'cancelled', 'stopped')),
  outcome text,
  is_test boolean not null default false,
  -- Number of the last transition: only the holder of the row's lock may raise it.
  seq int not null default 0 check (seq >= 0),
  steps_left int not null check (steps_left >= 0),
  expires_at timestamptz not null,
  -- Open parallel scopes; ids and counts only.
  scopes jsonb not null default '[]',
  cancel_requested_at timestamptz,
  cancel_requested_by text,
  cancel_reason text,
  parent_run_id text references runs (id),
  parent_step_id text,
  parent_iteration int,
  created_at timestamptz not null default engine_now(),
  updated_at timestamptz not null default engine_now(),
  finished_at timestamptz,
  unique (org_id, start_key),
  foreign key (automation_id, version) references automation_versions (automation_id, version),
  check ((finished_at is not null) = (status in ('done', 'failed', 'cancelled', 'stopped'))),
  check (status not in ('cancelled', 'stopping') or cancel_requested_at is not null),
  check (status not in ('failed', 'stopped') or outcome is not null),
  check ((parent_run_id is null) = (parent_step_id is null))
) with (fillfactor = 75);
create index runs_list on runs (org_id, id desc);
create index runs_by_automation on runs (automation_id, id desc);
create index runs_by_status on runs (org_id, status, id desc);
create index runs_open_by_automation on runs (automation_id, status) where finished_at is null;
create index runs_by_contact on runs (contact_id, id desc) where contact_id is not null;
create index runs_by_parent on runs (parent_run_id) where parent_run_id is not null;

create table steps (
  id bigint generated always as identity primary key,
  org_id text not null,
  run_id text not null references runs (id),
  step_id text not null,
  iteration int not null check (iteration > 0),
  kind text not null,
  status text not null check (status in (
    'ready', 'running', 'waiting_timer', 'waiting_signal', 'waiting_approval', 'waiting_retry',
    'parked', 'needs_review', 'done', 'failed', 'cancelled')),
  lane text check (lane in ('fast', 'io', 'slow', 'human')),
  attempt int not null default 0 check (attempt >= 0),
  wake int not null default 0 check (wake >= 0),
  -- The fence: every claim raises it, nothing ever lowers it.
  token bigint not null default 0 check (token >= 0),
  owner text,
  lease_until timestamptz,
  port text,
  scope text,
  output jsonb,
  error jsonb,
  reason jsonb,
  ready_at timestamptz,
  entered_at timestamptz not null default engine_now(),
  started_at timestamptz,
  finished_at timestamptz,
  unique (run_id, step_id, iteration),
  check ((status = 'running') = (owner is not null)),
  check ((status = 'running') = (lease_until is not null)),
  check (status not in ('ready', 'running') or lane is not null),
  check ((status = 'ready') <= (ready_at is not null)),
  check ((status in ('parked', 'needs_review')) <= (reason is not null)),
  check ((status in ('done', 'failed', 'cancelled')) = (finished_at is not null))
) with (fillfactor = 75);
-- The claim's order. lease_until stays out, so that heartbeats remain heap-only updates.
create index steps_claim on steps (lane, ready_at, id) where status in ('ready', 'running');
create index steps_running on steps (id) where status = 'running';
create index steps_attention on steps (org_id, status, id) where status in ('parked', 'needs_review');
-- What waits, by how: the invariants start from here.
create index steps_waiting on steps (status, id)
  where status in ('waiting_timer', 'waiting_signal', 'waiting_approval', 'waiting_retry');

create function refuse_token_decrease() returns trigger language plpgsql as $$
begin
  raise exception 'steps.token only grows' using errcode = 'restrict_violation';
end $$;
create trigger steps_token_grows
  before update of token on steps
  for each row when (new.token < old.token) execute function refuse_token_decrease();

-- ---------------------------------------------------------------- effects
create table effects (
  key text primary key,
  org_id text not null,
  run_id text not null references runs (id),
  step_id text not null,
  iteration int not null,
  connector text not null,
  connection_id text references connections (id),
  status text not null check (status in (
    'claimed', 'in_flight', 'settled', 'outcome_unknown', 'needs_review', 'abandoned')),
  token bigint not null default 0 check (token >= 0),
  owner text,
  lease_until timestamptz,
  attempts int not null default 0 check (attempts >= 0),
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  -- Frozen at the first claim: every attempt sends these bytes under this key.
  request jsonb not null,
  request_digest text not null,
  result jsonb,
  -- What came back last, as far as anything did: safe to show, no credentials.
  provider_reply jsonb,
  decision jsonb,
  key_expires_at timestamptz,
  created_at timestamptz not null default engine_now(),
  settled_at timestamptz,
  check ((status = 'in_flight') = (lease_until is not null)),
  check ((status = 'in_flight') = (owner is not null)),
  check ((status = 'settled') = (settled_at is not null)),
  check (status <> 'settled' or result is not null),
  check (status = 'claimed' or status = 'abandoned' or attempts > 0),
  check ((attempts > 0) = (first_attempt_at is not null))
) with (fillfactor = 75);
create index effects_run on effects (run_id);
create index effects_leases on effects (lease_until) where status = 'in_flight';
create index effects_unsettled on effects (status, key) where status in ('claimed', 'in_flight', 'outcome_unknown');
create index effects_review on effects (org_id, key) where status = 'needs_review';

create function refuse_request_change() returns trigger language plpgsql as $$
begin
  raise exception 'an effect''s request is frozen' using errcode = 'restrict_violation';
end $$;
-- Erasing a contact replaces the request by {"erased": true}; nothing else may touch it.
create trigger effects_request_frozen
  before update of request, request_digest on effects
  for each row when (
    old.request is distinct from new.request and new.request is distinct from '{"erased": true}'::jsonb
    or old.request_digest is distinct from new.request_digest)
  execute function refuse_request_change();

-- ---------------------------------------------------------------- time
create table timers (
  id text primary key,
  org_id text not null,
  run_id text not null references runs (id),
  -- Null for the run's own age budget.
  step_id text,
  iteration int,
  purpose text not null check (purpose in ('wait', 'retry', 'deadline', 'budget')),
  rule jsonb not null,
  zone text not null,
  spread_seconds int not null default 0 check (spread_seconds >= 0),
  due_at timestamptz not null,
  tzdb text not null,
  fired_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default engine_now(),
  check ((purpose = 'budget') = (step_id is null)),
  check ((step_id is null) = (iteration is null)),
  check (fired_at is null or cancelled_at is null)
) with (fillfactor = 90);
create index timers_due on timers (org_id, due_at, id) where fired_at is null and cancelled_at is null;
create index timers_run on timers (run_id);
-- Lateness on the health page: what fired lately.
create index timers_fired on timers (fired_at) where fired_at is not null;

-- Which organisations have timers to serve, and who was served last: the sweep's rotation.
-- next_due_at is a lower bound: the sweep may look too early, never too late.
create table timer_queues (
  org_id text primary key references organisations (id),
  next_due_at timestamptz,
  last_served_at timestamptz
) with (fillfactor = 50);

create table schedules (
  id text primary key,
  org_id text not null references organisations (id),
  automation_id text not null references automations (id),
  kind text not null check (kind in ('cron', 'rrule')),
  expression text not null,
  zone text not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  next_run_at timestamptz,
  last_run_at timestamptz,
  jitter_seconds int not null default 0 check (jitter_seconds >= 0),
  overlap text not null default 'skip' check (overlap in ('skip', 'queue', 'allow')),
  catch_up_seconds int not null default 3600 check (catch_up_seconds >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index schedules_due on schedules (next_run_at) where status = 'active';

-- ---------------------------------------------------------------- signals and people
create table signals (
  id text primary key,
  org_id text not null references organisations (id),
  name text not null,
  correlation_key text not null,
  -- The sender's id of it: the same logical signal comes with the same identity.
  identity text not null,
  payload jsonb not null default '{}',
  received_at timestamptz not null default engine_now(),
  consumed_at timestamptz,
  consumed_by text,
  unique (org_id, name, identity),
  check ((consumed_at is null) = (consumed_by is null))
);
create index signals_waiting on signals (org_id, name, correlation_key, received_at) where consumed_at is null;

create table subscriptions (
  id text primary key,
  org_id text not null,
  run_id text not null references runs (id),
  step_id text not null,
  iteration int not null,
  signal text not null,
  correlation_key text not null,
  closed_at timestamptz,
  created_at timestamptz not null default engine_now(),
  unique (run_id, step_id, iteration)
);
create index subscriptions_open on subscriptions (org_id, signal, correlation_key, created_at) where closed_at is null;

create table approvals (
  id text primary key,
  org_id text not null,
  run_id text not null references runs (id),
  step_id text not null,
  iteration int not null,
  content text not null,
  digest text not null,
  assignees text[] not null,
  channel text not null check (channel in ('slack', 'inbox')),
  target text,
  -- Where the message stands: {channel, ts}.
  message_ref jsonb,
  status text not null check (status in ('open', 'decided', 'expired', 'cancelled', 'superseded')),
  decision text check (decision in ('approved', 'rejected')),
  decided_by text,
  decided_via text check (decided_via in ('slack', 'inbox', 'api')),
  comment text,
  deadline_at timestamptz not null,
  deadline_then text not null,
  -- The status that the channel's message shows; differing from status, the message is rewritten.
  message_status text,
  created_at timestamptz not null default engine_now(),
  closed_at timestamptz,
  check ((status = 'decided') = (decision is not null)),
  check ((decision is not null) = (decided_by is not null and decided_via is not null)),
  check ((status = 'open') = (closed_at is null))
);
create index approvals_message_stale on approvals (id)
  where message_ref is not null and message_status is distinct from status;
-- Two open requests for one visit cannot be.
create unique index approvals_open_visit on approvals (run_id, step_id, iteration) where status = 'open';
create index approvals_inbox on approvals (org_id, status, id desc);
create index approvals_run on approvals (run_id);

-- ---------------------------------------------------------------- outbox and history
create table outbox (
  id uuid primary key,
  topic text not null,
  payload jsonb not null,
  -- The wake-up's earliest moment; null: at once.
  start_after timestamptz,
  created_at timestamptz not null default engine_now(),
  sent_at timestamptz
) with (fillfactor = 75);
create index outbox_unsent on outbox (created_at, id) where sent_at is null;
create index outbox_sent on outbox (sent_at) where sent_at is not null;

create table transitions (
  run_id text not null references runs (id),
  seq int not null check (seq > 0),
  org_id text not null,
  type text not null,
  step_id text,
  iteration int,
  attempt int,
  actor text not null,
  data jsonb not null default '{}',
  at timestamptz not null default engine_now(),
  primary key (run_id, seq)
);

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger transitions_append_only
  before update or delete on transitions
  for each row execute function refuse_history_change();

-- Every trigger call and every signal leaves one of these.
create table receipts (
  id text primary key,
  org_id text not null references organisations (id),
  automation_id text references automations (id),
  source text not null check (source in ('hook', 'api', 'signal', 'inbound_email', 'schedule', 'slack')),
  result text not null check (result in ('accepted', 'duplicate', 'bad_signature', 'paused', 'invalid', 'stored')),
  run_id text,
  -- Why, in a sentence; never the payload.
  detail text not null default '',
  start_key text,
  at timestamptz not null default engine_now()
);
create index receipts_list on receipts (org_id, id desc);
create index receipts_automation on receipts (automation_id, id desc) where automation_id is not null;

create table audit (
  id text primary key,
  org_id text not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_list on audit (org_id, id desc);
create trigger audit_append_only
  before update or delete on audit
  for each row execute function refuse_history_change();

-- ---------------------------------------------------------------- leadership
-- A short renewable lease per job that only one process should do at a time.
create table leases (
  name text primary key,
  owner text not null,
  token bigint not null default 1,
  lease_until timestamptz not null
) with (fillfactor = 50);

-- Workers that were seen lately, for the health page.
create table workers (
  id text primary key,
  role text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
) with (fillfactor = 50);
