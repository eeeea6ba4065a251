-- Reports of sessions of codes, and when these sessions end (decision 132).

-- One report of a router. Always answers one row, since a router repeats for ever what is not answered.
create or replace function radius_accounting(
  p_router text, p_status text, p_username text, p_session text, p_class text, p_device text, p_ip text, p_ipv6_prefix text,
  p_delegated_prefix text, p_seconds text, p_upload text, p_upload_high text, p_download text, p_download_high text,
  p_delay text, p_cause text
) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_router bigint := radius_router(p_router);
  v_device text := radius_device(p_device);
  v_seconds bigint := radius_number(coalesce(nullif(p_seconds, ''), '0'));
  v_delay bigint := radius_number(coalesce(nullif(p_delay, ''), '0'));
  v_at timestamptz;
  v_start timestamptz;
  v_day date;
  v_account bigint;
  v_name text;
  v_decision bigint;
  v_given text := '';
  v_class text;
  v_session radius_sessions;
  v_closed radius_closed_sessions;
  v_up bigint;
  v_down bigint;
begin
  if v_router is null then return radius_cannot_use(p_router, 'router'); end if;
  if v_seconds is null or v_delay is null or v_seconds + v_delay > 315360000 then
    return radius_cannot_use(p_router, 'time');
  end if;
  v_at := now() - make_interval(secs => v_delay);
  v_start := v_at - make_interval(secs => v_seconds);
  v_day := (v_at at time zone 'Africa/Juba')::date;

  if p_status in ('Accounting-On', 'Accounting-Off') then
    perform radius_close(old.session, v_at, 'router restarted') from (
      select s as session from radius_sessions s where s.router_id = v_router and s.started_at <= v_at order by s.id for update
    ) old;
    return 1;
  end if;
  if p_status not in ('Start', 'Interim-Update', 'Stop') then return radius_cannot_use(p_router, 'status'); end if;
  if p_session = '' or length(p_session) > 253 then return radius_cannot_use(p_router, 'session'); end if;

  -- The class is what this account was told at its sign-in: hexadecimal digits of a<account>.<decision>, then what was given.
  if p_class ~ '^0x61(3[0-9]){1,15}2e(3[0-9]){1,15}(72|67)?$' then
    v_class := convert_from(decode(substr(p_class, 3), 'hex'), 'SQL_ASCII');
    v_given := case when right(v_class, 1) in ('r', 'g') then right(v_class, 1) else '' end;
    v_decision := rtrim(split_part(v_class, '.', 2), 'rg')::bigint;
  end if;
  select (radius_account(p_username, p_device)).id into v_account;
  -- Somebody has renamed the account since.
  if v_account is null and v_class is not null then
    select id into v_account from access_accounts where id = substr(split_part(v_class, '.', 1), 2)::bigint;
  end if;
  -- A router that has taken over the label of a code reports that.
  if v_account is null then
    select id into v_account from access_accounts where username = lower(p_username) and kind = 'code';
  end if;
  if v_account is null then return radius_cannot_use(p_router, 'account'); end if;
  -- Of a code the label is kept, however the router names the session.
  select case when kind = 'code' then username else p_username end into v_name from access_accounts where id = v_account;
  if v_class is null or split_part(v_class, '.', 1) <> 'a' || v_account then
    -- A router that does not echo the class was given what is decided now.
    select decision, replace(radius_wanted(a, radius_enforces(v_router)), 'x', '') into v_decision, v_given
    from access_accounts a where a.id = v_account;
  end if;

  perform pg_advisory_xact_lock(7284, hashtext(v_router || ' ' || p_session));
  select * into v_session from radius_sessions
  where router_id = v_router and session_id = p_session and account_id = v_account and (
    started_at between v_start - interval '5 minutes' and v_start + interval '5 minutes'
    -- The router's clock drifts, or was set since the first report.
    or (seconds <= v_seconds and last_at - make_interval(secs => seconds)
      between v_start - interval '5 minutes' and v_start + interval '5 minutes')
  )
  limit 1 for update;

  if v_session.id is null then
    select * into v_closed from radius_closed_sessions
    where router_id = v_router and session_id = p_session and account_id = v_account
      and started_at between v_start - interval '5 minutes' and v_start + interval '5 minutes'
    limit 1 for update;
    if v_closed.id is not null then
      -- A start that comes late, a repetition, or what was on its way when the session was closed.
      if p_status = 'Start' or v_seconds < v_closed.seconds then return 1; end if;
      v_up := radius_bytes(p_upload, p_upload_high, v_closed.upload_bytes, v_seconds > v_closed.seconds);
      v_down := radius_bytes(p_download, p_download_high, v_closed.download_bytes, v_seconds > v_closed.seconds);
      if v_up is null or v_down is null then return radius_cannot_use(p_router, 'counters'); end if;
      if v_seconds = v_closed.seconds and (v_up, v_down) = (v_closed.upload_bytes, v_closed.download_bytes)
        and (p_status <> 'Stop' or v_closed.cause not in ('silent', 'replaced', 'router restarted', 'unknown to router')) then return 1; end if;
      -- It was closed here, and the router reports that it goes on.
      if p_status = 'Interim-Update' and v_at > v_closed.ended_at
        and v_closed.cause in ('silent', 'replaced', 'router restarted', 'unknown to router') then
        delete from radius_closed_sessions where id = v_closed.id;
        insert into radius_sessions (id, router_id, account_id, session_id, username, started_at, device, ip, ipv6_prefix, delegated_prefix,
          seconds, upload_bytes, download_bytes, last_at, day, upload_before, download_before, decision, given)
        values (v_closed.id, v_router, v_account, p_session, v_name, v_closed.started_at, v_device, v_closed.ip, v_closed.ipv6_prefix,
          v_closed.delegated_prefix, v_seconds, v_up, v_down, now(), v_day, v_closed.upload_bytes, v_closed.download_bytes,
          v_decision, v_given);
        return 1;
      end if;
      perform radius_add_usage(v_account, v_day, v_up - v_closed.upload_bytes, v_down - v_closed.download_bytes);
      update radius_closed_sessions set
        seconds = v_seconds, upload_bytes = v_up, download_bytes = v_down,
        ended_at = case when p_status = 'Stop' then greatest(started_at, v_at) else ended_at end,
        cause = case when p_status = 'Stop' then left(p_cause, 60) else cause end
      where id = v_closed.id;
      return 1;
    end if;

    v_up := radius_bytes(p_upload, p_upload_high, 0, true);
    v_down := radius_bytes(p_download, p_download_high, 0, true);
    if v_up is null or v_down is null then return radius_cannot_use(p_router, 'counters'); end if;
    if p_status <> 'Stop' and v_device <> '' then
      perform radius_close(old.session, v_at, 'replaced') from (
        select s as session from radius_sessions s
        where s.account_id = v_account and s.device = v_device and s.started_at < v_start
          and (s.router_id, s.session_id) <> (v_router, p_session)
        order by s.id for update
      ) old;
    end if;
    delete from radius_reservations where account_id = v_account and device = v_device;
    insert into radius_sessions (router_id, account_id, session_id, username, started_at, device, ip, ipv6_prefix, delegated_prefix,
      seconds, upload_bytes, download_bytes, last_at, day, decision, given)
    values (v_router, v_account, p_session, v_name, v_start, v_device, nullif(p_ip, '')::inet, nullif(p_ipv6_prefix, '')::inet,
      nullif(p_delegated_prefix, '')::inet, v_seconds, v_up, v_down, now(), v_day, v_decision, v_given)
    returning * into v_session;
    if p_status = 'Stop' then perform radius_close(v_session, v_at, left(p_cause, 60)); end if;
    return 1;
  end if;

  if v_seconds >= v_session.seconds then
    v_up := radius_bytes(p_upload, p_upload_high, v_session.upload_bytes, v_seconds > v_session.seconds);
    v_down := radius_bytes(p_download, p_download_high, v_session.download_bytes, v_seconds > v_session.seconds);
    if v_up is null or v_down is null then return radius_cannot_use(p_router, 'counters'); end if;
    if v_day > v_session.day then
      perform radius_add_usage(v_account, v_session.day,
        v_session.upload_bytes - v_session.upload_before, v_session.download_bytes - v_session.download_before);
      v_session.upload_before := v_session.upload_bytes;
      v_session.download_before := v_session.download_bytes;
      v_session.day := v_day;
    end if;
    v_session.seconds := v_seconds;
    v_session.upload_bytes := v_up;
    v_session.download_bytes := v_down;
    v_session.ip := coalesce(nullif(p_ip, '')::inet, v_session.ip);
    v_session.ipv6_prefix := coalesce(nullif(p_ipv6_prefix, '')::inet, v_session.ipv6_prefix);
    v_session.delegated_prefix := coalesce(nullif(p_delegated_prefix, '')::inet, v_session.delegated_prefix);
  end if;
  if p_status = 'Stop' then
    perform radius_close(v_session, v_at, left(p_cause, 60));
    return 1;
  end if;
  update radius_sessions set
    seconds = v_session.seconds, upload_bytes = v_session.upload_bytes, download_bytes = v_session.download_bytes,
    ip = v_session.ip, ipv6_prefix = v_session.ipv6_prefix, delegated_prefix = v_session.delegated_prefix,
    last_at = now(), day = v_session.day, upload_before = v_session.upload_before, download_before = v_session.download_before
  where id = v_session.id;
  return 1;
end $$;

-- Makes orders for open sessions that do not have what they should, and withdraws those that are not needed any more; with
-- 'observe only' for those alone that are in the garden, which they leave, and for codes. Of all accounts, or of some. Returns how
-- many sessions differ.
drop function radius_compare(boolean, timestamptz);
create function radius_compare(p_enforced boolean, p_now timestamptz, p_accounts bigint[]) returns bigint
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count bigint;
begin
  with enforcing as materialized (
    select id as router_id, radius_enforces(id) as enforces from radius_routers
  ), wanted as materialized (
    select s.id, s.router_id, s.decision as has_decision, s.given, a.decision, a.redial_decision,
      -- The usual case without the call.
      case when a.access = 'on' and a.fair_use_bytes is null and a.data_bytes is null
        and (a.ends_at is null or a.ends_at > now()) then ''
        else radius_wanted(a, e.enforces) end as wanted
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
