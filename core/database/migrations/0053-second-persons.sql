-- Entries of payroll that those see who may not see pay: sums of them, in which five people stand behind each line. All
-- other entries of payroll are left out of their figures for good (decision 67).
create table shown_pay_entries (
  source text collate "C" not null,
  source_id bigint not null,
  primary key (source, source_id)
);

-- Payrolls whose sums are shown together: of each group, what is shown is the sum of all or nothing.
alter table payrolls add column shown_group bigint;

-- The entries of one approval have one instant. Those made before count by the same rule.
with acts as (
  select created_at, created_by
  from (
    select e.created_at, e.created_by, l.account_code, count(distinct p.employee_id) as people
    from journal_entries e
    join journal_lines l on l.entry_id = e.id
    join payrolls p on p.id = e.source_id
    where e.source = 'payroll.approval'
    group by e.created_at, e.created_by, l.account_code) lines
  group by created_at, created_by
  having min(people) >= 5)
update payrolls p set shown_group = g.first
from (
  select e.source_id, min(e.source_id) over (partition by e.created_at, e.created_by) as first
  from journal_entries e join acts a on a.created_at = e.created_at and a.created_by = e.created_by
  where e.source = 'payroll.approval') g
where p.id = g.source_id;

insert into shown_pay_entries (source, source_id)
select 'payroll.approval', id from payrolls where shown_group is not null;

-- Payments of whole groups.
insert into shown_pay_entries (source, source_id)
select 'payroll.payment', l.payment_id
from payroll_payment_lines l join payrolls p on p.id = l.payroll_id
group by l.payment_id
having bool_and(p.shown_group is not null)
  and count(*) = (
    select count(*) from payrolls o
    where o.net_cents > 0 and o.shown_group in (
      select q.shown_group from payroll_payment_lines k join payrolls q on q.id = k.payroll_id
      where k.payment_id = l.payment_id));

insert into shown_pay_entries (source, source_id)
select 'payroll.payment.reversal', e.source_id
from journal_entries e join shown_pay_entries s on s.source = 'payroll.payment' and s.source_id = e.source_id
where e.source = 'payroll.payment.reversal';

-- Acts that wait for a second person before there is a record of them (decisions 54 and 68). `payload` is the operation and
-- its input; `for_user_id` is the user in whose favour it is.
alter table approvals
  add column payload jsonb,
  add column facts jsonb not null default '[]',
  add column for_user_id bigint,
  alter column entity_id drop not null,
  drop constraint approvals_kind_check;
alter table approvals
  add constraint approvals_kind_check check (kind in ('supplier_bill', 'stock_count', 'price_below_list', 'supplier_payment',
    'expense', 'employee_advance', 'customer_refund', 'credit_grant', 'pay_change')),
  add constraint approvals_payload check ((payload is null) = (kind in ('supplier_bill', 'stock_count', 'price_below_list')));
drop index approvals_once;
create unique index approvals_once on approvals (kind, entity_id) where status = 'waiting' and payload is null;
