-- Equipment and its stock. Quantities and values change by moves alone, which are never changed; levels follow from them.

-- A company may have added an account with one of the codes that this and the next modules need. It moves to the next free code of its group, with what
-- was posted to it, and the audit log says which code became which.
do $$
declare
  needed constant text[] := array['1320', '1530', '2220', '2350', '5230', '5240', '5650'];
  taken text[];
  old text;
  moved text;
begin
  select array_agg(code order by code) into taken from accounts where code = any (needed);
  if taken is null then return; end if;
  -- The tables that refer to accounts follow within this transaction; what was posted is otherwise not changed.
  alter table accounts alter constraint accounts_parent deferrable initially deferred;
  alter table account_months alter constraint account_months_account_code_fkey deferrable initially deferred;
  alter table cash_months alter constraint cash_months_account_code_fkey deferrable initially deferred;
  alter table expenses alter constraint expenses_debit_account_fkey deferrable initially deferred;
  alter table expenses alter constraint expenses_credit_account_fkey deferrable initially deferred;
  alter table expense_payments alter constraint expense_payments_credit_account_fkey deferrable initially deferred;
  alter table accounts disable trigger user;
  alter table cash_months disable trigger user;
  alter table expenses disable trigger user;
  alter table expense_payments disable trigger user;
  alter table account_months disable trigger user;
  alter table journal_lines disable trigger user;
  foreach old in array taken loop
    -- A group takes the next free hundred, a leaf the next free code; failing that any later or earlier one.
    select n::text into moved
    from accounts a, generate_series(a.code::int / 1000 * 1000 + 1, a.code::int / 1000 * 1000 + 999) n
    where a.code = old and n::text <> all (needed)
      and not exists (select from accounts other where other.code = n::text)
    order by a.level < 2 and n % 100 <> 0, n < a.code::int, n
    limit 1;
    update accounts set code = moved where code = old;
    update accounts set parent_code = moved where parent_code = old;
    update account_months set account_code = moved where account_code = old;
    update journal_lines set account_code = moved where account_code = old;
    update cash_months set account_code = moved where account_code = old;
    update expenses set debit_account = moved where debit_account = old;
    update expenses set credit_account = moved where credit_account = old;
    update expense_payments set credit_account = moved where credit_account = old;
    -- Lines of recurring entries are kept as JSON.
    update journal_templates set lines = replace(lines::text, '"accountCode": "' || old || '"', '"accountCode": "' || moved || '"')::jsonb
      where lines::text like '%"accountCode": "' || old || '"%';
    update invoice_lines set account_code = moved where account_code = old;
    update invoices set receivable_account = moved where receivable_account = old;
    insert into audit_log (at, actor_kind, actor_name, action, entity, entity_id, summary, before, after, format)
    select now(), 'system', 'upgrade', 'account.update', 'account', moved,
      'Account ' || old || ' ' || name || ' is now ' || moved || ': the chart needs its code',
      jsonb_build_object('code', old), jsonb_build_object('code', moved), 2
    from accounts where code = moved;
  end loop;
  set constraints all immediate;
  alter table accounts alter constraint accounts_parent not deferrable;
  alter table account_months alter constraint account_months_account_code_fkey not deferrable;
  alter table cash_months alter constraint cash_months_account_code_fkey not deferrable;
  alter table expenses alter constraint expenses_debit_account_fkey not deferrable;
  alter table expenses alter constraint expenses_credit_account_fkey not deferrable;
  alter table expense_payments alter constraint expense_payments_credit_account_fkey not deferrable;
  alter table accounts enable trigger user;
  alter table cash_months enable trigger user;
  alter table expenses enable trigger user;
  alter table expense_payments enable trigger user;
  alter table account_months enable trigger user;
  alter table journal_lines enable trigger user;
end $$;

create table equipment_categories (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  name_key text not null collate "C" constraint equipment_categories_name unique
);
insert into equipment_categories (name, name_key) values
  ('Routers', 'routers'), ('ONUs', 'onus'), ('Antennas', 'antennas'), ('Switches', 'switches'), ('Cables', 'cables'),
  ('Power', 'power'), ('Tools', 'tools'), ('Other', 'other');

