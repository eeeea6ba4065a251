-- The cash of a user: a till is opened with a float, collects what the user takes and pays out in cash, is counted and
-- handed over to another user.
create table tills (
  id bigint generated always as identity primary key,
  -- TILL-2026-0001.
  till_number text not null collate "C" constraint tills_number unique,
  user_id bigint not null,
  user_name text not null,
  status text not null collate "C" default 'open' check (status in ('open', 'counted', 'accepted')),
  opened_on date not null,
  opened_at timestamptz not null,
  float_usd_cents cents not null default 0 check (float_usd_cents >= 0),
  float_ssp_cents cents not null default 0 check (float_ssp_cents >= 0),
  -- What it holds by its movements, in US cents and piastres.
  usd_cents cents not null default 0,
  ssp_cents cents not null default 0,
  -- The count: what was expected and what was there.
  counted_at timestamptz,
  counted_on date,
  expected_usd_cents cents,
  expected_ssp_cents cents,
  counted_usd_cents cents check (counted_usd_cents >= 0),
  counted_ssp_cents cents check (counted_ssp_cents >= 0),
  count_note text not null default '',
  -- Its own user, or a manager where that is absent.
  counted_by text not null default '',
  accepted_at timestamptz,
  accepted_by text not null default '',
  accepted_by_id bigint,
  -- Accepted by its own user, because nobody else may.
  is_sole boolean not null default false,
  version integer not null default 1,
  constraint tills_cash check (usd_cents >= 0 and ssp_cents >= 0),
  -- A counted till holds what was counted until it is handed over, an accepted one nothing.
  constraint tills_counted_cash check (status <> 'counted' or
    (usd_cents in (0, counted_usd_cents) and ssp_cents in (0, counted_ssp_cents))),
  constraint tills_accepted_cash check (status <> 'accepted' or (usd_cents = 0 and ssp_cents = 0)),
  constraint tills_counted check ((status = 'open') = (counted_at is null)),
  constraint tills_count check (counted_at is null or num_nulls(counted_on, expected_usd_cents, expected_ssp_cents, counted_usd_cents, counted_ssp_cents) = 0),
  constraint tills_accepted check ((status = 'accepted') = (accepted_at is not null)),
  constraint tills_second_person check (status <> 'accepted' or is_sole or accepted_by_id is distinct from user_id)
);
create unique index tills_open on tills (user_id) where status = 'open';
create index tills_user on tills (user_id, id);
create index tills_unaccepted on tills (opened_at) where status <> 'accepted';

-- The cash of a till follows from its movements; what was opened and counted is not changed afterwards.
create function tills_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and (new.usd_cents, new.ssp_cents) is distinct from
      (case tg_op when 'INSERT' then 0 else old.usd_cents end, case tg_op when 'INSERT' then 0 else old.ssp_cents end) then
    raise exception 'the cash of a till follows from its movements'
      using errcode = 'restrict_violation', constraint = 'tills_cash_from_movements';
  end if;
  if tg_op = 'UPDATE' and (
      (new.till_number, new.user_id, new.opened_on, new.opened_at, new.float_usd_cents, new.float_ssp_cents)
        is distinct from (old.till_number, old.user_id, old.opened_on, old.opened_at, old.float_usd_cents, old.float_ssp_cents)
      or (old.status, new.status) in (('open', 'accepted'), ('counted', 'open'), ('accepted', 'open'), ('accepted', 'counted'))
      or (old.status <> 'open' and
        (new.counted_at, new.counted_on, new.expected_usd_cents, new.expected_ssp_cents, new.counted_usd_cents, new.counted_ssp_cents)
        is distinct from (old.counted_at, old.counted_on, old.expected_usd_cents, old.expected_ssp_cents, old.counted_usd_cents, old.counted_ssp_cents))) then
    raise exception 'a till is opened, counted and accepted once'
      using errcode = 'restrict_violation', constraint = 'tills_forward';
  end if;
  return new;
end $$;
create trigger tills_guarded before insert or update on tills for each row execute function tills_guard();

create function tills_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% are never removed: % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = 'tills_kept';
end $$;
create trigger tills_kept before delete or truncate on tills for each statement execute function tills_refuse();

-- Pieces of each note and coin in a count. `denomination_cents` in US cents or piastres.
create table till_counts (
  till_id bigint not null references tills (id),
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  denomination_cents cents not null check (denomination_cents > 0),
  pieces integer not null check (pieces between 1 and 1000000),
  primary key (till_id, currency, denomination_cents)
);
create trigger till_counts_kept before update or delete or truncate on till_counts
  for each statement execute function tills_refuse();

create table cash_movements (
  id bigint generated always as identity primary key,
  till_id bigint not null references tills (id),
  kind text not null collate "C" check (kind in ('float', 'payment', 'reversal', 'refund', 'voucher', 'difference', 'handover')),
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  -- US cents or piastres, above zero into the till.
  amount_cents cents not null check (amount_cents <> 0),
  -- The journal entry of it (source and id of the document), by which the books are checked; 'till' moves no account.
  source text not null collate "C",
  source_id bigint not null,
  reference text not null default '',
  note text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  constraint cash_movements_sign check (
    case when kind in ('float', 'payment') then amount_cents > 0
      when kind in ('reversal', 'refund', 'handover') then amount_cents < 0 else true end),
  constraint cash_movements_once unique (source, source_id, kind, currency)
);
create index cash_movements_till on cash_movements (till_id, id);

create function cash_movements_apply() returns trigger language plpgsql as $$
begin
  execute 'update tills t set usd_cents = t.usd_cents + a.usd, ssp_cents = t.ssp_cents + a.ssp
    from (select till_id, coalesce(sum(amount_cents) filter (where currency = ''USD''), 0) as usd,
            coalesce(sum(amount_cents) filter (where currency = ''SSP''), 0) as ssp
          from added group by till_id order by till_id) a
    where t.id = a.till_id';
  return null;
end $$;
create trigger cash_movements_applied after insert on cash_movements
  referencing new table as added for each statement execute function cash_movements_apply();

-- The row is locked, so that a till that is being counted takes no more cash.
create function cash_movements_open() returns trigger language plpgsql as $$
begin
  perform from tills where id = new.till_id
    and status = case new.kind when 'handover' then 'counted' else 'open' end for no key update;
  if not found then
    raise exception 'the till is not open'
      using errcode = 'check_violation', constraint = 'cash_movements_till_open';
  end if;
  return new;
end $$;
create trigger cash_movements_open before insert on cash_movements for each row execute function cash_movements_open();

create function cash_movements_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'cash movements are never changed: % is refused', tg_op
    using errcode = 'restrict_violation', constraint = 'cash_movements_append_only';
end $$;
create trigger cash_movements_append_only before update or delete or truncate on cash_movements
  for each statement execute function cash_movements_refuse();
