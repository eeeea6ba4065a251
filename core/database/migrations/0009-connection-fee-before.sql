-- Imported customers count as billed their connection fee before they came (decision 4): no invoice of ours bears
-- it, so none that is moved away from them or cancelled may free it.
alter table customers add connection_fee_billed_before boolean not null default false;
update customers c set connection_fee_billed_before = true
where c.connection_fee_billed and not exists (
  select 1 from invoices i join invoice_lines l on l.invoice_id = i.id
  where i.customer_id = c.id and i.status <> 'cancelled' and l.kind = 'connection');
alter table customers add constraint customers_connection_fee_before
  check (connection_fee_billed or not connection_fee_billed_before);
