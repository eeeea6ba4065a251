-- Undoing imports of fees in the reverse order takes everything back: the versions that such an import and its undo have added
-- to a customer, as on invoices and payments.
alter table customers add column undone_steps integer not null default 0;
-- import_batches.touched has a list "fees" too: the customers whose fees a batch has changed, with their terms before and after.
