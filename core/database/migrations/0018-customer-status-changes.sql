-- Every change of a customer's status, whatever made it: an edit, a deletion that deactivates, an import, the 15-day
-- rule, a payment that restores. A new customer is no change.
create table customer_status_changes (
  id bigint generated always as identity primary key,
  customer_id bigint not null constraint customer_status_changes_customer references customers on delete cascade,
  from_status text collate "C" check (from_status in ('Active', 'Suspended', 'Inactive')),
  to_status text collate "C" not null check (to_status in ('Active', 'Suspended', 'Inactive')),
  at timestamptz not null,
  -- The day of `at` in Juba.
  business_date date not null,
  -- By the 15-day rule, whoever let it act: the daily job, a payment, a promise to pay.
  by_rule boolean not null,
  actor_kind text collate "C" not null check (actor_kind in ('staff', 'shell', 'system', 'visitor')),
  actor_id bigint,
  -- Empty where it is not known.
  actor_name text not null,
  -- Written by this migration, from what was on record of customers who were suspended before.
  reconstructed boolean not null default false,
  check (from_status <> to_status),
  check (from_status is not null or reconstructed)
);
create index customer_status_changes_of_customer on customer_status_changes (customer_id, id);

-- Deleting a customer takes its changes along; nothing else removes or alters one.
create trigger customer_status_changes_append_only before update or delete on customer_status_changes
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

-- Who is suspended now: the day comes from the fact of the outbox where the rule did it, from the audit log where a
-- person did, and otherwise it is the last change of the record. Juba is two hours ahead of UTC.
insert into customer_status_changes (customer_id, from_status, to_status, at, business_date, by_rule,
  actor_kind, actor_id, actor_name, reconstructed)
select c.id, case when c.suspended_by_rule then 'Active' else h.from_status end, 'Suspended', known.at,
  ((known.at at time zone 'UTC') + interval '2 hours')::date, c.suspended_by_rule,
  coalesce(h.actor_kind, 'system'), h.actor_id, coalesce(h.actor_name, ''), true
from customers c
left join lateral (
  select a.at, a.before ->> 'status' as from_status, a.actor_kind, a.actor_id, a.actor_name from audit_log a
  where not c.suspended_by_rule and a.entity = 'customer' and a.entity_id = c.id::text
    and a.after ->> 'status' = 'Suspended' and a.before ->> 'status' in ('Active', 'Inactive')
  order by a.id desc limit 1) h on true
left join (
  select entity_id, max(at) as at from outbox where fact = 'customer.suspended' group by entity_id) r
  on r.entity_id = c.id and c.suspended_by_rule
cross join lateral (select coalesce(h.at, r.at, c.updated_at) as at) known
where c.status = 'Suspended'
order by known.at, c.id;

-- No status changes without its record. Checked at the end of the transaction, for customers whose status has changed
-- alone. A plan that reads the whole table would be kept from the days when it was small.
create function customer_status_recorded_check() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if (select status from customers where id = new.id) is distinct from
     (select to_status from customer_status_changes where customer_id = new.id order by id desc limit 1) then
    raise exception 'the change of status of customer % is not recorded', new.customer_id
      using errcode = 'restrict_violation', constraint = 'customers_status_recorded';
  end if;
  return null;
end $$;
create constraint trigger customers_status_recorded after update of status on customers
  deferrable initially deferred
  for each row when (old.status is distinct from new.status) execute function customer_status_recorded_check();
