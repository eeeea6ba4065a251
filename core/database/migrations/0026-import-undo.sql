-- The undo of an import.

-- The import whose undo reversed the document. Its number is free again: the number kept here has the import appended.
alter table invoices add column undone_run_id bigint;
alter table payments add column undone_run_id bigint;
-- The import whose undo left the customer Inactive, because reversed documents name him; the next import of his id makes him a
-- new customer again. Null after any other change.
alter table customers add column undone_run_id bigint;

alter table import_batches
  -- Entity -> version -> ids, of created records whose version after the batch is not 1. A higher version later means
  -- that the record was changed since.
  add column versions jsonb not null default '{}';
