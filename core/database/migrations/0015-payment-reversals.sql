-- Who reversed a payment, when and why. Until now the reason stood at the end of the payment's notes, and who it was in
-- the audit log, or, where an invoice was set back to pending, in the notes as well.
alter table payments
  add column reversed_at timestamptz,
  add column reversed_by text not null default '',
  add column reversal_reason text not null default '';

-- Reversals of a receipt: their audit line has the number of the receipt and the reason.
update payments p set
  reversed_at = l.at,
  reversed_by = l.actor_name,
  reversal_reason = l.reason,
  notes = case when right(p.notes, length(l.ending)) = l.ending
    then rtrim(left(p.notes, length(p.notes) - length(l.ending)), E'\n') else p.notes end
from (
  select entity_id, at, actor_name, substr(summary, strpos(summary, ': ') + 2) as reason,
    'Reversed: ' || substr(summary, strpos(summary, ': ') + 2) as ending
  from audit_log where action = 'payment.reverse' and entity = 'payment') l
where p.status = 'reversed' and l.entity_id = p.id::text;

-- Reversals by setting an invoice back: 'Reversed: INV-2026-000001 set back by Grace Akol' ends the notes.
update payments p set
  reversed_by = n.by,
  reversal_reason = n.reason,
  notes = rtrim(left(p.notes, length(p.notes) - length('Reversed: ' || n.reason || ' by ' || n.by)), E'\n')
from (
  select id, substring(notes from 'Reversed: (\S+ set back) by [^\n]+$') as reason,
    substring(notes from 'Reversed: \S+ set back by ([^\n]+)$') as by
  from payments where status = 'reversed' and reversed_by = '') n
where p.id = n.id and n.reason is not null;
