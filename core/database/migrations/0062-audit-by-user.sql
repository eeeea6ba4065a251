-- What one user did, newest first.
create index audit_log_actor on audit_log (actor_id, id) where actor_id is not null;
