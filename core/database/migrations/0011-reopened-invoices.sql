-- What a reversed payment had settled, and since when an invoice that it reopened is owed again: the same file must not
-- book the payment anew, and no other payment settle the invoice on a day when the reversed one still did.
create table reversed_allocations (
  payment_id bigint not null constraint reversed_allocations_payment references payments,
  invoice_id bigint not null constraint reversed_allocations_invoice references invoices,
  amount_cents cents not null check (amount_cents > 0),
  primary key (payment_id, invoice_id)
);
create index reversed_allocations_of_invoice on reversed_allocations (invoice_id);
alter table invoices add column reopened_on date;
