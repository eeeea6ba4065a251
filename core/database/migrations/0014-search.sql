-- A payment is found by any part of its reference.
create index payments_reference on payments using gin (lower(reference collate "default") gin_trgm_ops) where reference <> '';

-- What a customer owes is added up from the index alone.
create index invoices_open_customer on invoices (customer_id) include (status, due_date, amount_cents, paid_cents)
  where status in ('pending', 'overdue');

-- Who recorded payments, and theirs by day.
create index payments_clerk on payments (created_by, payment_date, id);
