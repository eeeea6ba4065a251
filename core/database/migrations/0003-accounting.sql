create table accounts (
  code text collate "C" primary key,
  name text not null,
  type text collate "C" not null check (type in ('ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE')),
  parent_code text collate "C",
  level int not null check (level between 0 and 2),
  parent_level int generated always as (level - 1) stored,
  normal_balance text collate "C" not null check (normal_balance in ('DEBIT', 'CREDIT')),
  is_cash boolean not null default false,
  is_active boolean not null default true,
  check ((level = 0) = (parent_code is null)),
  unique (code, level, type),
  -- A parent is of the same type and one level up: nothing can hang below a leaf and make it a group.
  constraint accounts_parent foreign key (parent_code, parent_level, type) references accounts (code, level, type)
);

create table accounting_months (
  month date primary key check (extract(day from month) = 1),
  locked_at timestamptz,
  locked_by text,
  check ((locked_at is null) = (locked_by is null))
);
-- A month that is forgotten would be an open one.
create trigger accounting_months_kept before delete or truncate on accounting_months
  for each statement execute function refuse_change();

create table journal_entries (
  -- From a counter row, like its number: both are known before the rows are written.
  id bigint primary key,
  entry_number text collate "C" not null constraint journal_entries_number unique,
  entry_date date not null,
  month date not null,
  description text not null,
  reference text not null default '',
  -- What it posts: 'invoice' 17 revision 1. A repeat of the same fact is refused by the unique key.
  source text collate "C" not null,
  source_id bigint not null,
  revision int not null default 1,
  total_cents cents not null check (total_cents > 0),
  reversal_of bigint references journal_entries (id),
  created_at timestamptz not null,
  created_by text not null,
  constraint journal_entries_source unique (source, source_id, revision),
  constraint journal_entries_one_reversal unique (reversal_of),
  check (month = date_trunc('month', entry_date::timestamp)::date)
);
create index journal_entries_date on journal_entries (entry_date, id);

-- Lines come first and the entry seals them: the key is checked at commit, so a line without an entry
-- cannot stay. All lines of an entry come in one statement, numbered 1 to n (the trigger demands it), so a
-- second helping for the same entry meets the primary key at line 1, even while the entry that it would
-- join is not committed yet and no query could see it. There is no foreign key to accounts: the trigger
-- checks the few distinct codes of a statement instead of every line.
create table journal_lines (
  entry_id bigint not null references journal_entries (id) deferrable initially deferred,
  line_no int not null check (line_no > 0),
  month date not null,
  account_code text collate "C" not null,
  debit_cents cents not null default 0,
  credit_cents cents not null default 0,
  customer_id bigint,
  description text not null default '',
  primary key (entry_id, line_no),
  constraint journal_lines_one_side check (
    (debit_cents > 0 and credit_cents = 0) or (credit_cents > 0 and debit_cents = 0))
);
create index journal_lines_customer on journal_lines (customer_id, account_code) where customer_id is not null;
create index journal_lines_account on journal_lines (account_code, month);

-- Debits and credits by account and month, kept by the trigger below and by nothing else. Sums are no
-- single amounts: under the ceiling of `cents` one absurd entry would stop every later one of its month.
create table account_months (
  account_code text collate "C" not null references accounts (code),
  month date not null,
  debit_cents bigint not null default 0 check (debit_cents >= 0),
  credit_cents bigint not null default 0 check (credit_cents >= 0),
  primary key (account_code, month)
);

-- Statements run through EXECUTE: after a bulk run a cached plan made for 10,000 lines served every
-- single posting of that session at a third of a second each.
create function journal_lines_check() returns trigger language plpgsql as $$
declare
  bad text;
