-- Nobody waits: nothing to compute anew. Whoever starts a run at this moment holds the contact's row
-- or belongs to a run that is open already.
create or replace function note_zone_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from runs where contact_id = new.id and finished_at is null) then
    insert into zone_changes (contact_id, changed_at) values (new.id, clock_timestamp())
    on conflict (contact_id) do update set changed_at = excluded.changed_at, seen_at = null;
  end if;
  return null;
end $$;

-- An import may change the zones of a hundred thousand contacts at once.
create index zone_changes_new on zone_changes (changed_at) where seen_at is null;
create index zone_changes_seen on zone_changes (seen_at) where seen_at is not null;
