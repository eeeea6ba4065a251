-- The functions that FreeRADIUS runs (decision 131), and those of the core beside them.

create function radius_today() returns date language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select (now() at time zone 'Africa/Juba')::date $$;

-- router_12, as clients.conf names it, is 12.
create function radius_router(p_router text) returns bigint language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select id from radius_routers where id = case when p_router ~ '^router_[0-9]{1,15}$' then substr(p_router, 8)::bigint end
$$;

-- Any spelling of a MAC address as aa:bb:cc:dd:ee:ff; else the text in lower case, cut.
create function radius_device(p_device text) returns text language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hex text;
begin
  if length(p_device) between 12 and 17 then
    v_hex := lower(translate(p_device, ':-. ', ''));
    if v_hex ~ '^[0-9a-f]{12}$' then
      return substr(v_hex, 1, 2) || ':' || substr(v_hex, 3, 2) || ':' || substr(v_hex, 5, 2) || ':' ||
        substr(v_hex, 7, 2) || ':' || substr(v_hex, 9, 2) || ':' || substr(v_hex, 11, 2);
    end if;
  end if;
  return lower(left(p_device, 64));
end $$;

-- The account that a name means: a name as typed in any case, or a device by its own address.
create function radius_account(p_username text, p_device text) returns access_accounts
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account access_accounts;
begin
  if length(p_username) > 64 then return null; end if;
  select * into v_account from access_accounts where username = lower(p_username) and kind <> 'mac';
  if found then return v_account; end if;
  -- Whoever types the address of another's device is not that device.
  if radius_device(p_username) = radius_device(p_device) then
    select * into v_account from access_accounts where username = radius_device(p_username) and kind = 'mac';
    if found then return v_account; end if;
  end if;
  return null;
end $$;

-- Whether suspensions are applied at a router now: neither 'observe only' nor 'let everybody on', and not in the pause after a
-- restore, whose data do not know who has paid since.
create function radius_enforces(p_router_id bigint) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((s.value->>'enforced')::boolean, false)
    and not exists (select 1 from settings where name = 'pause')
    and coalesce((s.value->>'everybodyUntil')::timestamptz <= now(), true)
    and coalesce((select r.everybody_until <= now() from radius_routers r where r.id = p_router_id), true)
  from (values (1)) one(x) left join settings s on s.name = 'access'
$$;

-- What an account has used since the first of the month (Juba), upload and download.
create function radius_used(p_account_id bigint) returns bigint language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select sum(upload_bytes + download_bytes) from radius_usage
      where account_id = p_account_id and day >= date_trunc('month', radius_today())::date), 0)::bigint
    + coalesce((select sum(upload_bytes - upload_before + download_bytes - download_before) from radius_sessions
      where account_id = p_account_id and day >= date_trunc('month', radius_today())::date), 0)::bigint
$$;

create function radius_is_reduced(p_account access_accounts) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select p_account.fair_use_bytes is not null and radius_used(p_account.id) >= p_account.fair_use_bytes $$;

-- What a session of an account should have at a router: '' the usual speed, r the reduced one, g the garden, x nothing.
create function radius_wanted(p_account access_accounts, p_enforces boolean) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when p_enforces and p_account.access = 'off' then 'x'
    when p_enforces and p_account.access = 'garden' then 'g'
    when p_account.fair_use_bytes is not null and radius_is_reduced(p_account) then 'r'
    else '' end
$$;

-- What the password must be, or that the answer is no. Nothing for a name that is not known.
create function radius_check(p_router text, p_username text, p_device text)
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
    if v_account.access = 'off' and radius_enforces(v_router) then v_reason := v_account.reason; end if;
  end if;
  if v_reason <> '' then
    return query values
      (1, p_username, 'Auth-Type', 'Reject', ':='),
      (2, p_username, 'Tmp-String-0', v_reason, ':=');
    return;
  end if;
  if v_account.kind = 'mac' then
    return query values (1, p_username, 'Auth-Type', 'Accept', ':=');
  else
    return query values (1, p_username, 'NT-Password', '0x' || encode(v_account.nt_hash, 'hex'), ':=');
  end if;
  return query values (2, p_username, 'Simultaneous-Use', v_account.sessions_at_once::text, ':=');
end $$;

-- What the router is told of a session that may begin.
create function radius_reply(p_router text, p_username text, p_device text)
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
    (2, p_username, 'Acct-Interim-Interval', coalesce(v_settings->>'interimSeconds', '300'), ':=');
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
end $$;

-- Counts one refused sign-in.
create function radius_count_refusal(p_router_id bigint, p_account_id bigint, p_username text, p_device text, p_reason text)
  returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hour timestamptz := date_trunc('hour', now());
  v_name text := case when p_account_id is null then left(p_username, 64) else '' end;
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
-- some seconds later, and until then the place is reserved. A device that signs in again replaces its own session.
create function radius_reserve(p_router text, p_username text, p_device text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_router bigint := radius_router(p_router);
  v_device text := radius_device(p_device);
  v_account access_accounts := radius_account(p_username, p_device);
  v_taken bigint;
begin
  if v_router is null or v_account.id is null then return 1000000; end if;
  perform pg_advisory_xact_lock(7283, (v_account.id % 2147483647)::integer);
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
  return 0;
end $$;

-- A sign-in that was refused; the reason of radius_check, '' where the name or the password was wrong.
create function radius_refused(p_router text, p_username text, p_device text, p_reason text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_router bigint := radius_router(p_router);
  v_account access_accounts := radius_account(p_username, p_device);
begin
  if v_router is null then return 0; end if;
  perform radius_count_refusal(v_router, v_account.id, p_username, radius_device(p_device),
    case when p_reason in ('suspended', 'inactive', 'blocked', 'throttled', 'tooMany') then p_reason
      when v_account.id is null then 'unknown' else 'password' end);
  return 1;
end $$;
