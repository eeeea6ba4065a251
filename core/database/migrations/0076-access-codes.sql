-- Codes of vouchers and of WiFi that was sold, as access accounts without a customer (decision 132).

alter table access_accounts
  alter column customer_id drop not null,
  -- HMAC-SHA1 of the code; its key is in the configuration of FreeRADIUS, not in the database.
  add column code_hash bytea constraint access_accounts_code unique,
  -- The voucher or the WiFi session.
  add column source text collate "C",
  add column source_id bigint,
  add column ends_at timestamptz,
  -- From the first sign-in on, where nothing else has set the end, and the last day of that sign-in.
  add column valid_seconds integer,
  add column lapses_on date,
  -- Upload and download together; null is no limit.
  add column data_bytes bigint,
  -- The first device keeps the code.
  add column is_one_device boolean not null default false,
  add column device text collate "C",
  add column signed_in_at timestamptz,
  add constraint access_accounts_source unique (source, source_id),
  drop constraint access_accounts_kind,
  add constraint access_accounts_kind check (kind in ('pppoe', 'hotspot', 'mac', 'code')),
  drop constraint access_accounts_username_form,
  -- A code has a label such as vb-2026-000001/3, which no other account can have and by which nobody signs in.
  add constraint access_accounts_username_form check (
    case kind
      when 'mac' then username ~ '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$'
      when 'code' then username ~ '^[a-z0-9-]{3,40}/[0-9]{1,3}$'
      else username ~ '^[a-z0-9._@-]{3,64}$' end
  ),
  drop constraint access_accounts_password,
  add constraint access_accounts_password check (
    (password_encrypted is null) = (kind in ('mac', 'code')) and (nt_hash is null) = (kind in ('mac', 'code')) and octet_length(nt_hash) = 16
  ),
  drop constraint access_accounts_reason,
  add constraint access_accounts_reason check (
    (access = 'on') = (reason = '') and reason in ('', 'suspended', 'inactive', 'blocked', 'void', 'ended')
      and (reason = '' or (kind = 'code') = (reason in ('void', 'ended')))
  ),
  add constraint access_accounts_code_form check (
    case when kind = 'code' then
      customer_id is null and num_nulls(code_hash, source, source_id) = 0 and octet_length(code_hash) = 20
      and source in ('voucher', 'wifi') and (ends_at is not null or num_nulls(valid_seconds, lapses_on) = 0)
      and coalesce(valid_seconds, 1) > 0 and coalesce(data_bytes, 1) > 0 and (device is null or signed_in_at is not null)
      and fair_use_bytes is null and fixed_ip = '' and pool = '' and not is_blocked
    else
      customer_id is not null and not is_one_device
      and num_nonnulls(code_hash, source, source_id, ends_at, valid_seconds, lapses_on, data_bytes, device, signed_in_at) = 0
    end
  );

alter table radius_refusals
  drop constraint radius_refusals_reason,
  add constraint radius_refusals_reason check (
    reason in ('unknown', 'password', 'suspended', 'inactive', 'blocked', 'tooMany', 'throttled', 'void', 'ended', 'usedUp')
  );

-- First sign-ins that have set the end of a code, until the core has taken them over.
create table access_first_sign_ins (
  account_id bigint primary key references access_accounts on delete cascade,
  at timestamptz not null
);

-- The account that a name means: a name as typed in any case, a device by its own address, or the hash of a code, which
-- FreeRADIUS alone can compute.
create or replace function radius_account(p_username text, p_device text) returns access_accounts
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account access_accounts;
begin
  if length(p_username) > 64 then return null; end if;
  if p_username like 'code:%' then
    if p_username ~ '^code:[0-9a-f]{40}$' then
      select * into v_account from access_accounts where code_hash = decode(substr(p_username, 6), 'hex');
      if found then return v_account; end if;
    end if;
    return null;
  end if;
  select * into v_account from access_accounts where username = lower(p_username) and kind in ('pppoe', 'hotspot');
  if found then return v_account; end if;
  -- Whoever types the address of another's device is not that device.
  if radius_device(p_username) = radius_device(p_device) then
    select * into v_account from access_accounts where username = radius_device(p_username) and kind = 'mac';
    if found then return v_account; end if;
  end if;
  return null;