begin
  execute 'select min(l.entry_id)::text from (
             select entry_id from added group by entry_id having max(line_no) <> count(*)) l' into bad;
  if bad is not null then
    raise exception 'the lines of entry % do not come at once, numbered from 1', bad
      using errcode = 'restrict_violation', constraint = 'journal_lines_sealed';
  end if;
  execute 'select min(l.account_code) from (select distinct account_code from added) l
           left join accounts a on a.code = l.account_code and a.level = 2 and a.is_active
           where a.code is null' into bad;
  if bad is not null then
    raise exception 'account % cannot be posted to', bad
      using errcode = 'check_violation', constraint = 'journal_lines_account';
  end if;
  execute 'insert into account_months as m (account_code, month, debit_cents, credit_cents)
           select account_code, month, sum(debit_cents), sum(credit_cents) from added
           group by account_code, month order by account_code, month
           on conflict (account_code, month) do update
             set debit_cents = m.debit_cents + excluded.debit_cents,
                 credit_cents = m.credit_cents + excluded.credit_cents';
  return null;
end $$;

create function journal_entries_check() returns trigger language plpgsql as $$
declare
  bad text;
begin
  execute 'insert into accounting_months (month) select distinct month from added order by month
           on conflict (month) do nothing';
  -- Waits for a lock being set at this moment, and makes a lock wait for this posting.
  execute 'select min(m.month::text) filter (where m.locked_at is not null)
           from (select month, locked_at from accounting_months
                 where month in (select month from added) order by month for share) m' into bad;
  if bad is not null then
    raise exception 'month % is locked', left(bad, 7)
      using errcode = 'restrict_violation', constraint = 'journal_entries_month_open';
  end if;
  execute 'select min(e.entry_number) from (
             select a.id, a.entry_number, a.total_cents, a.month,
                    count(l.entry_id) as lines, sum(l.debit_cents) as debit, sum(l.credit_cents) as credit,
                    count(*) filter (where l.month is distinct from a.month) as strays
             from added a left join journal_lines l on l.entry_id = a.id
             group by a.id, a.entry_number, a.total_cents, a.month) e
           where e.lines < 2 or e.debit is distinct from e.credit
              or e.debit is distinct from e.total_cents or e.strays > 0' into bad;
  if bad is not null then
    raise exception 'entry % is not balanced', bad
      using errcode = 'check_violation', constraint = 'journal_entries_balanced';
  end if;
  return null;
end $$;

create trigger journal_lines_added after insert on journal_lines
  referencing new table as added for each statement execute function journal_lines_check();
create trigger journal_entries_added after insert on journal_entries
  referencing new table as added for each statement execute function journal_entries_check();

create trigger journal_lines_append_only before update or delete or truncate on journal_lines
  for each statement execute function refuse_change();
create trigger journal_entries_append_only before update or delete or truncate on journal_entries
  for each statement execute function refuse_change();

-- The balances belong to the trigger above: a statement that does not come from inside it is refused.
create function account_months_check() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'account_months is kept by the ledger: % is refused', tg_op
      using errcode = 'restrict_violation', constraint = 'account_months_kept_by_ledger';
  end if;
  return null;
end $$;
create trigger account_months_guard before insert or update or delete or truncate on account_months
  for each statement execute function account_months_check();

-- A used account can be neither deleted, renamed in its code, nor turned into a group. The table lock waits
-- for postings under way, whose lines nobody sees yet; changes of this kind are rare.
create function accounts_check() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.code <> old.code or new.level <> old.level or new.type <> old.type
     or new.normal_balance <> old.normal_balance then
    lock table journal_lines in share mode;
    if exists (select 1 from journal_lines where account_code = old.code) then
      raise exception 'account % is in use', old.code
        using errcode = 'restrict_violation', constraint = 'accounts_in_use';
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger accounts_in_use before update or delete on accounts
  for each row execute function accounts_check();
create trigger accounts_no_truncate before truncate on accounts
  for each statement execute function refuse_change();

