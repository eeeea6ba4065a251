-- Internet vouchers: bundles, sales of 1 to 100 codes, activation, and what became of them.

-- 0036-stock.sql has moved an account of the company with this code.
insert into accounts (code, name, type, parent_code, level, normal_balance, is_cash, currency, cash_flow, expense_class) values
  ('2220', 'Unused Vouchers', 'LIABILITY', '2200', 2, 'CREDIT', false, 'USD', 'operating', null);

create table voucher_bundles (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  name_key text not null collate "C" constraint voucher_bundles_name unique,
  description text not null default '',
  -- 0 only where the data are unlimited.
  data_mb integer not null check (data_mb between 0 and 100000000),
  validity_days integer not null check (validity_days between 1 and 3650),
  -- US cents for one voucher; its price in pounds follows from the voucher rate of the day.
  price_cents cents not null check (price_cents > 0),
  speed_mbps integer check (speed_mbps between 1 and 100000),
  bundle_type text not null collate "C" check (bundle_type in ('data', 'time', 'unlimited')),
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint voucher_bundles_data check (bundle_type = 'unlimited' or data_mb > 0)
);

-- One sale. Bundle, price and rates stay as they were on the day (decision 43).
create table voucher_batches (
  id bigint generated always as identity primary key,
  -- VB-2026-000001.
  batch_number text not null collate "C" constraint voucher_batches_number unique,
  bundle_id bigint not null constraint voucher_batches_bundle references voucher_bundles (id),
  bundle_name text not null,
  bundle_type text not null collate "C",
  data_mb integer not null,
  validity_days integer not null,
  speed_mbps integer,
  quantity integer not null check (quantity between 1 and 100),
  -- Of one voucher: US cents by the list, piastres at the voucher rate.
  price_cents cents not null check (price_cents > 0),
  price_ssp_cents cents not null check (price_ssp_cents > 0),
  voucher_rate_cents cents not null check (voucher_rate_cents > 0),
  -- Piastres for one US dollar in the books.
  rate_cents cents not null check (rate_cents > 0),
  account text not null collate "C" check (account in ('cash', 'bank', 'mobile_money')),
  money_account text not null collate "C",
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  -- What the books hold for one voucher: its price, for pounds the pounds at the standard rate.
  value_cents cents not null check (value_cents > 0),
  sold_on date not null,
  -- The last day on which an unused voucher can be activated.
  lapses_on date not null,
  customer_name text not null default '',
  -- +211 and nine digits, or empty.
  customer_phone text not null default '',
  notes text not null default '',
  -- Who sold it, as signed in; null for the shell.
  sold_by_id bigint,
  sold_by text not null,
  search_text text not null collate "C",
  created_at timestamptz not null,
  constraint voucher_batches_lapse check (lapses_on > sold_on),
  constraint voucher_batches_value check (currency = 'SSP' or value_cents = price_cents)
);
create index voucher_batches_bundle_index on voucher_batches (bundle_id, id);
create index voucher_batches_seller on voucher_batches (sold_by_id, id);
create index voucher_batches_date on voucher_batches (sold_on, id);
create index voucher_batches_search on voucher_batches using gin (search_text gin_trgm_ops);

-- Unused vouchers that were taken back, with the money that was paid out for them.
create table voucher_voids (
  id bigint generated always as identity primary key,
  batch_id bigint not null references voucher_batches (id),
  quantity integer not null check (quantity between 1 and 100),
  -- US cents that left 2220 and the money account; piastres where the sale was in pounds, at the rate of the sale.
  amount_cents cents not null check (amount_cents > 0),
  amount_ssp_cents cents not null check (amount_ssp_cents >= 0),
  voided_on date not null,
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  created_by text not null
);
create index voucher_voids_batch on voucher_voids (batch_id, id);

create table vouchers (
  id bigint generated always as identity primary key,
  batch_id bigint not null references voucher_batches (id),
  line_no integer not null check (line_no between 1 and 100),
  -- HMAC of the code: finds a code without keeping it readable.
  code_hash bytea not null constraint vouchers_code unique check (octet_length(code_hash) = 32),
  code_encrypted text not null,
  -- 'activated' also after its end until the daily job has passed; what is shown follows from expires_at.
  status text not null collate "C" default 'unused' check (status in ('unused', 'activated', 'expired', 'void')),
  activated_at timestamptz,
  activated_on date,
  expires_at timestamptz,
  -- Who activated it: empty for a visitor.
  activated_by text not null default '',
  -- Hash of a key that the visitor's browser chose, so that a lost answer can be asked for again.
  device_hash bytea check (octet_length(device_hash) = 32),
  void_id bigint references voucher_voids (id),
  -- The day on which it lapsed unused.
  lapsed_on date,
  constraint vouchers_line unique (batch_id, line_no),
  constraint vouchers_activated check (
    (activated_at is null) = (expires_at is null) and (activated_at is null) = (activated_on is null)
    and expires_at > activated_at),
  constraint vouchers_status check (case status
    when 'unused' then activated_at is null and void_id is null and lapsed_on is null
    when 'activated' then activated_at is not null and void_id is null and lapsed_on is null
    when 'void' then activated_at is null and void_id is not null and lapsed_on is null
    else void_id is null and (activated_at is null) = (lapsed_on is not null) end)
);
create index vouchers_active on vouchers (expires_at) where status = 'activated';
create index vouchers_unused on vouchers (batch_id) where status = 'unused';
create index vouchers_status_index on vouchers (status, id);
create index vouchers_void on vouchers (void_id) where void_id is not null;

-- A status never goes back, and what identifies a voucher never changes.
create function vouchers_guard() returns trigger language plpgsql as $$
begin
  if (new.batch_id, new.line_no, new.code_hash, new.code_encrypted)
      is distinct from (old.batch_id, old.line_no, old.code_hash, old.code_encrypted)
    or (new.status <> old.status and not (
      (old.status = 'unused' and new.status in ('activated', 'void', 'expired'))
      or (old.status = 'activated' and new.status = 'expired')))
    or (old.status <> 'unused' and (new.activated_at, new.activated_on, new.expires_at, new.device_hash, new.void_id, new.lapsed_on)
      is distinct from (old.activated_at, old.activated_on, old.expires_at, old.device_hash, old.void_id, old.lapsed_on)) then
    raise exception 'a voucher is sold, then activated, voided or expired, once'
      using errcode = 'restrict_violation', constraint = 'vouchers_forward';
  end if;
  return new;
end $$;
create trigger vouchers_guarded before update on vouchers for each row execute function vouchers_guard();

create function vouchers_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% are kept: % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = 'vouchers_kept';
end $$;
create trigger vouchers_kept before delete or truncate on vouchers for each statement execute function vouchers_refuse();
create trigger voucher_batches_kept before update or delete or truncate on voucher_batches
  for each statement execute function vouchers_refuse();
create trigger voucher_voids_kept before update or delete or truncate on voucher_voids
  for each statement execute function vouchers_refuse();

-- Codes that were tried in vain, to limit guessing by address.
create table voucher_attempts (
  id bigint generated always as identity primary key,
  address text not null collate "C",
  at timestamptz not null
);
create index voucher_attempts_address on voucher_attempts (address, at);