end $$;

-- 1 where this is the hash of a code: 'code:' and hexadecimal digits.
create function radius_is_code(p_username text) returns integer
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when (radius_account(p_username, '')).kind = 'code' then 1 else 0 end
$$;
revoke execute on function radius_is_code(text) from public;

-- What an account has used since it exists, upload and download.
create function radius_used_in_all(p_account_id bigint) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select sum(upload_bytes + download_bytes) from radius_usage where account_id = p_account_id), 0)::bigint
    + coalesce((select sum(upload_bytes - upload_before + download_bytes - download_before) from radius_sessions
      where account_id = p_account_id), 0)::bigint
$$;

-- Why a code opens nothing (any more); '' where it does.
create function radius_code_problem(p_account access_accounts) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when p_account.access = 'off' then p_account.reason
    when p_account.ends_at <= now() or (p_account.ends_at is null and p_account.lapses_on < radius_today()) then 'ended'
    when p_account.data_bytes is not null and radius_used_in_all(p_account.id) >= p_account.data_bytes then 'usedUp'
    else '' end
$$;

-- What a session of an account should have at a router: '' the usual speed, r the reduced one, g the garden, x nothing. A code
-- that has ended ends, whatever is enforced.
create or replace function radius_wanted(p_account access_accounts, p_enforces boolean) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when p_account.kind = 'code' then case when radius_code_problem(p_account) = '' then '' else 'x' end
    when p_enforces and p_account.access = 'off' then 'x'
    when p_enforces and p_account.access = 'garden' then 'g'
    when p_account.fair_use_bytes is not null and radius_is_reduced(p_account) then 'r'
    else '' end
$$;

