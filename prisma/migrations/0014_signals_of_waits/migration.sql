-- What a run has heard, for the erasure of a person's payloads: found by the wait that took it. The
-- only other way there reads every signal of the same name.
create index signals_consumed on signals (consumed_by) where consumed_at is not null;
