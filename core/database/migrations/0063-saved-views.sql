-- What a user has chosen in a list (search, filters, order), under a name of the user's.
create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The screen and the name of the list on it.
  list text not null collate "C" check (list <> ''),
  name text not null check (name <> ''),
  name_key text not null collate "C",
  -- As in the address of the list.
  query text not null collate "C" check (octet_length(query) <= 8000),
  version integer not null default 1,
  constraint saved_views_name unique (user_id, list, name_key)
);
