-- Sessions of accounts that were deleted: routers are told to end them, whoever deleted the account or its customer.
create table radius_endings (
  id bigint generated always as identity primary key,
  router_id bigint not null references radius_routers on delete cascade,
  -- Session and name as the router reports them.
  session_id text collate "C" not null,
  username text not null,
  ip inet,
  made_at timestamptz not null,
  next_at timestamptz not null,
  tries integer not null default 0,
  error text not null default ''
);
create index radius_endings_due on radius_endings (next_at);
create index radius_endings_router on radius_endings (router_id);

-- Before the row goes, and its sessions with it.
create function access_accounts_deleted() returns trigger language plpgsql as $$
begin
  insert into radius_endings (router_id, session_id, username, ip, made_at, next_at)
  select router_id, session_id, username, ip, now(), now() from radius_sessions where account_id = old.id order by id;
  return old;
end $$;
create trigger access_accounts_deleted before delete on access_accounts for each row execute function access_accounts_deleted();
