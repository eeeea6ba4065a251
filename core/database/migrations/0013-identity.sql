-- A temporary password is good until this instant; null for a password that its user chose. Those that are out get a week.
alter table users add column temporary_until timestamptz;
update users set temporary_until = now() + interval '7 days' where must_change_password;

-- The full name as the core compares it: lower-cased, without blanks and letters that show nothing. No two active users
-- have the same, so that the audit log names one person. Of those who share a name already the first has it; the others
-- keep their names with no key until they are changed.
alter table users add column name_key text collate "C";
with named as (
  select id, is_active, regexp_replace(
    normalize(left(search_text, length(search_text) - length(username_key) - length(email_key) - 2), NFKC),
    '[\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]+',
    '', 'g') as key
  from users
), ranked as (
  select id, is_active, key, row_number() over (partition by key, is_active order by id) as place from named
)
update users set name_key = ranked.key from ranked
where ranked.id = users.id and ranked.key <> '' and (ranked.place = 1 or not ranked.is_active);
create unique index users_full_name_active on users (name_key) where is_active;

-- From where users signed in, and when last: the limits on failed sign-ins spare these addresses.
create table sign_in_addresses (
  address text collate "C" not null,
  user_id bigint not null references users (id) on delete cascade,
  last_at timestamptz not null,
  primary key (address, user_id)
);
create index sign_in_addresses_user on sign_in_addresses (user_id);
insert into sign_in_addresses (address, user_id, last_at)
select substring(l.origin from '\d{1,3}(?:\.\d{1,3}){3}$'), u.id, max(l.at)
from audit_log l join users u on u.id = l.actor_id
where l.action = 'session.login' and l.at > now() - interval '90 days'
  and l.origin ~ '^(::ffff:)?\d{1,3}(\.\d{1,3}){3}$'
group by 1, 2;

-- Who acted, by a name that nobody else has; lines before this version have the full name alone.
alter table audit_log add column actor_username text;
drop index audit_log_search;
create index audit_log_search on audit_log using gin (
  lower((actor_name || ' ' || coalesce(actor_username, '') || ' ' || action || ' ' || summary) collate "default") gin_trgm_ops);
