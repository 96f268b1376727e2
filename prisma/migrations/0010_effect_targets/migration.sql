-- What the effect's connection pointed at when its latest attempt began: address and account, as a
-- digest, nothing secret. A key that one provider knows means nothing to another.
alter table effects add column connection_target text;
