-- Undoing imports in the reverse order takes everything back.

-- The versions that an import has added to a document of an earlier one, and its undo when it took that back: the version
-- without them tells whether the document is as its own import left it.
alter table invoices add column undone_steps integer not null default 0;
alter table payments add column undone_steps integer not null default 0;
-- The documents of earlier imports that a batch has settled or changed, with their versions before and after it:
-- {"invoices": [{"id": 7, "before": 1, "after": 2}], "payments": []}.
alter table import_batches add column touched jsonb not null default '{}';
