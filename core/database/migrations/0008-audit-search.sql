-- The log grows with every change and is never emptied: a word in it is found by an index, as a customer is.
create index audit_log_search on audit_log
  using gin (lower((actor_name || ' ' || action || ' ' || summary) collate "default") gin_trgm_ops);
