-- The undo of an import.

-- The import whose undo reversed the document. Its number is free again: the number kept here has the import appended.
alter table invoices add column undone_run_id bigint;
alter table payments add column undone_run_id bigint;
-- The import whose undo left the customer Inactive, because reversed documents name him; the next import of his id makes him a
-- new customer again. Null after any other change.
alter table customers add column undone_run_id bigint;
