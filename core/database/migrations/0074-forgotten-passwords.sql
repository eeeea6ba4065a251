-- The hash of a password that was asked for is forgotten with the decision on the request (decision 130).
drop trigger approvals_evidence on approvals;
update approvals set payload = payload #- '{asked,passwordHash}' where status <> 'waiting' and payload->'asked' ? 'passwordHash';
create trigger approvals_evidence before delete or update of id, kind, entity, entity_id, record, summary, amount_cents,
  requested_by, requested_by_id, reason, requested_at, expires_at, facts, for_user_id or truncate on approvals for each statement
  execute function evidence_kept();
create trigger approvals_final before update of payload on approvals for each row when ((old.status <> 'waiting' or new.status =
  'waiting' or new.payload is distinct from (old.payload #- '{asked,passwordHash}')) and (new.payload is distinct from
  old.payload)) execute function evidence_kept();
