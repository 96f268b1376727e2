-- When a connection was last tried without an effect. A new one has just been set up.
alter table connections add column probed_at timestamptz not null default now();
