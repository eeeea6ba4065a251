-- Invoices sent by e-mail by hand: to whom, when and by whom. The row is written before the mail server is asked and
-- settled by its answer; one that stays 'sending' was cut off, and nobody knows whether it went.
create table invoice_emails (
  id bigint generated always as identity primary key,
  invoice_id bigint not null constraint invoice_emails_invoice references invoices (id),
  recipient text not null,
  status text collate "C" not null check (status in ('sending', 'sent', 'failed')),
  requested_at timestamptz not null,
  settled_at timestamptz,
  -- Whose hourly limit it counts for, 'staff:7' or 'shell', and the name that remains when the user is deleted.
  sender text collate "C" not null,
  sent_by text not null,
  error text not null default '',
  check ((status = 'sending') = (settled_at is null))
);
create index invoice_emails_invoice on invoice_emails (invoice_id, id);
create index invoice_emails_sender on invoice_emails (sender, requested_at);