create table equipment (
  id bigint generated always as identity primary key,
  -- EQ-001.
  equipment_id text not null collate "C" constraint equipment_number unique,
  name text not null check (name <> ''),
  search_text text not null collate "C",
  category_id bigint not null constraint equipment_category_fk references equipment_categories (id),
  brand text not null default '',
  model text not null default '',
  description text not null default '',
  specifications text not null default '',
  -- The list's cost; what an item in stock cost is the value of its moves.
  unit_cost_cents cents not null check (unit_cost_cents >= 0),
  -- Hundredths of a percent: 2500 is 25%.
  markup_points integer not null default 2500 check (markup_points between 0 and 10000000),
  selling_price_cents cents not null check (selling_price_cents >= 0),
  minimum_stock integer not null default 5 check (minimum_stock between 0 and 1000000000),
  status text not null collate "C" default 'active' check (status in ('active', 'discontinued', 'out_of_stock')),
  -- Each unit has a serial number.
  is_serialised boolean not null default false,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index equipment_search on equipment using gin (search_text gin_trgm_ops);
create index equipment_category on equipment (category_id, id);

create table stock_levels (
  equipment_id bigint primary key references equipment (id),
  on_hand integer not null default 0 check (on_hand >= 0),
  reserved integer not null default 0,
  value_cents cents not null default 0 check (value_cents >= 0),
  last_date date not null,
  constraint stock_levels_reserved check (reserved between 0 and on_hand),
  constraint stock_levels_value check (on_hand > 0 or value_cents = 0)
);

create table stock_moves (
  id bigint generated always as identity primary key,
  equipment_id bigint not null references equipment (id),
  move_date date not null,
  kind text not null collate "C" check (kind in (
    'opening', 'adjustment', 'count', 'receipt', 'supplier_return', 'reserve', 'release', 'sale', 'sale_return', 'loan', 'loan_return')),
  -- Units and US cents, both above zero into stock and below zero out of it.
  quantity integer not null,
  value_cents cents not null,
  -- Change of the reserved units.
  reserved integer not null default 0,
  -- The document's line that made it.
  source text not null collate "C",
  source_id bigint not null,
  revision integer not null default 1,
  line_no integer not null default 1,
  reference text not null default '',
  note text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  constraint stock_moves_once unique (source, source_id, revision, line_no),
  constraint stock_moves_sign check (
    (quantity > 0 and value_cents >= 0) or (quantity < 0 and value_cents <= 0) or (quantity = 0 and value_cents = 0)),
  constraint stock_moves_something check (quantity <> 0 or reserved <> 0)
);
create index stock_moves_of_equipment on stock_moves (equipment_id, id);
create index stock_moves_date on stock_moves (move_date, id);

create function stock_moves_apply() returns trigger language plpgsql as $$
declare
  bad text;
begin
  -- In the order of ids, so that two transactions cannot wait for one another.
  execute 'insert into stock_levels as s (equipment_id, on_hand, reserved, value_cents, last_date)
           select equipment_id, 0, 0, 0, min(move_date) from added group by equipment_id order by equipment_id
           on conflict (equipment_id) do nothing';
  execute 'select e.equipment_id from (select equipment_id, min(move_date) as first from added group by equipment_id) a
           join stock_levels s on s.equipment_id = a.equipment_id and s.last_date > a.first
           join equipment e on e.id = a.equipment_id order by 1 limit 1' into bad;
  if bad is not null then
    raise exception '% has a later move', bad
      using errcode = 'check_violation', constraint = 'stock_moves_in_order';
  end if;
  execute 'update stock_levels s set on_hand = s.on_hand + a.quantity, reserved = s.reserved + a.reserved,
             value_cents = s.value_cents + a.value, last_date = greatest(s.last_date, a.last)
           from (select equipment_id, sum(quantity) as quantity, sum(reserved) as reserved, sum(value_cents) as value,
                   max(move_date) as last from added group by equipment_id order by equipment_id) a
           where s.equipment_id = a.equipment_id';
  return null;
end $$;
create trigger stock_moves_applied after insert on stock_moves
  referencing new table as added for each statement execute function stock_moves_apply();

create function stock_moves_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'stock moves are never changed: % is refused', tg_op
    using errcode = 'restrict_violation', constraint = 'stock_moves_append_only';
end $$;
create trigger stock_moves_append_only before update or delete or truncate on stock_moves
  for each statement execute function stock_moves_refuse();

create function stock_levels_check() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'stock levels follow from moves: % is refused', tg_op
      using errcode = 'restrict_violation', constraint = 'stock_levels_from_moves';
  end if;
  return null;
end $$;
create trigger stock_levels_guard before insert or update or delete or truncate on stock_levels
  for each statement execute function stock_levels_check();

-- Units of items with serial numbers; a serial number is in one place.
create table equipment_units (
  id bigint generated always as identity primary key,
  equipment_id bigint not null references equipment (id),
  serial text not null check (serial <> ''),
  serial_key text not null collate "C",
  mac_address text not null collate "C" default '',
  place text not null collate "C" check (place in ('stock', 'supplier', 'sold', 'loan', 'lost', 'damaged')),
  customer_id bigint references customers (id),
  -- The document that put it there.
  source text not null collate "C",
  source_id bigint not null,
  updated_at timestamptz not null,
  constraint equipment_units_serial unique (equipment_id, serial_key)
);
create index equipment_units_place on equipment_units (equipment_id, place);
create index equipment_units_customer on equipment_units (customer_id) where customer_id is not null;

create table stock_counts (
  id bigint generated always as identity primary key,
  -- CNT-2026-0001.
  count_id text not null collate "C" constraint stock_counts_number unique,
  count_date date not null,
  status text not null collate "C" default 'counting' check (status in ('counting', 'waiting', 'posted', 'refused', 'cancelled')),
  notes text not null default '',
  -- Sums of the lines: items, counted items, those that differ, and the value of the differences in US cents.
  items integer not null default 0,
  counted integer not null default 0,
  differences integer not null default 0,
  difference_cents cents not null default 0,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id bigint,
  submitted_at timestamptz,
  posted_at timestamptz,
  posted_by text not null default '',
  version integer not null default 1
);
create table stock_count_lines (
  count_id bigint not null references stock_counts (id),
  equipment_id bigint not null references equipment (id),
  -- On hand when the quantity was entered or, before that, when the sheet was made.
  expected integer not null check (expected >= 0),
  counted integer check (counted >= 0),
  -- The item's last move at that time: an adjustment or another count after it makes the quantity outdated.
  after_move bigint not null default 0,
  primary key (count_id, equipment_id)
);

-- Stock adjustments: quantity typed in the form of an item, with its reason.
create table stock_adjustments (
  id bigint generated always as identity primary key,
  equipment_id bigint not null references equipment (id),
  adjustment_date date not null,
  quantity integer not null check (quantity <> 0),
  -- Of units added; of units taken out the average cost.
  unit_cost_cents cents not null check (unit_cost_cents >= 0),
  is_opening boolean not null,
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  created_by text not null
);

insert into accounts (code, name, type, parent_code, level, normal_balance, is_cash, currency, cash_flow, expense_class) values
  ('1530', 'Supplier Advances', 'ASSET', '1500', 2, 'DEBIT', false, 'USD', 'operating', null),
  ('5230', 'Stock Adjustments', 'EXPENSE', '5200', 2, 'DEBIT', false, 'USD', 'operating', 'cost_of_sales'),
  ('5240', 'Price Differences', 'EXPENSE', '5200', 2, 'DEBIT', false, 'USD', 'operating', 'cost_of_sales');

-- Takes over the equipment that stands on 1410, as one item of that value: the value of the stock equals the account. Stock has
-- no value below zero, and no entry by hand is possible on 1410 from now on: a balance below zero is cleared against 3120, on the
-- day of its last entry or, when that month is locked, on the first day from then on whose month is open.
do $$
declare
  worth bigint;
  latest date;
  item bigint;
  adjustment bigint;
  entry bigint;
  number bigint;
begin
  select sum(debit_cents - credit_cents) into worth from journal_lines where account_code = '1410';
  if coalesce(worth, 0) = 0 then return; end if;
  select max(e.entry_date) into latest from journal_entries e join journal_lines l on l.entry_id = e.id where l.account_code = '1410';
  if worth < 0 then
    select min(day) into latest from (
      select case n when 0 then latest else (date_trunc('month', latest) + n * interval '1 month')::date end as day
      from generate_series(0, (select count(*) from accounting_months)) n) d
    where not exists (
      select from accounting_months m where m.month = date_trunc('month', d.day)::date and m.locked_at is not null);
    insert into counters as c (name, value) values ('journal', 1)
      on conflict (name) do update set value = c.value + 1 returning value into entry;
    insert into counters as c (name, value) values ('journal:' || extract(year from latest), 1)
      on conflict (name) do update set value = c.value + 1 returning value into number;
    insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents) values
      (entry, 1, date_trunc('month', latest)::date, '1410', -worth, 0), (entry, 2, date_trunc('month', latest)::date, '3120', 0, -worth);
    insert into journal_entries (id, entry_number, entry_date, month, description, source, source_id, total_cents, created_at, created_by)
      values (entry, 'JE-' || extract(year from latest) || '-' || lpad(number::text, greatest(6, length(number::text)), '0'), latest,
        date_trunc('month', latest)::date,
        'Account 1410 Equipment Inventory stood below zero: cleared when equipment began to be kept by item',
        'manual', entry, -worth, now(), 'migration');
    return;
  end if;
  insert into counters (name, value) values ('equipment', 1);
  insert into equipment (equipment_id, name, search_text, category_id, description, unit_cost_cents, markup_points, selling_price_cents,
      minimum_stock, created_at, created_by, updated_at)
    select 'EQ-001', 'Stock taken over', 'stock taken over eq-001', id,
      'What stood on account 1410 Equipment Inventory when equipment began to be kept by item. Enter the items that it consists of by adjustments, and take it out by another.',
      worth, 0, worth, 0, now(), 'migration', now()
    from equipment_categories where name_key = 'other' returning id into item;
  insert into stock_adjustments (equipment_id, adjustment_date, quantity, unit_cost_cents, is_opening, reason, created_at, created_by)
    values (item, latest, 1, worth, true, 'Balance of account 1410', now(), 'migration') returning id into adjustment;
  insert into stock_moves (equipment_id, move_date, kind, quantity, value_cents, source, source_id, reference, note, created_at, created_by)
    values (item, latest, 'opening', 1, worth, 'stock.opening', adjustment, 'EQ-001', 'Balance of account 1410', now(), 'migration');
end $$;
