-- The counterparts of cash leave out the openings of the books: nobody received or paid that money (decisions 45 and 73). An
-- opening has a line on 3120 Opening Balances, or is the entry of an imported trial balance, which has none if its rows balance.

alter table cash_months disable trigger user;
update cash_months m
set debit_cents = m.debit_cents - o.debit_cents, credit_cents = m.credit_cents - o.credit_cents
from (
  select l.account_code, l.month, sum(l.debit_cents) as debit_cents, sum(l.credit_cents) as credit_cents
  from journal_lines l
  join accounts a on a.code = l.account_code and not a.is_cash
  where l.entry_id in (
      select c.entry_id from journal_lines c join accounts ca on ca.code = c.account_code and ca.is_cash)
    and l.entry_id in (
      select entry_id from journal_lines where account_code = '3120'
      union all
      select id from journal_entries where source = 'import.openings')
  group by l.account_code, l.month) o
where o.account_code = m.account_code and o.month = m.month;
delete from cash_months where debit_cents = 0 and credit_cents = 0;
alter table cash_months enable trigger user;

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
               and entry_id in (
                 select entry_id from added group by entry_id
                 having bool_or(account_code = any ($1)) and not bool_or(account_code = ''3120''))
             group by account_code, month order by account_code, month
             on conflict (account_code, month) do update
               set debit_cents = m.debit_cents + excluded.debit_cents,
                   credit_cents = m.credit_cents + excluded.credit_cents' using cash_codes;
  end if;
  return null;
end $$;

-- Lines come before their entry, so that the source of an entry is known only here.
create function journal_entries_opening_cash() returns trigger language plpgsql as $$
declare
  openings bigint[];
begin
  execute 'select array_agg(id) from added where source = ''import.openings''' into openings;
  if openings is null then return null; end if;
  update cash_months m
  set debit_cents = m.debit_cents - o.debit_cents, credit_cents = m.credit_cents - o.credit_cents
  from (
    select l.account_code, l.month, sum(l.debit_cents) as debit_cents, sum(l.credit_cents) as credit_cents
    from journal_lines l join accounts a on a.code = l.account_code and not a.is_cash
    where l.entry_id = any (openings)
      and l.entry_id in (
        select c.entry_id from journal_lines c join accounts ca on ca.code = c.account_code
        where c.entry_id = any (openings)
        group by c.entry_id having bool_or(ca.is_cash) and not bool_or(c.account_code = '3120'))
    group by l.account_code, l.month) o
  where o.account_code = m.account_code and o.month = m.month;
  return null;
end $$;
create trigger journal_entries_opening_cash after insert on journal_entries referencing new table as added
  for each statement execute function journal_entries_opening_cash();
