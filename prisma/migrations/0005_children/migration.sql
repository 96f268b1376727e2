-- A child run's end is told to the parent that waits for it, in the transaction that ends it,
-- whichever statement that is. The name is one that nobody outside can send.
create function tell_parent() returns trigger language plpgsql as $$
begin
  insert into signals (id, org_id, name, correlation_key, identity, payload)
  select 'sig_' || replace(gen_random_uuid()::text, '-', ''), new.org_id, '$run.finished', new.id,
         new.id || '#' || new.seq,
         jsonb_build_object('runId', new.id, 'status', new.status, 'outcome', new.outcome)
   where exists (select 1 from subscriptions b
                  where b.org_id = new.org_id and b.signal = '$run.finished'
                    and b.correlation_key = new.id and b.closed_at is null)
  on conflict (org_id, name, identity) do nothing;
  return null;
end $$;
create trigger runs_tell_parent
  after update of finished_at on runs
  for each row when (new.parent_run_id is not null
    and old.finished_at is null and new.finished_at is not null)
  execute function tell_parent();

-- Who waits for a run's end.
create index subscriptions_children on subscriptions (correlation_key)
  where signal = '$run.finished' and closed_at is null;
