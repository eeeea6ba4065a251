-- Sales orders, credit notes for goods that came back, refunds of customers' credit, and equipment on loan.

-- An invoice of a sales order is changed through its order alone; its lines keep quantity and price.
alter table invoices drop constraint invoices_kind_check;
alter table invoices add constraint invoices_kind_check
  check (kind in ('recurring', 'manual', 'imported', 'opening', 'equipment'));
alter table invoice_lines drop constraint invoice_lines_kind_check;
alter table invoice_lines add constraint invoice_lines_kind_check
  check (kind in ('subscription', 'connection', 'other', 'service', 'additional', 'equipment'));
alter table invoice_lines
  add column quantity integer check (quantity > 0),
  add column unit_price_cents cents check (unit_price_cents >= 0),
  add constraint invoice_lines_priced check ((kind = 'equipment') = (quantity is not null and unit_price_cents is not null));
-- Equipment may be free beside other lines.
alter table invoice_lines drop constraint invoice_lines_amount_cents_check;
alter table invoice_lines add constraint invoice_lines_amount
  check (case kind when 'equipment' then amount_cents = quantity * unit_price_cents else amount_cents > 0 end);

-- A credit note (CN-2026-000001) is a credit that debits the revenue of its invoice; `money_account` holds that account.
alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check
  check (kind in ('payment', 'credit', 'credit_note', 'opening', 'before_opening'));
alter table payments drop constraint payments_money_account;
alter table payments add constraint payments_money_account
  check ((money_account is not null) = (kind in ('payment', 'credit_note')));

-- Credit paid out to a customer. What it takes of each payment or credit stands in refund_parts.
create table refunds (
  id bigint generated always as identity primary key,
  -- RF-2026-000001.
  refund_number text not null collate "C" constraint refunds_number unique,
  customer_id bigint not null constraint refunds_customer references customers (id),
  refund_date date not null,
  account text not null collate "C" check (account in ('cash', 'bank', 'mobile_money')),
  money_account text not null collate "C",
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  amount_cents cents not null check (amount_cents > 0),
  ssp_cents cents not null check (ssp_cents >= 0),
  rate_cents cents not null check (rate_cents > 0),
  reference text not null default '',
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  created_by text not null
);
create index refunds_customer_index on refunds (customer_id, id);
create index refunds_date on refunds (refund_date, id);
create table refund_parts (
  refund_id bigint not null references refunds (id),
  payment_id bigint not null references payments (id),
  amount_cents cents not null check (amount_cents > 0),
  primary key (refund_id, payment_id)
);
create index refund_parts_payment on refund_parts (payment_id);

create table sales_orders (
  id bigint generated always as identity primary key,
  -- SO-2026-0001.
  order_number text not null collate "C" constraint sales_orders_number unique,
  order_date date not null,
  customer_id bigint not null constraint sales_orders_customer references customers (id),
  -- Who sold it, as signed in; null for the shell.
  sales_person_id bigint,
  sales_person_name text not null,
  delivery_date date,
  delivery_address text not null default '',
  notes text not null default '',
  status text not null collate "C" default 'pending'
    check (status in ('pending', 'approved', 'confirmed', 'delivered', 'rejected', 'cancelled')),
  -- Why it was rejected or cancelled.
  closed_reason text not null default '',
  rate_cents cents not null check (rate_cents > 0),
  total_cents cents not null check (total_cents >= 0),
  ssp_cents cents not null check (ssp_cents >= 0),
  -- A price below the list's waits for another person: 'none', 'waiting', 'accepted' or 'refused'.
  price_check text not null collate "C" default 'none' check (price_check in ('none', 'waiting', 'accepted', 'refused')),
  is_counter_sale boolean not null default false,
  invoice_id bigint constraint sales_orders_invoice unique references invoices (id),
  delivered_on date,
  delivered_by text not null default '',
  received_by text not null default '',
  search_text text not null collate "C",
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  -- What is confirmed has its invoice, unless nothing is to be paid.
  constraint sales_orders_invoiced check (status not in ('confirmed', 'delivered') or invoice_id is not null or total_cents = 0),
  constraint sales_orders_price check (status not in ('approved', 'confirmed', 'delivered') or price_check in ('none', 'accepted')),
  constraint sales_orders_delivered check ((status = 'delivered') = (delivered_on is not null)),
  constraint sales_orders_closed check (status not in ('rejected', 'cancelled') or closed_reason <> '')
);
create index sales_orders_status on sales_orders (status, id);
create index sales_orders_customer_index on sales_orders (customer_id, id);
create index sales_orders_date on sales_orders (order_date, id);
create index sales_orders_search on sales_orders using gin (search_text gin_trgm_ops);

