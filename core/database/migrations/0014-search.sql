-- A payment is found by any part of its reference.
create index payments_reference on payments using gin (lower(reference collate "default") gin_trgm_ops) where reference <> '';

-- Who recorded payments, and theirs by day.
create index payments_clerk on payments (created_by, payment_date, id);
