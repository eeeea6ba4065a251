-- Suppliers, requisitions, purchase orders, goods receipts, supplier bills and their payments.

create table suppliers (
  id bigint generated always as identity primary key,
  -- SUP-001.
  supplier_code text not null collate "C" constraint suppliers_number unique,
  name text not null check (name <> ''),
  name_key text not null collate "C" constraint suppliers_name unique,
  search_text text not null collate "C",
  contact_person text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  country text not null default 'South Sudan',
  tax_number text not null default '',
  payment_terms text not null collate "C" default 'NET 30' check (payment_terms in ('NET 15', 'NET 30', 'NET 45', 'NET 60', 'COD')),
  status text not null collate "C" default 'active' check (status in ('active', 'inactive')),
  notes text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index suppliers_search on suppliers using gin (search_text gin_trgm_ops);
alter table journal_lines add constraint journal_lines_supplier_fk foreign key (supplier_id) references suppliers (id);

create table requisitions (
  id bigint generated always as identity primary key,
  -- REQ-2026-0001.
  requisition_id text not null collate "C" constraint requisitions_number unique,
  requested_by text not null,
  requested_by_id bigint,
  -- Who changed its lines last; whoever did so does not approve it.
  changed_by text not null,
  changed_by_id bigint,
  department text not null default 'General' check (department <> ''),
  priority text not null collate "C" default 'medium' check (priority in ('low', 'medium', 'high', 'urgent')),
  request_date date not null,
  expected_delivery_date date not null,
  -- SSP cents for one US dollar on the request date.
  rate_cents cents not null check (rate_cents > 0),
  total_cents cents not null check (total_cents >= 0),
  status text not null collate "C" default 'pending'
    check (status in ('pending', 'reviewed', 'approved', 'rejected', 'ordered', 'received')),
  notes text not null default '',
  search_text text not null collate "C",
  -- Made by the low-stock list.
  is_low_stock boolean not null default false,
  reviewed_by text not null default '',
  reviewed_by_id bigint,
  reviewed_at timestamptz,
  review_notes text not null default '',
  decided_by text not null default '',
  decided_by_id bigint,
  decided_at timestamptz,
  decision_notes text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index requisitions_status on requisitions (status, id);
create index requisitions_search on requisitions using gin (search_text gin_trgm_ops);

create table requisition_lines (
  requisition_id bigint not null references requisitions (id) on delete cascade,
  line_no integer not null check (line_no > 0),
  equipment_id bigint references equipment (id),
  description text not null check (description <> ''),
  quantity integer not null check (quantity between 1 and 1000000),
  unit_cost_cents cents not null check (unit_cost_cents >= 0),
  primary key (requisition_id, line_no)
);
create index requisition_lines_equipment on requisition_lines (equipment_id) where equipment_id is not null;

create table purchase_orders (
  id bigint generated always as identity primary key,
  -- LPO-2026-042, LSO-2026-042.
  po_number text not null collate "C" constraint purchase_orders_number unique,
  requisition_id bigint references requisitions (id),
  supplier_id bigint not null references suppliers (id),
  order_date date not null,
  expected_delivery date not null,
  currency text not null collate "C" default 'USD' check (currency in ('USD', 'SSP')),
  rate_cents cents not null check (rate_cents > 0),
  -- In the order's currency, and in US cents at its rate.
  total_amount_cents cents not null check (total_amount_cents >= 0),
  total_cents cents not null check (total_cents >= 0),
  notes text not null default '',
  status text not null collate "C" default 'pending' check (status in ('pending', 'approved', 'received', 'rejected', 'cancelled')),
  search_text text not null collate "C",
  created_by text not null,
  created_by_id bigint,
  -- Who changed its lines last; whoever did so does not approve it.
  changed_by text not null,
  changed_by_id bigint,
  approved_by text not null default '',
  approved_by_id bigint,
  approved_at timestamptz,
  closed_reason text not null default '',
  received_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index purchase_orders_status on purchase_orders (status, id);
create index purchase_orders_date on purchase_orders (order_date, id);
create index purchase_orders_supplier on purchase_orders (supplier_id, id);
create index purchase_orders_search on purchase_orders using gin (search_text gin_trgm_ops);
create index purchase_orders_requisition on purchase_orders (requisition_id) where requisition_id is not null;
-- A requisition has one order that counts.
create unique index purchase_orders_of_requisition on purchase_orders (requisition_id)
  where requisition_id is not null and status in ('pending', 'approved', 'received');

create table purchase_order_lines (
  order_id bigint not null references purchase_orders (id) on delete cascade,
  line_no integer not null check (line_no > 0),
  -- Equipment, or an expense account.
  equipment_id bigint references equipment (id),
  account_code text collate "C" references accounts (code),
  description text not null check (description <> ''),
  -- Zero on a line of which nothing came before the rest of the order was cancelled.
  quantity integer not null check (quantity between 0 and 1000000),
  -- In the order's currency.
  unit_price_cents cents not null check (unit_price_cents >= 0),
  received integer not null default 0,
  billed integer not null default 0,
  primary key (order_id, line_no),
  constraint purchase_order_lines_what check (num_nonnulls(equipment_id, account_code) = 1),
  constraint purchase_order_lines_received check (received between 0 and quantity),
  constraint purchase_order_lines_billed check (billed between 0 and received)
);
create index purchase_order_lines_equipment on purchase_order_lines (equipment_id) where equipment_id is not null;

-- Goods that came, and goods that went back.
create table goods_receipts (
  id bigint generated always as identity primary key,
  -- GRN-2026-0001.
  receipt_id text not null collate "C" constraint goods_receipts_number unique,
  order_id bigint not null references purchase_orders (id),
  kind text not null collate "C" check (kind in ('receipt', 'return')),
  receipt_date date not null,
  delivery_note text not null default '',
  notes text not null default '',
  created_at timestamptz not null,
  created_by text not null
);
create index goods_receipts_order on goods_receipts (order_id, id);
create table goods_receipt_lines (
  receipt_id bigint not null references goods_receipts (id),
  line_no integer not null,
  order_id bigint not null,
  order_line integer not null,
  quantity integer not null check (quantity > 0),
  -- US cents at the order's rate.
  value_cents cents not null check (value_cents >= 0),
  primary key (receipt_id, line_no),
  foreign key (order_id, order_line) references purchase_order_lines (order_id, line_no)
);
create index goods_receipt_lines_order on goods_receipt_lines (order_id, order_line);

create table supplier_bills (
  id bigint generated always as identity primary key,
  -- BILL-2026-0001.
  bill_id text not null collate "C" constraint supplier_bills_number unique,
  supplier_id bigint not null references suppliers (id),
  -- The supplier's own number.
  supplier_number text not null check (supplier_number <> ''),
  supplier_number_key text not null collate "C",
  bill_date date not null,
  due_date date not null,
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  rate_cents cents not null check (rate_cents > 0),
  -- In the bill's currency, and US cents at its rate.
  total_amount_cents cents not null check (total_amount_cents > 0),
  total_cents cents not null check (total_cents > 0),
  -- Paid: US cents of the booked amount, and the bill's currency.
  settled_cents cents not null default 0,
  settled_amount_cents cents not null default 0,
  -- 'held' waits for an acceptance and is not posted.
  status text not null collate "C" check (status in ('held', 'posted', 'refused', 'cancelled')),
  held_reason text not null default '',
  -- The date of its entry: the bill's, or a later one of a bill that was accepted in the meantime.
  posted_on date,
  cancelled_on date,
  cancel_reason text not null default '',
  notes text not null default '',
  search_text text not null collate "C",
  created_at timestamptz not null,
  created_by text not null,
  created_by_id bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint supplier_bills_settled check (settled_cents between 0 and total_cents and settled_amount_cents between 0 and total_amount_cents),
  -- Both amounts are settled together, so that nothing remains in one of them.
  constraint supplier_bills_settled_both check ((settled_cents = total_cents) = (settled_amount_cents = total_amount_cents)),
  constraint supplier_bills_unpayable check (status = 'posted' or settled_amount_cents = 0),
  constraint supplier_bills_posted check (status <> 'posted' or posted_on is not null),
  constraint supplier_bills_cancelled check ((status = 'cancelled') = (cancelled_on is not null))
);
create unique index supplier_bills_once on supplier_bills (supplier_id, supplier_number_key) where status in ('held', 'posted');
create index supplier_bills_due on supplier_bills (due_date, id) where status = 'posted' and settled_amount_cents < total_amount_cents;
create index supplier_bills_supplier on supplier_bills (supplier_id, id);
create index supplier_bills_date on supplier_bills (bill_date, id);
create index supplier_bills_search on supplier_bills using gin (search_text gin_trgm_ops);
create table supplier_bill_lines (
  bill_id bigint not null references supplier_bills (id),
  line_no integer not null,
  order_id bigint not null,
  order_line integer not null,
  quantity integer not null check (quantity > 0),
  -- In the bill's currency.
  unit_price_cents cents not null check (unit_price_cents >= 0),
  amount_cents cents not null check (amount_cents >= 0),
  -- The order's price when the bill was recorded.
  order_price_cents cents not null check (order_price_cents >= 0),
  -- What the order's price makes of it, in US cents: what 2130 is relieved of.
  expected_cents cents not null check (expected_cents >= 0),
  primary key (bill_id, line_no),
  foreign key (order_id, order_line) references purchase_order_lines (order_id, line_no)
);
create index supplier_bill_lines_order on supplier_bill_lines (order_id, order_line);

create table supplier_payments (
  id bigint generated always as identity primary key,
  -- SPY-2026-000001.
  payment_id text not null collate "C" constraint supplier_payments_number unique,
  supplier_id bigint not null references suppliers (id),
  payment_date date not null,
  account text not null collate "C" check (account in ('checking', 'savings', 'cash', 'credit_card', 'petty_cash')),
  credit_account text not null collate "C" references accounts (code),
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  rate_cents cents not null check (rate_cents > 0),
  -- Money paid: in its currency, and US cents at the rate of the day.
  amount_cents cents not null check (amount_cents > 0),
  amount_usd_cents cents not null check (amount_usd_cents > 0),
  -- Not yet allocated to bills: an advance, in US cents and in the payment's currency.
  advance_cents cents not null default 0,
  advance_amount_cents cents not null default 0,
  reference text not null default '',
  notes text not null default '',
  search_text text not null collate "C",
  created_at timestamptz not null,
  created_by text not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by text not null default '',
  reversal_reason text not null default '',
  version integer not null default 1,
  constraint supplier_payments_advance check (
    advance_cents between 0 and amount_usd_cents and advance_amount_cents between 0 and amount_cents
    and (advance_cents = 0) = (advance_amount_cents = 0)),
  constraint supplier_payments_reversed check ((reversed_on is null) = (reversed_at is null)),
  constraint supplier_payments_reversed_advance check (reversed_on is null or advance_cents = 0)
);
create index supplier_payments_supplier on supplier_payments (supplier_id, id);
create index supplier_payments_date on supplier_payments (payment_date, id);
create index supplier_payments_search on supplier_payments using gin (search_text gin_trgm_ops);
create index supplier_payments_advance on supplier_payments (supplier_id, id) where advance_cents > 0 and reversed_on is null;
create table supplier_allocations (
  id bigint generated always as identity primary key,
  payment_id bigint not null references supplier_payments (id),
  bill_id bigint not null references supplier_bills (id),
  allocated_on date not null,
  -- What it takes of the payment: the payment's currency, and US cents at its rate.
  paid_amount_cents cents not null check (paid_amount_cents > 0),
  paid_cents cents not null check (paid_cents > 0),
  -- What it settles of the bill: the bill's currency, and US cents as they were booked. The two amounts in US cents differ
  -- by an exchange difference.
  settled_amount_cents cents not null check (settled_amount_cents > 0),
  settled_cents cents not null check (settled_cents > 0),
  is_reversed boolean not null default false
);
create index supplier_allocations_payment on supplier_allocations (payment_id);
create index supplier_allocations_bill on supplier_allocations (bill_id);