create table sales_order_lines (
  order_id bigint not null references sales_orders (id),
  line_no integer not null check (line_no > 0),
  equipment_id bigint not null references equipment (id),
  -- As they were when it was sold.
  description text not null check (description <> ''),
  list_price_cents cents not null check (list_price_cents >= 0),
  quantity integer not null check (quantity between 1 and 1000000),
  unit_price_cents cents not null check (unit_price_cents >= 0),
  total_cents cents not null,
  returned integer not null default 0,
  -- As delivered: what the goods had cost, at the moving average, and the serial numbers of the units.
  cost_cents cents not null default 0 check (cost_cents >= 0),
  serials text[] not null default '{}',
  primary key (order_id, line_no),
  constraint sales_order_lines_total check (total_cents = quantity * unit_price_cents),
  constraint sales_order_lines_returned check (returned between 0 and quantity)
);
create index sales_order_lines_equipment on sales_order_lines (equipment_id);

create table sales_returns (
  id bigint generated always as identity primary key,
  order_id bigint not null references sales_orders (id),
  -- The credit note; none if the goods were free.
  credit_note_id bigint constraint sales_returns_credit_note unique references payments (id),
  return_date date not null,
  reason text not null check (reason <> ''),
  amount_cents cents not null check (amount_cents >= 0),
  created_at timestamptz not null,
  created_by text not null
);
create index sales_returns_order on sales_returns (order_id, id);
create table sales_return_lines (
  return_id bigint not null references sales_returns (id),
  line_no integer not null,
  order_id bigint not null,
  order_line integer not null,
  quantity integer not null check (quantity > 0),
  amount_cents cents not null check (amount_cents >= 0),
  -- What the goods had cost when they were delivered.
  cost_cents cents not null check (cost_cents >= 0),
  serials text[] not null default '{}',
  primary key (return_id, line_no),
  foreign key (order_id, order_line) references sales_order_lines (order_id, line_no)
);
create index sales_return_lines_order on sales_return_lines (order_id, order_line);

-- Equipment of the company at a customer's. Its cost stands on 1320 while it is out.
create table equipment_loans (
  id bigint generated always as identity primary key,
  -- LN-2026-0001.
  loan_number text not null collate "C" constraint equipment_loans_number unique,
  equipment_id bigint not null references equipment (id),
  unit_id bigint references equipment_units (id),
  description text not null check (description <> ''),
  serial text not null default '',
  mac_address text not null collate "C" default '',
  quantity integer not null check (quantity between 1 and 100000),
  customer_id bigint not null constraint equipment_loans_customer references customers (id),
  issued_on date not null,
  issued_by text not null,
  -- US cents at the moving average of the day of issue.
  value_cents cents not null check (value_cents >= 0),
  status text not null collate "C" default 'out' check (status in ('out', 'good', 'damaged', 'lost')),
  ended_on date,
  ended_by text not null default '',
  notes text not null default '',
  search_text text not null collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint equipment_loans_ended check ((status = 'out') = (ended_on is null)),
  constraint equipment_loans_order check (ended_on is null or ended_on >= issued_on),
  constraint equipment_loans_one_unit check (unit_id is null or quantity = 1)
);
create unique index equipment_loans_unit on equipment_loans (unit_id) where status = 'out';
create index equipment_loans_customer_index on equipment_loans (customer_id, id);
create index equipment_loans_out on equipment_loans (id) where status = 'out';
create index equipment_loans_search on equipment_loans using gin (search_text gin_trgm_ops);

-- What was issued never changes: a loan ends once, and is never deleted.
create function equipment_loans_check() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.status = 'out'
      and (old.loan_number, old.equipment_id, old.unit_id, old.serial, old.quantity, old.customer_id, old.issued_on, old.value_cents)
        is not distinct from
          (new.loan_number, new.equipment_id, new.unit_id, new.serial, new.quantity, new.customer_id, new.issued_on, new.value_cents)
      then return new; end if;
  end if;
  raise exception 'a loan ends once and is otherwise never changed: % is refused', tg_op
    using errcode = 'restrict_violation', constraint = 'equipment_loans_once';
end $$;
create trigger equipment_loans_guard before update or delete on equipment_loans
  for each row execute function equipment_loans_check();
create trigger equipment_loans_kept before truncate on equipment_loans
  for each statement execute function equipment_loans_check();

insert into accounts (code, name, type, parent_code, level, normal_balance, is_cash, currency, cash_flow, expense_class) values
  ('1320', 'Equipment at Customers', 'ASSET', '1300', 2, 'DEBIT', false, 'USD', 'investing', null),
  ('5650', 'Cash Over and Short', 'EXPENSE', '5600', 2, 'DEBIT', false, 'USD', 'operating', 'non_operating');
