-- What the overview counts on each visit, kept by the database, so that it is exact and costs little at any size.

-- Customers by location and status. Each statement that changes customers adds a row with the differences, and the figures
-- are the sums of all rows: no transaction waits for the row of another. Rows are summed up again when they are many.
create table customer_counts (
  id bigint generated always as identity primary key,
  location text not null collate "C",
  status text not null collate "C",
  customers bigint not null,
  bandwidth bigint not null,
  fee_cents bigint not null
);
insert into customer_counts (location, status, customers, bandwidth, fee_cents)
  select location, status, count(*), sum(bandwidth), sum(monthly_fee_cents) from customers group by location, status;

create function customers_counted() returns trigger language plpgsql as $$
declare
  kept bigint;
begin
  if tg_op = 'INSERT' then
    insert into customer_counts (location, status, customers, bandwidth, fee_cents)
      select location, status, count(*), sum(bandwidth), sum(monthly_fee_cents) from added group by location, status;
  elsif tg_op = 'DELETE' then
    insert into customer_counts (location, status, customers, bandwidth, fee_cents)
      select location, status, -count(*), -sum(bandwidth), -sum(monthly_fee_cents) from removed group by location, status;
  else
    insert into customer_counts (location, status, customers, bandwidth, fee_cents)
      select location, status, sum(one), sum(bandwidth), sum(fee) from (
        select location, status, 1 as one, bandwidth::bigint as bandwidth, monthly_fee_cents::bigint as fee from added
        union all
        select location, status, -1, -bandwidth::bigint, -monthly_fee_cents::bigint from removed) changed
      group by location, status having sum(one) <> 0 or sum(bandwidth) <> 0 or sum(fee) <> 0;
  end if;
  if not found then
    return null;
  end if;
  select count(*) into kept from customer_counts;
  if kept > 200 then
    -- Rows that another transaction is summing up are left to it.
    with mine as (select id from customer_counts for update skip locked),
      gone as (delete from customer_counts c using mine where c.id = mine.id returning c.*)
    insert into customer_counts (location, status, customers, bandwidth, fee_cents)
      select location, status, sum(customers), sum(bandwidth), sum(fee_cents) from gone
      group by location, status having sum(customers) <> 0 or sum(bandwidth) <> 0 or sum(fee_cents) <> 0;
  end if;
  return null;
end $$;

create trigger customers_counted_added after insert on customers referencing new table as added
  for each statement execute function customers_counted();
create trigger customers_counted_changed after update on customers referencing old table as removed new table as added
  for each statement execute function customers_counted();
create trigger customers_counted_removed after delete on customers referencing old table as removed
  for each statement execute function customers_counted();
create trigger customer_counts_kept before insert or update or delete on customer_counts
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

-- Revenue by day and account, kept with account_months and after it: two postings that would wait for each other here have
-- waited there.
create table revenue_days (
  day date not null,
  account_code text not null collate "C" references accounts (code),
  revenue_cents bigint not null,
  primary key (day, account_code)
);
insert into revenue_days (day, account_code, revenue_cents)
  select e.entry_date, l.account_code, sum(l.credit_cents - l.debit_cents)
  from journal_lines l join journal_entries e on e.id = l.entry_id join accounts a on a.code = l.account_code
  where a.type = 'REVENUE' group by e.entry_date, l.account_code;

-- Entries come after their lines.
create function journal_entries_by_day() returns trigger language plpgsql as $$
begin
  insert into revenue_days as d (day, account_code, revenue_cents)
    select e.entry_date, l.account_code, sum(l.credit_cents - l.debit_cents)
    from added e
    cross join lateral (
      select account_code, debit_cents, credit_cents from journal_lines where entry_id = e.id offset 0) l
    where l.account_code in (select code from accounts where type = 'REVENUE')
    group by e.entry_date, l.account_code order by e.entry_date, l.account_code
    on conflict (day, account_code) do update set revenue_cents = d.revenue_cents + excluded.revenue_cents;
  return null;
end $$;

create trigger journal_entries_by_day after insert on journal_entries referencing new table as added
  for each statement execute function journal_entries_by_day();
create trigger revenue_days_kept before insert or update or delete on revenue_days
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

-- Customers whose service began in a month, and the changes of status since a day.
create index customers_started on customers (service_start_date, status);
create index customer_status_changes_day on customer_status_changes (business_date, customer_id, from_status, to_status);
