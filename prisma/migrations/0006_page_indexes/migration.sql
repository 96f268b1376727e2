-- What the screens and the invariants look for and had no index. Measured beside a million runs of
-- one workspace; none of them is on the path of a step that goes well.

-- Failures by day: the automations page, the health page.
create index runs_unwell on runs (org_id, finished_at, automation_id) where status in ('failed', 'stopped');

-- Effects that were given up, for the REST list.
create index effects_abandoned on effects (org_id, key) where status = 'abandoned';

-- Money still held, for the invariant.
create index spend_reserved on spend (effect_key) where status = 'reserved';

-- People that were erased lately, for the sweep that scrubs late arrivals.
create index contacts_erased on contacts (erased_at) where erased_at is not null;

-- Searches by the beginning of an address, a name or an external id, whatever the collation.
create index contacts_email_prefix on contacts (org_id, email text_pattern_ops) where email is not null;
create index contacts_name_prefix on contacts (org_id, lower(name) text_pattern_ops) where name is not null;
create index contacts_external_prefix on contacts (org_id, lower(external_id) text_pattern_ops)
  where external_id is not null;
