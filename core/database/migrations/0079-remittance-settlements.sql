-- What a remittance settles of the dollars that were withheld; its money may be worth more or less by its day (decision 134).
drop trigger payroll_remittances_evidence on payroll_remittances;
alter table payroll_remittances add column settled_cents cents;
update payroll_remittances set settled_cents = amount_cents;
alter table payroll_remittances alter column settled_cents set not null;
alter table payroll_remittances add check (settled_cents > 0);
create trigger payroll_remittances_evidence before delete or update of id, remittance_number, kind, month, payment_date, account,
  money_account, currency, rate_cents, amount_cents, paid_amount_cents, reference, notes, created_at, created_by, settled_cents or
  truncate on payroll_remittances for each statement execute function evidence_kept();
