-- The ledger gains pounds, parties other than customers, and the classes that the statements are made of.

alter table accounts
  -- The currency that the account is kept in: a line on a pound account carries its pounds.
  add column currency text not null collate "C" default 'USD' check (currency in ('USD', 'SSP')),
  -- Where the account stands in the cash flow statement, as the counterpart of cash.
  add column cash_flow text not null collate "C" default 'operating'
    check (cash_flow in ('operating', 'investing', 'financing')),
  -- Where an expense stands in the profit and loss statement; null for other accounts.
  add column expense_class text collate "C"
    check (expense_class in ('cost_of_sales', 'operating', 'non_operating')),
  -- A group has no currency of its own.
  add constraint accounts_currency_of_leaf check (currency = 'USD' or level = 2);

update accounts set cash_flow = 'investing' where code = '1300' or parent_code = '1300';
update accounts set cash_flow = 'financing'
where code = '3000' or parent_code = '3000'
  or parent_code in (select code from accounts where parent_code = '3000');
update accounts set expense_class = case
  when code in ('5100', '5200') or parent_code in ('5100', '5200') then 'cost_of_sales'
  when code = '5600' or parent_code = '5600' then 'non_operating'
  else 'operating' end
where type = 'EXPENSE';
alter table accounts
  add constraint accounts_expense_class check ((expense_class is not null) = (type = 'EXPENSE'));

-- A company may have added an account with one of the new codes. It moves to the next free code of its group, with what
-- was posted to it, and the audit log says which code became which.
do $$
declare
  needed constant text[] := array['1160', '1170', '1180', '1190', '1520', '2140', '2400', '2410'];
  taken text[];
  old text;
  moved text;
begin
  select array_agg(code order by code) into taken from accounts where code = any (needed);
  if taken is null then return; end if;
  -- The tables that refer to accounts follow within this transaction; what was posted is otherwise not changed.
  alter table accounts alter constraint accounts_parent deferrable initially deferred;
  alter table account_months alter constraint account_months_account_code_fkey deferrable initially deferred;
  alter table accounts disable trigger user;
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
  alter table accounts enable trigger user;
  alter table account_months enable trigger user;
  alter table journal_lines enable trigger user;
end $$;

insert into accounts (code, name, type, parent_code, level, normal_balance, is_cash, currency, cash_flow) values
  ('1160', 'Cash on Hand - SSP', 'ASSET', '1100', 2, 'DEBIT', true, 'SSP', 'operating'),
  ('1170', 'Bank - SSP', 'ASSET', '1100', 2, 'DEBIT', true, 'SSP', 'operating'),
  ('1180', 'Mobile Money - SSP', 'ASSET', '1100', 2, 'DEBIT', true, 'SSP', 'operating'),
  ('1190', 'Petty Cash - SSP', 'ASSET', '1100', 2, 'DEBIT', true, 'SSP', 'operating'),
  ('1520', 'Staff Advances', 'ASSET', '1500', 2, 'DEBIT', false, 'USD', 'operating'),
  ('2140', 'Trade Payables - SSP', 'LIABILITY', '2100', 2, 'CREDIT', false, 'SSP', 'operating'),
  ('2400', 'Loans', 'LIABILITY', '2000', 1, 'CREDIT', false, 'USD', 'financing'),
  ('2410', 'Bank Loans', 'LIABILITY', '2400', 2, 'CREDIT', false, 'USD', 'financing');

-- What an account means is fixed once it is used: statements of earlier months would change.
create or replace function accounts_check() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.code <> old.code or new.level <> old.level or new.type <> old.type
     or new.normal_balance <> old.normal_balance or new.is_cash <> old.is_cash
     or new.currency <> old.currency or new.cash_flow <> old.cash_flow
     or new.expense_class is distinct from old.expense_class then
    lock table journal_lines in share mode;
    if exists (select 1 from journal_lines where account_code = old.code) then
      raise exception 'account % is in use', old.code
        using errcode = 'restrict_violation', constraint = 'accounts_in_use';
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

alter table journal_lines
  -- The other parties of a line; customer_id is the first of the three.
  add column supplier_id bigint,
  add column employee_id bigint,
  -- Pounds of a line on a pound account, positive for a debit; 0 in a revaluation. Null on other accounts.
  add column ssp_cents cents,
  add constraint journal_lines_party check (num_nonnulls(customer_id, supplier_id, employee_id) <= 1),
  add constraint journal_lines_pounds check (
    ssp_cents is null or (debit_cents > 0 and ssp_cents >= 0) or (credit_cents > 0 and ssp_cents <= 0));
