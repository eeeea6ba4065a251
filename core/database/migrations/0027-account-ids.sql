-- A number for each account, by which runs of imports name what they created and changed.
alter table accounts add column id bigint generated always as identity;
alter table accounts add constraint accounts_id_key unique (id);
