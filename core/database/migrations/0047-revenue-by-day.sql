-- Reads the lines of many entries in one range instead of entry by entry: on a billing run the sums by day had cost a third of
-- the posting. `execute` plans with the number of entries that were added.
create or replace function journal_entries_by_day() returns trigger language plpgsql as $$
declare
  first_id bigint;
  last_id bigint;
begin
  execute 'select min(id), max(id) from added' into first_id, last_id;
  execute 'insert into revenue_days as d (day, account_code, revenue_cents)
           select a.entry_date, l.account_code, sum(l.credit_cents - l.debit_cents)
           from added a
           join journal_lines l on l.entry_id = a.id and l.entry_id between $1 and $2
           where l.account_code in (select code from accounts where type = ''REVENUE'')
           group by a.entry_date, l.account_code order by a.entry_date, l.account_code
           on conflict (day, account_code) do update set revenue_cents = d.revenue_cents + excluded.revenue_cents'
    using first_id, last_id;
  return null;
end $$;