create index journal_lines_supplier on journal_lines (supplier_id, account_code) where supplier_id is not null;
create index journal_lines_employee on journal_lines (employee_id, account_code) where employee_id is not null;

alter table account_months
  -- The sum of the pounds of its lines, debits less credits.
  add column ssp_cents bigint not null default 0;

-- Of entries with a cash line, the other lines by account and month: their sum is the change of cash.
create table cash_months (
  account_code text not null collate "C" references accounts (code),
  month date not null,
  debit_cents bigint not null default 0 check (debit_cents >= 0),
  credit_cents bigint not null default 0 check (credit_cents >= 0),
  primary key (account_code, month)
);
insert into cash_months (account_code, month, debit_cents, credit_cents)
select l.account_code, l.month, sum(l.debit_cents), sum(l.credit_cents)
from journal_lines l
join accounts a on a.code = l.account_code and not a.is_cash
where l.entry_id in (
  select c.entry_id from journal_lines c join accounts ca on ca.code = c.account_code and ca.is_cash)
group by l.account_code, l.month;

create function cash_months_check() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'cash_months is kept by the ledger: % is refused', tg_op
      using errcode = 'restrict_violation', constraint = 'cash_months_kept_by_ledger';
  end if;
  return null;
end $$;
create trigger cash_months_guard before insert or update or delete or truncate on cash_months
  for each statement execute function cash_months_check();

create or replace function journal_lines_check() returns trigger language plpgsql as $$
declare
  bad text;
  cash_codes text[];
begin
  execute 'select min(l.entry_id)::text from (
             select entry_id from added group by entry_id having max(line_no) <> count(*)) l' into bad;
  if bad is not null then
    raise exception 'the lines of entry % do not come at once, numbered from 1', bad
      using errcode = 'restrict_violation', constraint = 'journal_lines_sealed';
  end if;
  execute 'select min(l.account_code) filter (where a.code is null),
             array_agg(a.code) filter (where a.is_cash)
           from (select distinct account_code from added) l
           left join accounts a on a.code = l.account_code and a.level = 2 and a.is_active'
    into bad, cash_codes;
  if bad is not null then
    raise exception 'account % cannot be posted to', bad
      using errcode = 'check_violation', constraint = 'journal_lines_account';
  end if;
  execute 'select min(l.account_code) from (
             select account_code, ssp_cents is not null as has_pounds from added
             group by account_code, ssp_cents is not null) l
           join accounts a on a.code = l.account_code
           where l.has_pounds <> (a.currency = ''SSP'')' into bad;
  if bad is not null then
    raise exception 'a line on account % has pounds where it must not, or none where it must', bad
      using errcode = 'check_violation', constraint = 'journal_lines_currency';
  end if;
  execute 'insert into account_months as m (account_code, month, debit_cents, credit_cents, ssp_cents)
           select account_code, month, sum(debit_cents), sum(credit_cents), coalesce(sum(ssp_cents), 0) from added
           group by account_code, month order by account_code, month
           on conflict (account_code, month) do update
             set debit_cents = m.debit_cents + excluded.debit_cents,
                 credit_cents = m.credit_cents + excluded.credit_cents,
                 ssp_cents = m.ssp_cents + excluded.ssp_cents';
  if cash_codes is not null then
    execute 'insert into cash_months as m (account_code, month, debit_cents, credit_cents)
             select account_code, month, sum(debit_cents), sum(credit_cents) from added
             where account_code <> all ($1)
               and entry_id in (select entry_id from added where account_code = any ($1))
             group by account_code, month order by account_code, month
             on conflict (account_code, month) do update
               set debit_cents = m.debit_cents + excluded.debit_cents,
                   credit_cents = m.credit_cents + excluded.credit_cents' using cash_codes;
  end if;
  return null;
end $$;

-- A payment keeps the account of its money, so that it is reversed where it was posted. Null for those without money.
alter table payments add column money_account text collate "C";
update payments set money_account = case account when 'cash' then '1110' when 'bank' then '1120' else '1130' end
where kind = 'payment';
alter table payments
  add constraint payments_money_account check ((money_account is not null) = (kind = 'payment'));