insert into accounts (code, name, type, parent_code, level, normal_balance, is_cash) values
  ('1000', 'Assets', 'ASSET', null, 0, 'DEBIT', false),
  ('1100', 'Cash & Bank', 'ASSET', '1000', 1, 'DEBIT', false),
  ('1110', 'Cash on Hand', 'ASSET', '1100', 2, 'DEBIT', true),
  ('1120', 'Bank - Main', 'ASSET', '1100', 2, 'DEBIT', true),
  ('1130', 'Mobile Money', 'ASSET', '1100', 2, 'DEBIT', true),
  ('1140', 'Bank - Savings', 'ASSET', '1100', 2, 'DEBIT', true),
  ('1150', 'Petty Cash', 'ASSET', '1100', 2, 'DEBIT', true),
  ('1200', 'Accounts Receivable', 'ASSET', '1000', 1, 'DEBIT', false),
  ('1210', 'Residential AR', 'ASSET', '1200', 2, 'DEBIT', false),
  ('1220', 'SME/Corporate AR', 'ASSET', '1200', 2, 'DEBIT', false),
  ('1300', 'Network Equipment', 'ASSET', '1000', 1, 'DEBIT', false),
  ('1310', 'Network Equipment at Cost', 'ASSET', '1300', 2, 'DEBIT', false),
  ('1390', 'Accumulated Depreciation', 'ASSET', '1300', 2, 'CREDIT', false),
  ('1400', 'Inventory', 'ASSET', '1000', 1, 'DEBIT', false),
  ('1410', 'Equipment Inventory', 'ASSET', '1400', 2, 'DEBIT', false),
  ('1500', 'Prepayments', 'ASSET', '1000', 1, 'DEBIT', false),
  ('1510', 'Prepaid Expenses', 'ASSET', '1500', 2, 'DEBIT', false),
  ('2000', 'Liabilities', 'LIABILITY', null, 0, 'CREDIT', false),
  ('2100', 'Accounts Payable', 'LIABILITY', '2000', 1, 'CREDIT', false),
  ('2110', 'Trade Payables', 'LIABILITY', '2100', 2, 'CREDIT', false),
  ('2120', 'Credit Card', 'LIABILITY', '2100', 2, 'CREDIT', false),
  ('2130', 'Goods Received Not Invoiced', 'LIABILITY', '2100', 2, 'CREDIT', false),
  ('2200', 'Customer Credit', 'LIABILITY', '2000', 1, 'CREDIT', false),
  ('2210', 'Customer Credit and Advances', 'LIABILITY', '2200', 2, 'CREDIT', false),
  ('2300', 'Payroll & Taxes Payable', 'LIABILITY', '2000', 1, 'CREDIT', false),
  ('2310', 'NSSF Payable', 'LIABILITY', '2300', 2, 'CREDIT', false),
  ('2320', 'Income Tax Payable', 'LIABILITY', '2300', 2, 'CREDIT', false),
  ('2330', 'Salaries Payable', 'LIABILITY', '2300', 2, 'CREDIT', false),
  ('3000', 'Equity', 'EQUITY', null, 0, 'CREDIT', false),
  ('3100', 'Capital', 'EQUITY', '3000', 1, 'CREDIT', false),
  ('3110', 'Owner''s Capital', 'EQUITY', '3100', 2, 'CREDIT', false),
  ('3120', 'Opening Balances', 'EQUITY', '3100', 2, 'CREDIT', false),
  ('3200', 'Retained Earnings', 'EQUITY', '3000', 1, 'CREDIT', false),
  ('3210', 'Retained Earnings', 'EQUITY', '3200', 2, 'CREDIT', false),
  ('4000', 'Revenue', 'REVENUE', null, 0, 'CREDIT', false),
  ('4100', 'Internet Subscriptions', 'REVENUE', '4000', 1, 'CREDIT', false),
  ('4110', 'Residential Plans', 'REVENUE', '4100', 2, 'CREDIT', false),
  ('4120', 'SME/Corporate Plans', 'REVENUE', '4100', 2, 'CREDIT', false),
  ('4200', 'Installation Fees', 'REVENUE', '4000', 1, 'CREDIT', false),
  ('4210', 'Installation and Connection Fees', 'REVENUE', '4200', 2, 'CREDIT', false),
  ('4300', 'Vouchers & Hotspot', 'REVENUE', '4000', 1, 'CREDIT', false),
  ('4310', 'Internet Vouchers', 'REVENUE', '4300', 2, 'CREDIT', false),
  ('4320', 'Hotspot WiFi', 'REVENUE', '4300', 2, 'CREDIT', false),
  ('4400', 'Equipment Sales', 'REVENUE', '4000', 1, 'CREDIT', false),
  ('4410', 'Equipment Sales', 'REVENUE', '4400', 2, 'CREDIT', false),
  ('4500', 'Other Income', 'REVENUE', '4000', 1, 'CREDIT', false),
  ('4510', 'Other Services', 'REVENUE', '4500', 2, 'CREDIT', false),
  ('4520', 'Foreign Exchange Gain', 'REVENUE', '4500', 2, 'CREDIT', false),
  ('4900', 'Discounts & Credits', 'REVENUE', '4000', 1, 'DEBIT', false),
  ('4910', 'Customer Credits Granted', 'REVENUE', '4900', 2, 'DEBIT', false),
  ('5000', 'Expenses', 'EXPENSE', null, 0, 'DEBIT', false),
  ('5100', 'Bandwidth & Transit', 'EXPENSE', '5000', 1, 'DEBIT', false),
  ('5110', 'Bandwidth Purchases', 'EXPENSE', '5100', 2, 'DEBIT', false),
  ('5200', 'Cost of Equipment Sold', 'EXPENSE', '5000', 1, 'DEBIT', false),
  ('5210', 'Cost of Equipment Sales', 'EXPENSE', '5200', 2, 'DEBIT', false),
  ('5220', 'Installation Materials', 'EXPENSE', '5200', 2, 'DEBIT', false),
  ('5300', 'Network Operations', 'EXPENSE', '5000', 1, 'DEBIT', false),
  ('5310', 'Tower and Site Costs', 'EXPENSE', '5300', 2, 'DEBIT', false),
  ('5320', 'Network Maintenance', 'EXPENSE', '5300', 2, 'DEBIT', false),
  ('5400', 'Salaries & Wages', 'EXPENSE', '5000', 1, 'DEBIT', false),
  ('5410', 'Benefits & NSSF', 'EXPENSE', '5400', 2, 'DEBIT', false),
  ('5420', 'Salaries', 'EXPENSE', '5400', 2, 'DEBIT', false),
  ('5500', 'Sales & Marketing', 'EXPENSE', '5000', 1, 'DEBIT', false),
  ('5510', 'Marketing', 'EXPENSE', '5500', 2, 'DEBIT', false),
  ('5600', 'Finance & Other', 'EXPENSE', '5000', 1, 'DEBIT', false),
  ('5610', 'Interest', 'EXPENSE', '5600', 2, 'DEBIT', false),
  ('5620', 'Foreign Exchange Loss', 'EXPENSE', '5600', 2, 'DEBIT', false),
  ('5630', 'Other Expenses', 'EXPENSE', '5600', 2, 'DEBIT', false),
  ('5640', 'Taxes', 'EXPENSE', '5600', 2, 'DEBIT', false),
  ('5900', 'General & Admin', 'EXPENSE', '5000', 1, 'DEBIT', false),
  ('5910', 'Rent', 'EXPENSE', '5900', 2, 'DEBIT', false),
  ('5920', 'Utilities', 'EXPENSE', '5900', 2, 'DEBIT', false),
  ('5930', 'Office Supplies', 'EXPENSE', '5900', 2, 'DEBIT', false),
  ('5940', 'Bank Fees', 'EXPENSE', '5900', 2, 'DEBIT', false),
  ('5950', 'Depreciation', 'EXPENSE', '5000', 1, 'DEBIT', false),
  ('5951', 'Depreciation Expense', 'EXPENSE', '5950', 2, 'DEBIT', false);
