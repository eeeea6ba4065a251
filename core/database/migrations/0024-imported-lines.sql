-- Lines of imported files that are posted, by their natural keys, so that the same file again changes nothing.

create table imported_lines (
  source text collate "C" not null check (source in ('import.cash', 'import.accounting')),
  -- The source_id of its journal entry, unless it is a payment.
  id bigint not null,
  -- A hash of what identifies the line or entry in its file.
  key text collate "C" not null,
  -- What was posted, to tell a repeated line from another one with the same key.
  content text collate "C" not null,
  payment_id bigint references payments (id),
  primary key (source, key)
);

create unique index imported_lines_payment on imported_lines (payment_id) where payment_id is not null;
