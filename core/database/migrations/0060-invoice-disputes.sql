-- Invoices that their customers dispute (decision 120). A row is opened once and decided once; nothing else changes it.
create table invoice_disputes (
  id bigint generated always as identity primary key,
  invoice_id bigint not null constraint invoice_disputes_invoice references invoices,
  -- The day on which the customer disputed it, in Juba.
  since date not null,
  reason text not null check (length(reason) between 1 and 500),
  -- The amount of the invoice on that day.
  amount_cents bigint not null check (amount_cents > 0),
  ticket_id bigint constraint invoice_disputes_ticket references tickets,
  opened_at timestamptz not null,
  opened_by text not null,
  -- The day of the decision, in Juba.
  decided_on date,
  decided_at timestamptz,
  decided_by text,
  -- Of a settled invoice 'paid': the dispute has closed itself.
  outcome text collate "C" constraint invoice_disputes_outcome check (outcome in ('upheld', 'rejected', 'withdrawn', 'paid')),
  note text not null default '' check (length(note) <= 500),
  constraint invoice_disputes_decided check (
    (outcome is null) = (decided_on is null) and (outcome is null) = (decided_at is null)
    and (outcome is null) = (decided_by is null) and (outcome is not null or note = '')),
  constraint invoice_disputes_order check (decided_on >= since)
);
create unique index invoice_disputes_one_open on invoice_disputes (invoice_id) where outcome is null;
create index invoice_disputes_of_invoice on invoice_disputes (invoice_id, id);
create index invoice_disputes_ticket on invoice_disputes (ticket_id) where ticket_id is not null;
create index invoice_disputes_open on invoice_disputes (since) where outcome is null;

-- What lists and the 15-day rule read of the disputes of an invoice: since when it is disputed, null where no dispute is open;
-- and the day of the latest decision, as on which it counts as due at the earliest.
alter table invoices
  add column disputed_since date,
  add column counted_due_date date;
create index invoices_disputed on invoices (id) where disputed_since is not null;
create index invoices_counted_due on invoices (counted_due_date)
  where counted_due_date is not null and status in ('pending', 'overdue');
alter table invoices add constraint invoices_disputed_open
  check (disputed_since is null or status in ('pending', 'overdue'));

create function invoice_dispute_kept() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or new.outcome is null
    or (new.id, new.invoice_id, new.since, new.reason, new.amount_cents, new.opened_at, new.opened_by)
      is distinct from (old.id, old.invoice_id, old.since, old.reason, old.amount_cents, old.opened_at, old.opened_by)
    or new.ticket_id is distinct from old.ticket_id then
    raise exception 'a dispute is decided once and changes in no other way'
      using errcode = 'restrict_violation', constraint = 'invoice_disputes_kept';
  end if;
  return new;
end $$;
create trigger invoice_disputes_kept before update on invoice_disputes
  for each row execute function invoice_dispute_kept();
create trigger invoice_disputes_append_only before delete on invoice_disputes
  for each statement execute function refuse_change();

create function invoice_dispute_shown() returns trigger language plpgsql as $$
begin
  if new.outcome is null then
    update invoices set disputed_since = new.since where id = new.invoice_id;
  else
    update invoices set disputed_since = null, counted_due_date = greatest(counted_due_date, new.decided_on)
    where id = new.invoice_id;
  end if;
  return null;
end $$;
create trigger invoice_disputes_shown after insert or update on invoice_disputes
  for each row execute function invoice_dispute_shown();
