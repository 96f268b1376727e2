-- What the sandbox services received and how they were told to behave. A schema of its own, so
-- that the product's tables never refer to it and "clear everything" cannot touch them.
-- Times are the real clock's (clock_timestamp()), not engine_now(): the outside world does not
-- follow a test that moves the engine's time.
create schema sandbox;

-- ---------------------------------------------------------------- how each service behaves
create table sandbox.faults (
  service text primary key check (service in ('smtp', 'slack', 'model', 'crm', 'http')),
  mode text not null default 'normal' check (mode in (
    'normal', 'rate_limited', 'error', 'reject', 'slow',
    'accept_then_drop', 'accept_then_error', 'drop_before', 'revoked')),
  retry_after_seconds integer check (retry_after_seconds between 0 and 86400),
  slow_seconds double precision check (slow_seconds between 0 and 600),
  -- How many more calls it applies to; null: until changed.
  remaining integer check (remaining > 0),
  changed_at timestamptz not null default clock_timestamp(),
  check (mode <> 'normal' or remaining is null)
);
insert into sandbox.faults (service)
  values ('smtp'), ('slack'), ('model'), ('crm'), ('http');

-- ---------------------------------------------------------------- every call, in and out
create table sandbox.calls (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  service text not null check (service in ('smtp', 'slack', 'model', 'crm', 'http')),
  -- in: the product called us; out: we called the product (a button, a reply).
  direction text not null check (direction in ('in', 'out')),
  name text not null,
  -- What was answered; null where the connection was cut without an answer.
  status integer,
  fault text,
  duration_ms integer not null check (duration_ms >= 0)
);
create index calls_service on sandbox.calls (service, id desc);

-- ---------------------------------------------------------------- mail
create table sandbox.messages (
  id text primary key,
  received_at timestamptz not null default clock_timestamp(),
  -- The Message-ID header. Not unique: every accepted message counts.
  message_id text,
  in_reply_to text,
  subject text not null,
  from_address text not null,
  from_name text not null,
  to_address text not null,
  to_name text not null,
  envelope jsonb not null,
  headers jsonb not null,
  text text not null,
  html text,
  raw bytea not null,
  outcome text not null check (outcome in ('accepted', 'hung_up', 'answered_with_error')),
  mailbox text not null
);
create index messages_received on sandbox.messages (received_at desc);
create index messages_message_id on sandbox.messages (message_id);

create table sandbox.mail_replies (
  id text primary key,
  mail_id text not null references sandbox.messages (id) on delete cascade,
  kind text not null check (kind in ('reply', 'bounce')),
  message_id text not null,
  text text not null,
  raw bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
create index mail_replies_mail on sandbox.mail_replies (mail_id);

-- ---------------------------------------------------------------- Slack
create table sandbox.slack_users (
  id text primary key,
  name text not null unique,
  real_name text not null,
  email text not null,
  timezone text not null default 'Europe/Berlin'
);
create unique index slack_users_email on sandbox.slack_users (lower(email));

create sequence sandbox.slack_ts maxvalue 999999 cycle;

create table sandbox.slack_messages (
  -- Slack's ts: "seconds.sequence", the message's name within its channel; unique here everywhere.
  ts text primary key,
  channel_id text not null,
  channel_name text not null,
  text text not null,
  blocks jsonb not null default '[]',
  -- As first posted: what someone with an old screen still sees and can press.
  first_blocks jsonb not null default '[]',
  metadata jsonb,
  thread_ts text,
  -- The only user who sees it; null: everyone in the channel.
  ephemeral_for text,
  posted_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz,
  deleted_at timestamptz,
  via text not null default 'api' check (via in ('api', 'response_url'))
);
create index slack_messages_channel on sandbox.slack_messages (channel_id, ts desc);

create table sandbox.interactions (
  id text primary key,
  message_ts text not null,
  channel_id text not null,
  user_id text not null,
  action_id text not null,
  value text,
  created_at timestamptz not null default clock_timestamp(),
  -- The secret part of its response_url.
  response_token text not null unique,
  responses integer not null default 0
);
create index interactions_message on sandbox.interactions (message_ts);

-- ---------------------------------------------------------------- what we still owe the product
-- pending ──2xx──► delivered      pending ──tries used up──► given_up
-- `next_attempt_at` is the way forward of a pending one; `leased_until` keeps two processes from
-- sending it at the same moment (a lapsed lease only means that it may be sent twice).
create table sandbox.deliveries (
  id text primary key,
  kind text not null check (kind in ('interaction', 'mail')),
  subject_id text not null,
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'given_up')),
  attempts integer not null default 0,
  next_attempt_at timestamptz default clock_timestamp(),
  leased_until timestamptz,
  answer_status integer,
  answer_ms integer,
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_due on sandbox.deliveries (next_attempt_at) where status = 'pending';
create index deliveries_subject on sandbox.deliveries (subject_id);

-- ---------------------------------------------------------------- model
create table sandbox.model_calls (
  id text primary key,
  at timestamptz not null default clock_timestamp(),
  idempotency_key text unique,
  request_digest text not null,
  model text not null,
  prompt text not null,
  reply text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  -- How often the stored answer was given again for the same key.
  replays integer not null default 0
);
create index model_calls_at on sandbox.model_calls (at desc);

-- ---------------------------------------------------------------- CRM
create table sandbox.crm_records (
  id text primary key,
  object text not null,
  external_id text not null,
  fields jsonb not null,
  writes integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (object, external_id)
);

create table sandbox.crm_calls (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  record_id text not null references sandbox.crm_records (id) on delete cascade,
  operation text not null check (operation in ('created', 'updated')),
  fields jsonb not null
);
create index crm_calls_record on sandbox.crm_calls (record_id);

-- ---------------------------------------------------------------- plain HTTP (echo)
create table sandbox.http_requests (
  id text primary key,
  at timestamptz not null default clock_timestamp(),
  method text not null,
  path text not null,
  idempotency_key text unique,
  request_digest text not null,
  headers jsonb not null,
  body text not null,
  replays integer not null default 0
);
create index http_requests_at on sandbox.http_requests (at desc);
