create table users (
  id bigint generated always as identity primary key,
  username text not null,
  -- The name as it is compared: normalised and lower-cased by the core.
  username_key text collate "C" not null constraint users_username_key unique,
  email text not null,
  email_key text collate "C" not null constraint users_email_key unique,
  full_name text not null,
  search_text text collate "C" not null,
  role text collate "C" not null check (role in (
    'master_admin', 'developer', 'super_admin', 'ceo', 'operations_manager', 'technical_manager',
    'admin', 'manager', 'technician', 'support', 'billing')),
  grants text[] not null default '{}',
  password_hash text not null,
  is_active boolean not null default true,
  must_change_password boolean not null default true,
  last_password_change timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null,
  version int not null default 1
);
create index users_search on users using gin (search_text gin_trgm_ops);

-- The cookie holds a random token; the row holds its SHA-256, so a copy of this table signs nobody in.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default ''
);
create index sessions_user on sessions (user_id);
create index sessions_last_activity on sessions (last_activity_at);

-- Failed sign-ins by account and by address. Throttling counts recent rows; nothing locks for good.
create table login_attempts (
  id bigint generated always as identity primary key,
  username_key text collate "C" not null,
  ip text collate "C" not null,
  at timestamptz not null
);
create index login_attempts_username on login_attempts (username_key, at);
create index login_attempts_ip on login_attempts (ip, at);
create index login_attempts_at on login_attempts (at);
