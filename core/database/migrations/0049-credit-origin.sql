-- A credit note settles the invoice of its goods and nothing else: what had paid the goods is free again, money as money
-- and a grant as a grant (decision 64). Null for older notes that could not be moved to their invoice.
alter table payments
  add column credited_invoice_id bigint constraint payments_credited_invoice references invoices (id),
  add constraint payments_credits_by_note check (credited_invoice_id is null or kind = 'credit_note');
create index payments_credited_invoice_index on payments (credited_invoice_id) where credited_invoice_id is not null;

-- The pounds of a payment that a refund gave back, and the value of a refund's money at the rate of its day. Null and
-- equal to the amount for refunds from before they were kept.
alter table refund_parts add column ssp_cents cents check (ssp_cents >= 0);
alter table refunds add column money_cents cents check (money_cents > 0);
update refunds set money_cents = amount_cents;
alter table refunds alter column money_cents set not null;

update payments p set credited_invoice_id = o.invoice_id
from sales_returns r join sales_orders o on o.id = r.order_id
where r.credit_note_id = p.id and o.invoice_id is not null;

-- Older notes of paid invoices settled others, were refunded or were kept as credit. Each such part changes places with
-- what had paid the invoice, newest first; refunds only with money. Sums by customer and account stay as they were.
do $$
declare
  note record;
  used record;
  payer record;
  wanted bigint;
  moved bigint;
begin
  for note in
    select p.id, p.amount_cents, p.credited_invoice_id as invoice_id from payments p
    where p.credited_invoice_id is not null and p.status = 'recorded' order by p.id
  loop
    for used in
      select 1 as step, f.refund_id as target, f.amount_cents::bigint as cents from refund_parts f where f.payment_id = note.id
      union all
      select 2, a.invoice_id, a.amount_cents from payment_allocations a
      where a.payment_id = note.id and a.invoice_id <> note.invoice_id
      union all
      select 3, 0, p.unallocated_cents from payments p where p.id = note.id and p.unallocated_cents > 0
      order by 1, 2 desc
    loop
      wanted := used.cents;
      for payer in
        select a.payment_id as id, a.amount_cents::bigint as cents
        from payment_allocations a join payments p on p.id = a.payment_id
        where a.invoice_id = note.invoice_id and p.credited_invoice_id is distinct from note.invoice_id
          and (used.step > 1 or p.kind in ('payment', 'opening', 'before_opening'))
        order by a.payment_id desc
      loop
        exit when wanted = 0;
        moved := least(wanted, payer.cents);
        wanted := wanted - moved;

        delete from payment_allocations
        where payment_id = payer.id and invoice_id = note.invoice_id and amount_cents = moved;
        update payment_allocations set amount_cents = amount_cents - moved
        where payment_id = payer.id and invoice_id = note.invoice_id and moved < payer.cents;
        insert into payment_allocations as a (payment_id, invoice_id, amount_cents)
        values (note.id, note.invoice_id, moved)
        on conflict (payment_id, invoice_id) do update set amount_cents = a.amount_cents + excluded.amount_cents;

        if used.step = 1 then
          delete from refund_parts where refund_id = used.target and payment_id = note.id and amount_cents = moved;
          update refund_parts set amount_cents = amount_cents - moved
          where refund_id = used.target and payment_id = note.id and amount_cents > moved;
          insert into refund_parts as f (refund_id, payment_id, amount_cents) values (used.target, payer.id, moved)
          on conflict (refund_id, payment_id) do update set amount_cents = f.amount_cents + excluded.amount_cents;
        elsif used.step = 2 then
          delete from payment_allocations
          where payment_id = note.id and invoice_id = used.target and amount_cents = moved;
          update payment_allocations set amount_cents = amount_cents - moved
          where payment_id = note.id and invoice_id = used.target and amount_cents > moved;
          insert into payment_allocations as a (payment_id, invoice_id, amount_cents)
          values (payer.id, used.target, moved)
          on conflict (payment_id, invoice_id) do update set amount_cents = a.amount_cents + excluded.amount_cents;
        else
          update payments set unallocated_cents = unallocated_cents - moved where id = note.id;
          update payments set unallocated_cents = unallocated_cents + moved where id = payer.id;
        end if;
      end loop;
    end loop;

    update payments p set credited_invoice_id = null
    where p.id = note.id and p.amount_cents <> coalesce((
        select sum(a.amount_cents) from payment_allocations a
        where a.payment_id = note.id and a.invoice_id = note.invoice_id), 0)
      + coalesce((select sum(f.amount_cents) from refund_parts f where f.payment_id = note.id), 0);
  end loop;
end $$;

-- A reference that another payment has is asked about (decision 66); compared without case and blanks.
create index payments_same_reference on payments (account, lower(replace(reference, ' ', '')))
  where reference <> '' and status = 'recorded';
create index supplier_payments_same_reference on supplier_payments (account, lower(replace(reference, ' ', '')))
  where reference <> '' and reversed_on is null;
create index refunds_same_reference on refunds (account, lower(replace(reference, ' ', ''))) where reference <> '';
