-- 1: `before` and `after` hold amounts as cents. 2: they hold a record's fields as the API answers them.
alter table audit_log add column format smallint not null default 1 check (format in (1, 2));
