-- Faster answers to FreeRADIUS, and a comparison of sessions in one statement (decision 131). Functions in SQL that others call are
-- planned anew by each statement; those in PL/pgSQL once by each connection.

-- What is in radius_usage, in sum of each month.
create table radius_months (
  account_id bigint not null references access_accounts on delete cascade,
  -- Its first day.
  month date not null,
  upload_bytes bigint not null default 0,
  download_bytes bigint not null default 0,
  primary key (account_id, month)
) with (fillfactor = 80);
create index radius_months_month on radius_months (month);
insert into radius_months (account_id, month, upload_bytes, download_bytes)
select account_id, date_trunc('month', day)::date, sum(upload_bytes), sum(download_bytes) from radius_usage group by 1, 2;

-- Adds what a session has used since the beginning of its day.
create or replace function radius_add_usage(p_account_id bigint, p_day date, p_upload bigint, p_download bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_upload <= 0 and p_download <= 0 then return; end if;
  insert into radius_usage as u (account_id, day, upload_bytes, download_bytes)
  values (p_account_id, p_day, p_upload, p_download)
  on conflict (account_id, day) do update set
    upload_bytes = u.upload_bytes + excluded.upload_bytes, download_bytes = u.download_bytes + excluded.download_bytes;
  insert into radius_months as m (account_id, month, upload_bytes, download_bytes)
  values (p_account_id, date_trunc('month', p_day)::date, p_upload, p_download)
  on conflict (account_id, month) do update set
    upload_bytes = m.upload_bytes + excluded.upload_bytes, download_bytes = m.download_bytes + excluded.download_bytes;
end $$;

-- Of the two that compute with their arguments alone the search path is their caller's, so that they cost less.
-- Any spelling of a MAC address as aa:bb:cc:dd:ee:ff; else the text in lower case, cut.
create or replace function radius_device(p_device text) returns text language sql immutable as $$
  select case when length(p_device) between 12 and 17 and translate(p_device, ':-. ', '') ~ '^[0-9A-Fa-f]{12}$' then
    lower(substr(translate(p_device, ':-. ', ''), 1, 2) || ':' || substr(translate(p_device, ':-. ', ''), 3, 2) || ':' ||
      substr(translate(p_device, ':-. ', ''), 5, 2) || ':' || substr(translate(p_device, ':-. ', ''), 7, 2) || ':' ||
      substr(translate(p_device, ':-. ', ''), 9, 2) || ':' || substr(translate(p_device, ':-. ', ''), 11, 2))
    else lower(left(p_device, 64)) end
$$;

-- A counter of a report: null for what is none.
create or replace function radius_number(p_text text) returns bigint language sql immutable as
  $$ select case when p_text ~ '^[0-9]{1,18}$' then p_text::bigint end $$;

-- router_12, as clients.conf names it, is 12.
create or replace function radius_router(p_router text) returns bigint
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_router !~ '^router_[0-9]{1,15}$' then return null; end if;
  return (select id from radius_routers where id = substr(p_router, 8)::bigint);
end $$;

-- Whether suspensions are applied at a router now: neither 'observe only' nor 'let everybody on', and not in the pause after a
-- restore, whose data do not know who has paid since.
create or replace function radius_enforces(p_router_id bigint) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_settings jsonb := (select s.value from settings s where s.name = 'access');
begin
  if not coalesce((v_settings->>'enforced')::boolean, false) then return false; end if;
  if (v_settings->>'everybodyUntil')::timestamptz > now() then return false; end if;
  return not exists (select 1 from settings where name = 'pause')
    and not exists (select 1 from radius_routers r where r.id = p_router_id and r.everybody_until > now());
end $$;

-- What an account has used since the first of the month (Juba), upload and download.
create or replace function radius_used(p_account_id bigint) returns bigint
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_month date := date_trunc('month', now() at time zone 'Africa/Juba')::date;
begin
  return coalesce((select upload_bytes + download_bytes from radius_months where account_id = p_account_id and month = v_month), 0)
    + coalesce((select sum(upload_bytes - upload_before + download_bytes - download_before) from radius_sessions
      where account_id = p_account_id and day >= v_month), 0)::bigint;
end $$;

create or replace function radius_is_reduced(p_account access_accounts) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return p_account.fair_use_bytes is not null and radius_used(p_account.id) >= p_account.fair_use_bytes;
end $$;

-- What an account has used since it exists, upload and download.
create or replace function radius_used_in_all(p_account_id bigint) returns bigint
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return coalesce((select sum(upload_bytes + download_bytes) from radius_usage where account_id = p_account_id), 0)::bigint
    + coalesce((select sum(upload_bytes - upload_before + download_bytes - download_before) from radius_sessions
      where account_id = p_account_id), 0)::bigint;
end $$;

-- Why a code opens nothing (any more); '' where it does.
create or replace function radius_code_problem(p_account access_accounts) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_account.access = 'off' then return p_account.reason; end if;
  if p_account.ends_at <= now() or (p_account.ends_at is null and p_account.lapses_on < radius_today()) then return 'ended'; end if;
  if p_account.data_bytes is not null and radius_used_in_all(p_account.id) >= p_account.data_bytes then return 'usedUp'; end if;
  return '';
end $$;

-- What a session of an account should have at a router: '' the usual speed, r the reduced one, g the garden, x nothing. A code
-- that has ended ends, whatever is enforced. radius_compare says the same of all sessions.
create or replace function radius_wanted(p_account access_accounts, p_enforces boolean) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_account.kind = 'code' then
    return case when radius_code_problem(p_account) = '' then '' else 'x' end;
  end if;
  if p_enforces and p_account.access = 'off' then return 'x'; end if;
  if p_enforces and p_account.access = 'garden' then return 'g'; end if;
  if p_account.fair_use_bytes is not null and radius_is_reduced(p_account) then return 'r'; end if;
  return '';
end $$;

-- What the password must be, or that the answer is no. Nothing for a name that is not known.
create or replace function radius_check(p_router text, p_username text, p_device text)
  returns table (id integer, username text, attribute text, value text, op text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_router bigint;
  v_device text := radius_device(p_device);
  v_account access_accounts;
  v_reason text := '';
begin
  -- Most by far, in one statement: an account with a password that is not refused, and a device that is not throttled.
  return query
    select g.id, p_username, g.attribute, g.value, ':='
    from radius_routers r join access_accounts a on a.username = lower(p_username) and a.kind in ('pppoe', 'hotspot')
      cross join lateral (values
        (1, 'NT-Password', '0x' || encode(a.nt_hash, 'hex')), (2, 'Simultaneous-Use', a.sessions_at_once::text)
      ) g (id, attribute, value)
    where r.id = case when p_router ~ '^router_[0-9]{1,15}$' then substr(p_router, 8)::bigint end
      and a.access <> 'off' and not exists (
        select from radius_refusals f
        where f.router_id = r.id and f.device = v_device and f.last_at > now() - interval '10 minutes'
      );
  if found then return; end if;
  v_router := radius_router(p_router);
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

-- What the router is told of a session that may begin.
create or replace function radius_reply(p_router text, p_username text, p_device text)
  returns table (id integer, username text, attribute text, value text, op text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_router radius_routers;
  v_account access_accounts;
  v_settings jsonb;
  v_wanted text;
  v_down integer;
  v_up integer;
begin
  -- Most by far, in one statement: the usual speed at a router of MikroTik.
  return query
    select g.id, p_username, g.attribute, g.value, ':='
    from radius_routers r join access_accounts a on a.username = lower(p_username) and a.kind in ('pppoe', 'hotspot')
      left join settings s on s.name = 'access'
      cross join lateral (values
        (1, 'Class', 'a' || a.id || '.' || a.decision),
        (2, 'Acct-Interim-Interval', coalesce(s.value->>'interimSeconds', '300')),
        (5, 'Mikrotik-Rate-Limit', a.upload_kbps || 'k/' || a.download_kbps || 'k')
      ) g (id, attribute, value)
    where r.id = case when p_router ~ '^router_[0-9]{1,15}$' then substr(p_router, 8)::bigint end
      and r.kind = 'mikrotik' and a.access = 'on' and a.download_kbps is not null and a.fixed_ip = '' and a.pool = ''
      and case when a.fair_use_bytes is null then true else radius_used(a.id) < a.fair_use_bytes end;
  if found then return; end if;
  v_account := radius_account(p_username, p_device);
  v_settings := coalesce((select s.value from settings s where s.name = 'access'), '{}');
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

-- A place for the session of an account: 0, or a number above any limit where all are taken. The router reports the start
-- some seconds later, and until then the place is reserved. A device that signs in again replaces its own session. The first
-- sign-in of a code starts its time.
create or replace function radius_reserve(p_router text, p_username text, p_device text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_device text := radius_device(p_device);
  v_id bigint;
  v_limit smallint;
  v_account access_accounts;
  v_taken bigint;
  v_past bigint;
  v_off text;
  -- As exact as the core reads it.
  v_now timestamptz := date_trunc('milliseconds', now());
begin
  select a.id, a.sessions_at_once, pg_advisory_xact_lock(7283, (a.id % 2147483647)::integer) into v_id, v_limit
  from radius_routers r join access_accounts a on a.username = lower(p_username) and a.kind in ('pppoe', 'hotspot')
  where r.id = case when p_router ~ '^router_[0-9]{1,15}$' then substr(p_router, 8)::bigint end;
  if v_id is null then
    v_account := radius_account(p_username, p_device);
    if radius_router(p_router) is null or v_account.id is null then return 1000000; end if;
    v_id := v_account.id;
    v_limit := v_account.sessions_at_once;
    perform pg_advisory_xact_lock(7283, (v_id % 2147483647)::integer);
  end if;
  if v_account.kind = 'code' then
    select * into v_account from access_accounts where id = v_id for no key update;
    if radius_code_problem(v_account) <> '' or (v_account.is_one_device and v_account.device <> v_device) then
      return 1000000;
    end if;
  end if;
  -- In one statement: a report makes a session of a reservation meanwhile.
  select count(*) filter (where r.until > now() and (r.device = '' or r.device <> v_device)
      and not exists (select from radius_sessions s where s.account_id = v_id and s.device = r.device))
    + (select count(*) from radius_sessions s where s.account_id = v_id and (s.device = '' or s.device <> v_device)),
    count(*) filter (where r.until <= now()) into v_taken, v_past
  from radius_reservations r where r.account_id = v_id;
  if v_past > 0 then
    delete from radius_reservations where account_id = v_id and until <= now();
  end if;
  if v_taken >= v_limit then
    return 1000000;
  end if;
  insert into radius_reservations (account_id, device, until) values (v_id, v_device, now() + interval '60 seconds')
  on conflict (account_id, device) do update set until = excluded.until;
  if v_account.kind is distinct from 'code' then
    -- A crash may lose a place of the last second: nobody waits for the disk.
    v_off := set_config('synchronous_commit', 'off', true);
    return 0;
  end if;
  if (
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

-- What radius_accounting has been is radius_any_report now, run by it alone.
do $do$
begin
  execute replace(replace(pg_get_functiondef('radius_accounting'::regproc), 'FUNCTION public.radius_accounting(',
    'FUNCTION public.radius_any_report('), ' SECURITY DEFINER', '');
end $do$;

-- One report of a router. Always answers one row, since a router repeats for ever what is not answered.
create or replace function radius_accounting(
  p_router text, p_status text, p_username text, p_session text, p_class text, p_device text, p_ip text, p_ipv6_prefix text,
  p_delegated_prefix text, p_seconds text, p_upload text, p_upload_high text, p_download text, p_download_high text,
  p_delay text, p_cause text
) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_seconds bigint := radius_number(coalesce(nullif(p_seconds, ''), '0'));
  v_delay bigint := radius_number(coalesce(nullif(p_delay, ''), '0'));
  v_at timestamptz;
  v_start timestamptz;
  v_day date;
  v_off text;
begin
  if v_seconds + v_delay <= 315360000 then
    v_at := now() - make_interval(secs => v_delay);
    v_start := v_at - make_interval(secs => v_seconds);
    v_day := (v_at at time zone 'Africa/Juba')::date;
  end if;

  -- Most reports by far: the next one of a session that is known, on the same day, with counters of 64 bits. All that decides
  -- about it is a condition of this one statement; what does not meet them is any report.
  if p_status = 'Interim-Update' and v_day is not null and p_router ~ '^router_[0-9]{1,15}$'
    and p_upload ~ '^[0-9]{1,10}$' and p_upload_high ~ '^[0-9]{1,5}$'
    and p_download ~ '^[0-9]{1,10}$' and p_download_high ~ '^[0-9]{1,5}$' then
    update radius_sessions s set
      seconds = v_seconds,
      upload_bytes = greatest(s.upload_bytes, p_upload_high::bigint * 4294967296 + p_upload::bigint),
      download_bytes = greatest(s.download_bytes, p_download_high::bigint * 4294967296 + p_download::bigint),
      ip = coalesce(nullif(p_ip, '')::inet, s.ip),
      ipv6_prefix = coalesce(nullif(p_ipv6_prefix, '')::inet, s.ipv6_prefix),
      delegated_prefix = coalesce(nullif(p_delegated_prefix, '')::inet, s.delegated_prefix),
      last_at = now()
    where s.router_id = substr(p_router, 8)::bigint and s.session_id = p_session
      and s.account_id = (select a.id from access_accounts a where a.username = lower(p_username) and a.kind in ('pppoe', 'hotspot'))
      and s.seconds <= v_seconds and s.day >= v_day
      and s.started_at between v_start - interval '5 minutes' and v_start + interval '5 minutes';
    if found then
      -- The next report has these counters too: a crash may lose this one, and nobody waits for the disk.
      v_off := set_config('synchronous_commit', 'off', true);
      return 1;
    end if;
  end if;

  return radius_any_report(p_router, p_status, p_username, p_session, p_class, p_device, p_ip, p_ipv6_prefix, p_delegated_prefix,
    p_seconds, p_upload, p_upload_high, p_download, p_download_high, p_delay, p_cause);
end $$;

-- Makes orders for open sessions that do not have what they should, and withdraws those that are not needed any more; with
-- 'observe only' for those alone that are in the garden, which they leave, and for codes. Of all accounts, or of some. Returns how
-- many sessions differ.
create or replace function radius_compare(p_enforced boolean, p_now timestamptz, p_accounts bigint[]) returns bigint
  -- The plan for some accounts is another one than that for all. Machine code takes longer to make than the comparison.
  language plpgsql set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_count bigint;
  v_today date := radius_today();
  v_month date := date_trunc('month', radius_today())::date;
begin
  with enforcing as materialized (
    select id as router_id, radius_enforces(id) as enforces from radius_routers
  ), wanted as materialized (
    select s.id, s.router_id, s.decision as has_decision, s.given, a.decision, a.redial_decision,
      -- As radius_wanted, without a call for each.
      case
        when a.kind = 'code' then
          case when a.access = 'off' or a.ends_at <= now() or (a.ends_at is null and a.lapses_on < v_today)
            or (a.data_bytes is not null and a.data_bytes <=
              coalesce((select sum(u.upload_bytes + u.download_bytes) from radius_usage u where u.account_id = a.id), 0)
              + (select sum(o.upload_bytes - o.upload_before + o.download_bytes - o.download_before) from radius_sessions o
                where o.account_id = a.id)) then 'x' else '' end
        when e.enforces and a.access = 'off' then 'x'
        when e.enforces and a.access = 'garden' then 'g'
        when a.fair_use_bytes is not null and a.fair_use_bytes <=
          coalesce((select m.upload_bytes + m.download_bytes from radius_months m where m.account_id = a.id and m.month = v_month), 0)
          + coalesce((select sum(o.upload_bytes - o.upload_before + o.download_bytes - o.download_before) from radius_sessions o
            where o.account_id = a.id and o.day >= v_month), 0) then 'r'
        else '' end as wanted
    from radius_sessions s join access_accounts a on a.id = s.account_id join enforcing e on e.router_id = s.router_id
    where (p_enforced or s.given = 'g' or a.kind = 'code') and (p_accounts is null or s.account_id = any(p_accounts))
  ), differing as (
    select id, router_id, decision, wanted,
      case when wanted = 'x' or (wanted = 'g') <> (given = 'g') or has_decision < redial_decision then 'end' else 'change' end as kind
    from wanted where has_decision <> decision or given <> wanted
  ), withdrawn as (
    delete from radius_orders o using wanted w
    where o.session_id = w.id and w.has_decision = w.decision and w.given = w.wanted and not o.is_by_hand
  ), written as (
    insert into radius_orders as o (session_id, router_id, kind, decision, given, made_at, next_at)
    select d.id, d.router_id, d.kind, d.decision, d.wanted, p_now, p_now
    from differing d
    -- A session that ends at this moment needs none.
    join lateral (select s.id from radius_sessions s where s.id = d.id for key share skip locked) still on true
    order by d.id
    on conflict (session_id) do update set kind = excluded.kind, decision = excluded.decision, given = excluded.given,
      next_at = excluded.next_at, tries = 0, is_promised = false, error = ''
    -- A change that the router has refused stays an end.
    where (o.decision, o.given) <> (excluded.decision, excluded.given) or (o.kind = 'change' and excluded.kind = 'end')
  )
  select count(*) into v_count from differing;
  return v_count;
end $$;
