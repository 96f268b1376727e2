-- A Retry-After in the very words in which it is answered: an HTTP date, or a number out of all reason.
alter table sandbox.faults add column retry_after text check (length(retry_after) <= 100);
