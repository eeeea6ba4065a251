-- The check of a posting's entries reads only the lines of its own range of ids. Without the range the planner
-- read the whole of journal_lines for each batch of a bulk run while the table had no statistics yet: a third
-- of the run's time, and more with every month.
create or replace function journal_entries_check() returns trigger language plpgsql as $$
declare
  bad text;
  first_id bigint;
  last_id bigint;
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
  execute 'select min(id), max(id) from added' into first_id, last_id;
  execute 'select min(e.entry_number) from (
             select a.id, a.entry_number, a.total_cents, a.month,
                    count(l.entry_id) as lines, sum(l.debit_cents) as debit, sum(l.credit_cents) as credit,
                    count(*) filter (where l.month is distinct from a.month) as strays
             from added a
             left join journal_lines l on l.entry_id = a.id and l.entry_id between $1 and $2
             group by a.id, a.entry_number, a.total_cents, a.month) e
           where e.lines < 2 or e.debit is distinct from e.credit
              or e.debit is distinct from e.total_cents or e.strays > 0' into bad using first_id, last_id;
  if bad is not null then
    raise exception 'entry % is not balanced', bad
      using errcode = 'check_violation', constraint = 'journal_entries_balanced';
  end if;
  return null;
end $$;
