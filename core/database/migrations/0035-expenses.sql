-- Expenses, what is paid later of those on account, and what recurs each month.

-- What recurs: one expense or journal entry for each template and month.
create table expense_templates (
  id bigint generated always as identity primary key,
  description text not null check (description <> ''),
  location text not null check (location <> ''),
  expense_type text not null collate "C",
  category text not null collate "C",
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  -- In the currency of the template.
  amount_cents cents not null check (amount_cents > 0),
  account text not null collate "C"
    check (account in ('checking', 'savings', 'cash', 'credit_card', 'petty_cash', 'accounts_payable')),
  -- A day that a month lacks is its last day.
  day smallint not null check (day between 1 and 31),
  first_month date not null check (extract(day from first_month) = 1),
  last_month date check (last_month >= first_month and extract(day from last_month) = 1),
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1,
  constraint expense_templates_category check (
    (expense_type = 'cost_of_sales' and category in ('bandwidth_cost', 'equipment_cost', 'installation'))
    or (expense_type = 'operating_expense' and category in
        ('rent', 'utilities', 'salaries', 'office_supplies', 'marketing', 'maintenance', 'operations'))
    or (expense_type = 'non_operating_expense' and category in ('interest', 'other', 'tax')))
);

create table expenses (
  id bigint generated always as identity primary key,
  -- TXN-2026-000001.
  transaction_id text not null collate "C" constraint expenses_number unique,
  expense_date date not null,
  -- The vendor.
  location text not null check (location <> ''),
  description text not null check (description <> ''),
  search_text text not null collate "C",
  expense_type text not null collate "C",
  category text not null collate "C",
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  -- US cents; of an expense in pounds, the pounds at the rate.
  amount_cents cents not null check (amount_cents > 0),
  -- Pounds; of an expense in dollars, null.
  ssp_cents cents check (ssp_cents > 0),
  -- SSP cents for one US dollar on the day of the expense; it stays when the expense is edited, unless its date changes.
  rate_cents cents not null check (rate_cents > 0),
  account text not null collate "C"
    check (account in ('checking', 'savings', 'cash', 'credit_card', 'petty_cash', 'accounts_payable')),
  reference text not null default '',
  notes text not null default '',
  -- The ledger accounts of the current posting.
  debit_account text not null collate "C" references accounts (code),
  credit_account text not null collate "C" references accounts (code),
  -- Postings so far; each edit posts the next.
  revision integer not null default 1 check (revision > 0),
  -- What has been paid of an expense on account, in US cents of its booked amount.
  settled_cents cents not null default 0 check (settled_cents between 0 and amount_cents),
  -- Pounds paid of an expense on account in pounds.
  settled_ssp_cents cents not null default 0 check (settled_ssp_cents >= 0 and settled_ssp_cents <= coalesce(ssp_cents, 0)),
  template_id bigint references expense_templates (id),
  template_month date check (extract(day from template_month) = 1),
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by text not null default '',
  version integer not null default 1,
  constraint expenses_category check (
    (expense_type = 'cost_of_sales' and category in ('bandwidth_cost', 'equipment_cost', 'installation'))
    or (expense_type = 'operating_expense' and category in
        ('rent', 'utilities', 'salaries', 'office_supplies', 'marketing', 'maintenance', 'operations'))
    or (expense_type = 'non_operating_expense' and category in ('interest', 'other', 'tax'))),
  constraint expenses_pounds check ((currency = 'SSP') = (ssp_cents is not null)),
  constraint expenses_settled check (account = 'accounts_payable' or settled_cents = 0),
  constraint expenses_settled_deleted check (deleted_at is null or settled_cents = 0),
  constraint expenses_template check ((template_id is null) = (template_month is null)),
  -- A deleted expense of a template is not made again.
  constraint expenses_once_a_month unique (template_id, template_month)
);
create index expenses_date on expenses (expense_date, id) where deleted_at is null;
create index expenses_search on expenses using gin (search_text gin_trgm_ops);
create index expenses_unpaid on expenses (expense_date, id)
  where deleted_at is null and account = 'accounts_payable' and settled_cents < amount_cents;

-- Later payments of expenses on account.
create table expense_payments (
  id bigint generated always as identity primary key,
  expense_id bigint not null references expenses (id),
  payment_date date not null,
  account text not null collate "C" check (account in ('checking', 'savings', 'cash', 'credit_card', 'petty_cash')),
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  -- The money paid, in US cents at the rate of the day.
  amount_cents cents not null check (amount_cents > 0),
  ssp_cents cents check (ssp_cents > 0),
  rate_cents cents not null check (rate_cents > 0),
  -- The part of the expense that it settles, in US cents of its booked amount; the rest is an exchange difference.
  settled_cents cents not null check (settled_cents >= 0),
  -- Pounds settled of an expense in pounds.
  settled_ssp_cents cents not null default 0 check (settled_ssp_cents >= 0),
  credit_account text not null collate "C" references accounts (code),
  reference text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by text not null default '',
  reversal_reason text not null default '',
  constraint expense_payments_pounds check ((currency = 'SSP') = (ssp_cents is not null)),
  constraint expense_payments_reversed check ((reversed_on is null) = (reversed_at is null))
);
create index expense_payments_of_expense on expense_payments (expense_id, id);

create table journal_templates (
  id bigint generated always as identity primary key,
  description text not null check (description <> ''),
  reference text not null default '',
  -- [{accountCode, debitAmount, creditAmount, sspAmount, description}], amounts as decimal texts.
  lines jsonb not null,
  day smallint not null check (day between 1 and 31),
  first_month date not null check (extract(day from first_month) = 1),
  last_month date check (last_month >= first_month and extract(day from last_month) = 1),
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1
);

-- The entries made of templates: one for each template and month.
create table journal_template_months (
  template_id bigint not null references journal_templates (id),
  month date not null check (extract(day from month) = 1),
  entry_id bigint not null references journal_entries (id),
  primary key (template_id, month)
);
