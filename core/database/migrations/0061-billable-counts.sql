-- Whom a month's run still has to bill, and customers by type, from kept numbers: both had read all customers on each visit.

-- `billable`: customers with something to bill, of any status; core/billing/runs/queries-billable.ts has the same condition.
drop trigger customer_counts_kept on customer_counts;
delete from customer_counts;
alter table customer_counts add column type text not null collate "C", add column billable bigint not null;

create function has_something_to_bill(monthly bigint, other bigint, connection bigint, connection_billed boolean) returns boolean
language sql immutable as $$
  select monthly > 0 or other > 0 or (connection > 0 and not connection_billed)
$$;

insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
  select location, status, type, count(*), sum(bandwidth), sum(monthly_fee_cents),
    count(*) filter (where has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed))
  from customers group by location, status, type;

create or replace function customers_counted() returns trigger language plpgsql as $$
declare
  kept bigint;
begin
  if tg_op = 'INSERT' then
    insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
      select location, status, type, count(*), sum(bandwidth), sum(monthly_fee_cents),
        count(*) filter (where has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed))
      from added group by location, status, type;
  elsif tg_op = 'DELETE' then
    insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
      select location, status, type, -count(*), -sum(bandwidth), -sum(monthly_fee_cents),
        -count(*) filter (where has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed))
      from removed group by location, status, type;
  else
    insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
      select location, status, type, sum(one), sum(bandwidth), sum(fee), sum(billable) from (
        select location, status, type, 1 as one, bandwidth::bigint as bandwidth, monthly_fee_cents::bigint as fee,
          has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed)::int as billable from added
        union all
        select location, status, type, -1, -bandwidth::bigint, -monthly_fee_cents::bigint,
          -has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed)::int from removed) changed
      group by location, status, type
      having sum(one) <> 0 or sum(bandwidth) <> 0 or sum(fee) <> 0 or sum(billable) <> 0;
  end if;
  if not found then
    return null;
  end if;
  select count(*) into kept from customer_counts;
  if kept > 200 then
    -- Rows that another transaction is summing up are left to it.
    with mine as (select id from customer_counts for update skip locked),
      gone as (delete from customer_counts c using mine where c.id = mine.id returning c.*)
    insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
      select location, status, type, sum(customers), sum(bandwidth), sum(fee_cents), sum(billable) from gone
      group by location, status, type
      having sum(customers) <> 0 or sum(bandwidth) <> 0 or sum(fee_cents) <> 0 or sum(billable) <> 0;
  end if;
  return null;
end $$;

create trigger customer_counts_kept before insert or update or delete on customer_counts
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

-- Those without a monthly fee, of whom some have nothing to bill.
create index customers_without_fee on customers (id) where monthly_fee_cents = 0;

-- Recurring invoices by month, kept as the numbers of customers are: each statement adds a row, and the rows of a month are
-- summed up when they are many.
create table invoice_counts (
  id bigint generated always as identity primary key,
  billing_month date not null,
  invoices bigint not null
);
create index invoice_counts_month on invoice_counts (billing_month, id);
insert into invoice_counts (billing_month, invoices)
  select billing_month, count(*) from invoices where billing_month is not null group by billing_month;

create function invoices_counted() returns trigger language plpgsql as $$
declare
  changed date[];
begin
  if tg_op = 'INSERT' then
    with made as (
      insert into invoice_counts (billing_month, invoices)
        select billing_month, count(*) from added where billing_month is not null group by billing_month
        returning billing_month)
    select array_agg(billing_month) into changed from made;
  else
    with made as (
      insert into invoice_counts (billing_month, invoices)
        select billing_month, -count(*) from removed where billing_month is not null group by billing_month
        returning billing_month)
    select array_agg(billing_month) into changed from made;
  end if;
  if (select count(*) from invoice_counts where billing_month = any(changed)) > 100 then
    with mine as (select id from invoice_counts where billing_month = any(changed) for update skip locked),
      gone as (delete from invoice_counts c using mine where c.id = mine.id returning c.*)
    insert into invoice_counts (billing_month, invoices)
      select billing_month, sum(invoices) from gone group by billing_month having sum(invoices) <> 0;
  end if;
  return null;
end $$;

create function invoice_month_counted() returns trigger language plpgsql as $$
begin
  insert into invoice_counts (billing_month, invoices)
    select * from (values (old.billing_month, -1), (new.billing_month, 1)) v (month, one) where month is not null;
  return null;
end $$;

create trigger invoices_counted_added after insert on invoices referencing new table as added
  for each statement execute function invoices_counted();
create trigger invoices_counted_removed after delete on invoices referencing old table as removed
  for each statement execute function invoices_counted();
create trigger invoices_counted_changed after update of billing_month on invoices for each row
  when (old.billing_month is distinct from new.billing_month) execute function invoice_month_counted();
create trigger invoice_counts_kept before insert or update or delete on invoice_counts
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
