-- A little less room on the page of a step: what waits keeps it empty for as long as it waits.
alter table steps set (fillfactor = 65);