-- What the password must be, or that the answer is no. Nothing for a name that is not known.
create or replace function radius_check(p_router text, p_username text, p_device text)
  returns table (id integer, username text, attribute text, value text, op text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_router bigint := radius_router(p_router);
  v_device text := radius_device(p_device);
  v_account access_accounts;
  v_reason text := '';
begin
  if v_router is null then return; end if;
  if v_device <> '' and (
    select coalesce(sum(r.window_count), 0) from radius_refusals r
    where r.router_id = v_router and r.device = v_device and r.last_at > now() - interval '10 minutes'
      and r.window_start > now() - interval '10 minutes' and r.reason in ('unknown', 'password')
  ) >= 30 then
    v_reason := 'throttled';
  else
    v_account := radius_account(p_username, p_device);
    if v_account.id is null then return; end if;
    if v_account.kind = 'code' then
      v_reason := radius_code_problem(v_account);
    elsif v_account.access = 'off' and radius_enforces(v_router) then
      v_reason := v_account.reason;
    end if;
  end if;
  if v_reason <> '' then
    return query values
      (1, p_username, 'Auth-Type', 'Reject', ':='),
      (2, p_username, 'Tmp-String-0', v_reason, ':=');
    return;
  end if;
  -- A code is its own password.
  if v_account.kind in ('mac', 'code') then
    return query values (1, p_username, 'Auth-Type', 'Accept', ':=');
  else
    return query values (1, p_username, 'NT-Password', '0x' || encode(v_account.nt_hash, 'hex'), ':=');
  end if;
  return query values (2, p_username, 'Simultaneous-Use', v_account.sessions_at_once::text, ':=');
end $$;

-- What the router is told of a code besides its speed: its label, so that it reports that, and what is left of time and data.
create function radius_code_reply(p_account access_accounts, p_username text, p_is_mikrotik boolean)
  returns table (id integer, username text, attribute text, value text, op text)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_left bigint;
begin
  return query values
    (7, p_username, 'User-Name', p_account.username, ':='),
    (8, p_username, 'Session-Timeout',
      greatest(1, coalesce(floor(extract(epoch from p_account.ends_at - now()))::bigint, p_account.valid_seconds))::text, ':=');
  if p_account.data_bytes is null or not p_is_mikrotik then return; end if;
  v_left := greatest(1, p_account.data_bytes - radius_used_in_all(p_account.id));
  -- To a router 0 is no limit.
  if v_left % 4294967296 = 0 then v_left := v_left - 1; end if;
  return query values (9, p_username, 'Mikrotik-Total-Limit', (v_left % 4294967296)::text, ':=');
  if v_left >= 4294967296 then
    return query values (10, p_username, 'Mikrotik-Total-Limit-Gigawords', (v_left / 4294967296)::text, ':=');
  end if;
end $$;

-- What the router is told of a session that may begin.
create or replace function radius_reply(p_router text, p_username text, p_device text)
  returns table (id integer, username text, attribute text, value text, op text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_router radius_routers;
  v_account access_accounts := radius_account(p_username, p_device);
  v_settings jsonb := coalesce((select s.value from settings s where s.name = 'access'), '{}');
  v_wanted text;
  v_down integer;
  v_up integer;
begin
  select * into v_router from radius_routers r where r.id = radius_router(p_router);
  if v_router.id is null or v_account.id is null then return; end if;
  v_wanted := radius_wanted(v_account, radius_enforces(v_router.id));
  if v_wanted = 'x' then return; end if;
  v_down := case v_wanted when 'r' then v_account.reduced_download_kbps else v_account.download_kbps end;
  v_up := case v_wanted when 'r' then v_account.reduced_upload_kbps else v_account.upload_kbps end;
  return query values
    (1, p_username, 'Class', 'a' || v_account.id || '.' || v_account.decision || v_wanted, ':='),
    -- Where data end, their end is found by reports.
    (2, p_username, 'Acct-Interim-Interval',
      case when v_account.data_bytes is null then coalesce(v_settings->>'interimSeconds', '300') else '60' end, ':=');
  if v_account.fixed_ip <> '' then
    return query values (3, p_username, 'Framed-IP-Address', v_account.fixed_ip, ':=');
  elsif v_account.pool <> '' then
    return query values (3, p_username, 'Framed-Pool', v_account.pool, ':=');
  end if;
  if v_wanted = 'g' then
    if v_router.kind = 'mikrotik' then
      return query values (4, p_username, 'Mikrotik-Address-List', coalesce(v_settings->>'gardenList', 'nimule-garden'), ':=');
    else
      return query values (4, p_username, 'Filter-Id', coalesce(v_settings->>'gardenList', 'nimule-garden'), ':=');
    end if;
  end if;
  -- Without a known speed none is sent: 0 would be unlimited.
  if v_down is not null then
    if v_router.kind = 'mikrotik' then
      -- As the router sees it: what it receives (the upload) first.
      return query values (5, p_username, 'Mikrotik-Rate-Limit', v_up || 'k/' || v_down || 'k', ':=');
    else
      return query values
        (5, p_username, 'WISPr-Bandwidth-Max-Up', (v_up::bigint * 1000)::text, ':='),
        (6, p_username, 'WISPr-Bandwidth-Max-Down', (v_down::bigint * 1000)::text, ':=');
    end if;
  end if;
  if v_account.kind = 'code' then
    return query select * from radius_code_reply(v_account, p_username, v_router.kind = 'mikrotik');
  end if;
end $$;

-- Counts one refused sign-in.
create or replace function radius_count_refusal(p_router_id bigint, p_account_id bigint, p_username text, p_device text, p_reason text)
  returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hour timestamptz := date_trunc('hour', now());
  v_name text := case
    when p_account_id is not null then ''
    -- A device that signs in by its own address.
    when p_device <> '' and radius_device(p_username) = p_device then left(p_username, 64)
    -- Perhaps a mistyped code, with a letter more or less: it is not kept.
    when length(regexp_replace(p_username, '[^A-Za-z0-9]', '', 'g')) between 10 and 14 then left(ltrim(p_username), 4) || '…'
    else left(p_username, 64) end;
begin
  -- Somebody who changes the device with each try fills 100 rows an hour of an account, no more.
  if p_account_id is not null and (
    select count(*) from (
      select 1 from radius_refusals where account_id = p_account_id and last_at >= v_hour limit 100
    ) counted
  ) = 100 then
    p_device := '';
  end if;
  -- Somebody who asks for one name after the other fills 500 rows an hour, no more.
  if v_name <> '' and (
    select count(*) from (
      select 1 from radius_refusals where hour = v_hour and router_id = p_router_id and account_id is null limit 500
    ) counted
  ) = 500 then
    v_name := '';
    p_device := '';
  end if;
  insert into radius_refusals as r (hour, router_id, account_id, username, device, reason, last_at, window_start)
  values (v_hour, p_router_id, p_account_id, v_name, p_device, p_reason, now(), now())
  on conflict (hour, router_id, coalesce(account_id, 0), username, device, reason) do update set
    count = r.count + 1,
    last_at = now(),
    window_start = case when r.window_start > now() - interval '10 minutes' then r.window_start else now() end,
    window_count = case when r.window_start > now() - interval '10 minutes' then r.window_count + 1 else 1 end;
end $$;

-- A place for the session of an account: 0, or a number above any limit where all are taken. The router reports the start
-- some seconds later, and until then the place is reserved. A device that signs in again replaces its own session. The first
-- sign-in of a code starts its time.
create or replace function radius_reserve(p_router text, p_username text, p_device text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_router bigint := radius_router(p_router);
  v_device text := radius_device(p_device);
  v_account access_accounts := radius_account(p_username, p_device);
  v_taken bigint;
  -- As exact as the core reads it.
  v_now timestamptz := date_trunc('milliseconds', now());
begin
  if v_router is null or v_account.id is null then return 1000000; end if;
  perform pg_advisory_xact_lock(7283, (v_account.id % 2147483647)::integer);
  if v_account.kind = 'code' then
    select * into v_account from access_accounts where id = v_account.id for no key update;
    if radius_code_problem(v_account) <> '' or (v_account.is_one_device and v_account.device <> v_device) then
      return 1000000;
    end if;
  end if;
  delete from radius_reservations where account_id = v_account.id and until <= now();
  select count(*) into v_taken from (
    select s.device from radius_sessions s where s.account_id = v_account.id and (s.device = '' or s.device <> v_device)
    union all
    select r.device from radius_reservations r
    where r.account_id = v_account.id and (r.device = '' or r.device <> v_device)
      and not exists (select 1 from radius_sessions s where s.account_id = r.account_id and s.device = r.device)
  ) others;
  if v_taken >= v_account.sessions_at_once then
    return 1000000;
  end if;
  insert into radius_reservations (account_id, device, until) values (v_account.id, v_device, now() + interval '60 seconds')
  on conflict (account_id, device) do update set until = excluded.until;
  if v_account.kind = 'code' and (
    v_account.signed_in_at is null or (v_account.is_one_device and v_account.device is null and v_device <> '')
  ) then
    update access_accounts set
      signed_in_at = coalesce(signed_in_at, v_now),
      ends_at = coalesce(ends_at, v_now + make_interval(secs => valid_seconds)),
      device = case when is_one_device then nullif(v_device, '') end
    where id = v_account.id;
    if v_account.ends_at is null then
      insert into access_first_sign_ins (account_id, at) values (v_account.id, v_now);
    end if;
  end if;
  return 0;
end $$;

-- A sign-in that was refused; the reason of radius_check, '' where the name or the password was wrong.
create or replace function radius_refused(p_router text, p_username text, p_device text, p_reason text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_router bigint := radius_router(p_router);
  v_account access_accounts := radius_account(p_username, p_device);
begin
  if v_router is null then return 0; end if;
  perform radius_count_refusal(v_router, v_account.id, p_username, radius_device(p_device),
    case when p_reason in ('suspended', 'inactive', 'blocked', 'throttled', 'tooMany', 'void', 'ended', 'usedUp') then p_reason
      when v_account.id is null then 'unknown' else 'password' end);
  return 1;
end $$;
