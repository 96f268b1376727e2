-- Every message that asks for an approval, and not only the last: after an escalation the earlier
-- one has buttons too. Each {channel, ts, connectionId}.
alter table approvals add column message_refs jsonb not null default '[]';
update approvals set message_refs = jsonb_build_array(message_ref) where message_ref is not null;
