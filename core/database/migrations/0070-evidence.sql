-- Tables of evidence refuse what their class does not allow (decision 129). The triggers below are generated from
-- core/database/evidence/classes.ts. A migration that has to change such rows disables the trigger for that, and enables it again.
create function evidence_kept() returns trigger language plpgsql as $$
begin
  raise exception '% holds evidence: this % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = tg_table_name || '_evidence';
end $$;

-- Locks that PostgreSQL gives only to those who may change any row; the role of the application may not.
create function lock_table(locked text) returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  case locked
    when 'journal_lines' then lock table public.journal_lines in share mode;
    when 'payroll_remittances' then lock table public.payroll_remittances in share row exclusive mode;
    when 'shown_pay_entries' then lock table public.shown_pay_entries in share row exclusive mode;
  end case;
end $$;
revoke execute on function lock_table(text) from public;

create trigger accounting_months_evidence before update of month on accounting_months for each statement execute function
  evidence_kept();
create trigger journal_template_months_evidence before delete or update or truncate on journal_template_months for each statement
  execute function evidence_kept();
create trigger shown_pay_entries_evidence before delete or update or truncate on shown_pay_entries for each statement execute
  function evidence_kept();
create trigger tills_evidence before update of id, till_number, user_id, user_name, opened_on, opened_at, float_usd_cents,
  float_ssp_cents on tills for each statement execute function evidence_kept();
create trigger tills_once before update of accepted_at, accepted_by, accepted_by_id, is_sole on tills for each row when
  (old.accepted_at is not null and new.accepted_at is distinct from old.accepted_at or old.accepted_by <> '' and new.accepted_by
  is distinct from old.accepted_by or old.accepted_by_id is not null and new.accepted_by_id is distinct from old.accepted_by_id or
  old.is_sole and new.is_sole is distinct from old.is_sole) execute function evidence_kept();
create trigger tills_final before update of count_note, counted_by on tills for each row when ((old.status <> 'open') and
  (new.count_note is distinct from old.count_note or new.counted_by is distinct from old.counted_by)) execute function
  evidence_kept();
create trigger invoices_evidence before delete or update of id, kind, billing_month, run_id, bill_date, rate_cents,
  created_at, created_by or truncate on invoices for each statement execute function evidence_kept();
create trigger invoices_once before update of undone_run_id on invoices for each row when (old.undone_run_id is not null and
  new.undone_run_id is distinct from old.undone_run_id) execute function evidence_kept();
create trigger invoices_final before update of customer_id, amount_cents, ssp_cents, package_name, invoice_number,
  receivable_account on invoices for
  each row when ((new.posting_revision = old.posting_revision and new.undone_run_id is not distinct from old.undone_run_id) and
  (new.customer_id is distinct from old.customer_id or new.amount_cents is distinct from old.amount_cents or new.ssp_cents is
  distinct from old.ssp_cents or new.package_name is distinct from old.package_name or new.invoice_number is distinct from
  old.invoice_number or new.receivable_account is distinct from old.receivable_account)) execute function evidence_kept();
create trigger invoice_lines_evidence before update or truncate on invoice_lines for each statement execute function
  evidence_kept();
create trigger invoice_disputes_evidence before truncate on invoice_disputes for each statement execute function evidence_kept();
create trigger invoice_emails_evidence before delete or update of id, invoice_id, recipient, requested_at, sender, sent_by or
  truncate on invoice_emails for each statement execute function evidence_kept();
create trigger billing_runs_evidence before delete or update of id, month, started_at, actor_name, rate_cents or truncate on
  billing_runs for each statement execute function evidence_kept();
create trigger bandwidth_purchases_evidence before delete or update or truncate on bandwidth_purchases for each statement execute
  function evidence_kept();
create trigger payments_evidence before delete or update of id, customer_id, kind, payment_date, account, currency, amount_cents,
  ssp_cents, rate_cents, reference, notes, created_at, created_by, money_account, credited_invoice_id or truncate on payments for
  each statement execute function evidence_kept();
create trigger payments_once before update of reversed_date, reversed_at, reversed_by, reversal_reason, undone_run_id on payments
  for each row when (old.reversed_date is not null and new.reversed_date is distinct from old.reversed_date or old.reversed_at is
  not null and new.reversed_at is distinct from old.reversed_at or old.reversed_by <> '' and new.reversed_by is distinct from
  old.reversed_by or old.reversal_reason <> '' and new.reversal_reason is distinct from old.reversal_reason or old.undone_run_id
  is not null and new.undone_run_id is distinct from old.undone_run_id) execute function evidence_kept();
create trigger payments_final before update of receipt_number on payments for each row when ((new.undone_run_id is not distinct
  from old.undone_run_id) and (new.receipt_number is distinct from old.receipt_number)) execute function evidence_kept();
create trigger payment_allocations_evidence before update of payment_id, invoice_id or truncate on payment_allocations for each
  statement execute function evidence_kept();
create trigger reversed_allocations_evidence before delete or update or truncate on reversed_allocations for each statement
  execute function evidence_kept();
create trigger refunds_evidence before delete or update or truncate on refunds for each statement execute function
  evidence_kept();
create trigger refund_parts_evidence before delete or update or truncate on refund_parts for each statement execute function
  evidence_kept();
create trigger expenses_evidence before delete or update of id, transaction_id, template_id, template_month, created_at,
  created_by or truncate on expenses for each statement execute function evidence_kept();
create trigger expenses_once before update of deleted_at, deleted_by on expenses for each row when (old.deleted_at is not null and
  new.deleted_at is distinct from old.deleted_at or old.deleted_by <> '' and new.deleted_by is distinct from old.deleted_by)
  execute function evidence_kept();
create trigger expenses_final before update of currency, amount_cents, ssp_cents, rate_cents, account, debit_account,
  credit_account on expenses for each row when ((new.revision = old.revision) and (new.currency is distinct from old.currency or
  new.amount_cents is distinct from old.amount_cents or new.ssp_cents is distinct from old.ssp_cents or new.rate_cents is distinct
  from old.rate_cents or new.account is distinct from old.account or new.debit_account is distinct from old.debit_account or
  new.credit_account is distinct from old.credit_account)) execute function evidence_kept();
create trigger expense_payments_evidence before delete or update of id, expense_id, payment_date, account, currency, amount_cents,
  ssp_cents, rate_cents, settled_cents, settled_ssp_cents, credit_account, reference, created_at, created_by or truncate on
  expense_payments for each statement execute function evidence_kept();
create trigger expense_payments_once before update of reversed_on, reversed_at, reversed_by, reversal_reason on expense_payments
  for each row when (old.reversed_on is not null and new.reversed_on is distinct from old.reversed_on or old.reversed_at is not
  null and new.reversed_at is distinct from old.reversed_at or old.reversed_by <> '' and new.reversed_by is distinct from
  old.reversed_by or old.reversal_reason <> '' and new.reversal_reason is distinct from old.reversal_reason) execute function
  evidence_kept();
create trigger goods_receipts_evidence before delete or update or truncate on goods_receipts for each statement execute function
  evidence_kept();
create trigger goods_receipt_lines_evidence before delete or update or truncate on goods_receipt_lines for each statement execute
  function evidence_kept();
create trigger supplier_bills_evidence before delete or update of id, bill_id, supplier_id, supplier_number, bill_date, due_date,
  currency, rate_cents, total_amount_cents, total_cents, created_at, created_by, created_by_id or truncate on supplier_bills for
  each statement execute function evidence_kept();
create trigger supplier_bills_once before update of posted_on, cancelled_on, cancel_reason on supplier_bills for each row when
  (old.posted_on is not null and new.posted_on is distinct from old.posted_on or old.cancelled_on is not null and new.cancelled_on
  is distinct from old.cancelled_on or old.cancel_reason <> '' and new.cancel_reason is distinct from old.cancel_reason) execute
  function evidence_kept();
create trigger supplier_bill_lines_evidence before delete or update or truncate on supplier_bill_lines for each statement execute
  function evidence_kept();
create trigger supplier_payments_evidence before delete or update of id, payment_id, supplier_id, payment_date, account,
  credit_account, currency, rate_cents, amount_cents, amount_usd_cents, reference, notes, created_at, created_by or truncate on
  supplier_payments for each statement execute function evidence_kept();
create trigger supplier_payments_once before update of reversed_on, reversed_at, reversed_by, reversal_reason on supplier_payments
  for each row when (old.reversed_on is not null and new.reversed_on is distinct from old.reversed_on or old.reversed_at is not
  null and new.reversed_at is distinct from old.reversed_at or old.reversed_by <> '' and new.reversed_by is distinct from
  old.reversed_by or old.reversal_reason <> '' and new.reversal_reason is distinct from old.reversal_reason) execute function
  evidence_kept();
create trigger supplier_allocations_evidence before delete or update of id, payment_id, bill_id, allocated_on, paid_amount_cents,
  paid_cents, settled_amount_cents, settled_cents or truncate on supplier_allocations for each statement execute function
  evidence_kept();
create trigger supplier_allocations_once before update of is_reversed on supplier_allocations for each row when (old.is_reversed
  and new.is_reversed is distinct from old.is_reversed) execute function evidence_kept();
create trigger stock_adjustments_evidence before delete or update or truncate on stock_adjustments for each statement execute
  function evidence_kept();
create trigger stock_counts_evidence before delete or update of id, count_id, count_date, created_at, created_by, created_by_id or
  truncate on stock_counts for each statement execute function evidence_kept();
create trigger stock_counts_once before update of posted_at, posted_by on stock_counts for each row when (old.posted_at is not
  null and new.posted_at is distinct from old.posted_at or old.posted_by <> '' and new.posted_by is distinct from old.posted_by)
  execute function evidence_kept();
create trigger stock_count_lines_evidence before delete or update of count_id, equipment_id or truncate on stock_count_lines for
  each statement execute function evidence_kept();
create trigger sales_orders_evidence before delete or update of id, order_number, is_counter_sale, created_at, created_by or
  truncate on sales_orders for each statement execute function evidence_kept();
create trigger sales_orders_once before update of invoice_id, delivered_on, delivered_by, received_by on sales_orders for each row
  when (old.invoice_id is not null and new.invoice_id is distinct from old.invoice_id or old.delivered_on is not null and
  new.delivered_on is distinct from old.delivered_on or old.delivered_by <> '' and new.delivered_by is distinct from
  old.delivered_by or old.received_by <> '' and new.received_by is distinct from old.received_by) execute function
  evidence_kept();
create trigger sales_order_lines_evidence before update of order_id, line_no, equipment_id, description, list_price_cents,
  quantity, unit_price_cents, total_cents or truncate on sales_order_lines for each statement execute function evidence_kept();
create trigger sales_order_lines_once before update of cost_cents, serials on sales_order_lines for each row when (old.cost_cents
  <> 0 and new.cost_cents is distinct from old.cost_cents or old.serials <> '{}' and new.serials is distinct from old.serials)
  execute function evidence_kept();
create trigger sales_order_lines_removed before delete on sales_order_lines for each row when (old.cost_cents <> 0 or old.serials
  <> '{}') execute function evidence_kept();
create trigger sales_returns_evidence before delete or update or truncate on sales_returns for each statement execute function
  evidence_kept();
create trigger sales_return_lines_evidence before delete or update or truncate on sales_return_lines for each statement execute
  function evidence_kept();
create trigger equipment_loans_evidence before update of id, loan_number, equipment_id, unit_id, description, serial, mac_address,
  quantity, customer_id, issued_on, issued_by, value_cents, created_at on equipment_loans for each statement execute function
  evidence_kept();
create trigger payroll_batches_evidence before delete or update or truncate on payroll_batches for each statement execute function
  evidence_kept();
create trigger payrolls_evidence before delete or update of id, payroll_number, employee_id, batch_id, start_date, end_date,
  processed_at, processed_by, processed_by_id or truncate on payrolls for each statement execute function evidence_kept();
create trigger payrolls_once before update of posted_on, approved_by, approved_by_id, approved_at, is_sole, reversed_on,
  reversed_at, reversed_by, reversal_reason on payrolls for each row when (old.posted_on is not null and new.posted_on is distinct
  from old.posted_on or old.approved_by <> '' and new.approved_by is distinct from old.approved_by or old.approved_by_id is not
  null and new.approved_by_id is distinct from old.approved_by_id or old.approved_at is not null and new.approved_at is distinct
  from old.approved_at or old.is_sole and new.is_sole is distinct from old.is_sole or old.reversed_on is not null and
  new.reversed_on is distinct from old.reversed_on or old.reversed_at is not null and new.reversed_at is distinct from
  old.reversed_at or old.reversed_by <> '' and new.reversed_by is distinct from old.reversed_by or old.reversal_reason <> '' and
  new.reversal_reason is distinct from old.reversal_reason) execute function evidence_kept();
create trigger payrolls_final before update of base_cents, overtime_cents, bonus_cents, gross_cents, tax_cents, social_cents,
  employer_social_cents, advance_cents, other_cents, net_cents, is_tax_typed, is_social_typed, overtime_hundredths, hr_rate_id,
  rate_cents on payrolls for each row when ((old.posted_on is not null) and (new.base_cents is distinct from old.base_cents or
  new.overtime_cents is distinct from old.overtime_cents or new.bonus_cents is distinct from old.bonus_cents or new.gross_cents is
  distinct from old.gross_cents or new.tax_cents is distinct from old.tax_cents or new.social_cents is distinct from
  old.social_cents or new.employer_social_cents is distinct from old.employer_social_cents or new.advance_cents is distinct from
  old.advance_cents or new.other_cents is distinct from old.other_cents or new.net_cents is distinct from old.net_cents or
  new.is_tax_typed is distinct from old.is_tax_typed or new.is_social_typed is distinct from old.is_social_typed or
  new.overtime_hundredths is distinct from old.overtime_hundredths or new.hr_rate_id is distinct from old.hr_rate_id or
  new.rate_cents is distinct from old.rate_cents)) execute function evidence_kept();
create trigger payroll_payments_evidence before delete or update of id, payment_number, payment_date, account, money_account,
  currency, rate_cents, amount_cents, paid_amount_cents, payrolls, reference, notes, created_at, created_by or truncate on
  payroll_payments for each statement execute function evidence_kept();
create trigger payroll_payments_once before update of reversed_on, reversed_at, reversed_by, reversal_reason on payroll_payments
  for each row when (old.reversed_on is not null and new.reversed_on is distinct from old.reversed_on or old.reversed_at is not
  null and new.reversed_at is distinct from old.reversed_at or old.reversed_by <> '' and new.reversed_by is distinct from
  old.reversed_by or old.reversal_reason <> '' and new.reversal_reason is distinct from old.reversal_reason) execute function
  evidence_kept();
create trigger payroll_payment_lines_evidence before delete or update of payment_id, payroll_id, amount_cents, paid_amount_cents
  or truncate on payroll_payment_lines for each statement execute function evidence_kept();
create trigger payroll_payment_lines_once before update of is_reversed on payroll_payment_lines for each row when (old.is_reversed
  and new.is_reversed is distinct from old.is_reversed) execute function evidence_kept();
create trigger payroll_remittances_evidence before delete or update of id, remittance_number, kind, month, payment_date, account,
  money_account, currency, rate_cents, amount_cents, paid_amount_cents, reference, notes, created_at, created_by or truncate on
  payroll_remittances for each statement execute function evidence_kept();
create trigger payroll_remittances_once before update of reversed_on, reversed_at, reversed_by, reversal_reason on
  payroll_remittances for each row when (old.reversed_on is not null and new.reversed_on is distinct from old.reversed_on or
  old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at or old.reversed_by <> '' and new.reversed_by is
  distinct from old.reversed_by or old.reversal_reason <> '' and new.reversal_reason is distinct from old.reversal_reason) execute
  function evidence_kept();
create trigger employee_advances_evidence before delete or update of id, advance_number, employee_id, advance_date, amount_cents,
  instalment_cents, first_month, account, money_account, currency, paid_amount_cents, rate_cents, reason, reference, created_at,
  created_by or truncate on employee_advances for each statement execute function evidence_kept();
create trigger employee_advances_once before update of reversed_on, reversed_at, reversed_by, reversal_reason on employee_advances
  for each row when (old.reversed_on is not null and new.reversed_on is distinct from old.reversed_on or old.reversed_at is not
  null and new.reversed_at is distinct from old.reversed_at or old.reversed_by <> '' and new.reversed_by is distinct from
  old.reversed_by or old.reversal_reason <> '' and new.reversal_reason is distinct from old.reversal_reason) execute function
  evidence_kept();
create trigger voucher_attempts_evidence before update or truncate on voucher_attempts for each statement execute function
  evidence_kept();
create trigger payment_intents_evidence before update of id, reference, purpose, visitor_hash, package_id, customer_id, provider,
  driver, phone, currency, amount_cents, usd_cents, rate_cents, created_at, created_by, created_by_id, address, hotspot_id on
  payment_intents for each statement execute function evidence_kept();
create trigger payment_intent_invoices_evidence before delete or update or truncate on payment_intent_invoices for each statement
  execute function evidence_kept();
create trigger customer_status_changes_evidence before truncate on customer_status_changes for each statement when
  (pg_trigger_depth() = 0) execute function evidence_kept();
create trigger network_alarms_evidence before delete or update of id, node_id, kind, began_at, raised_at, value, threshold or
  truncate on network_alarms for each statement execute function evidence_kept();
create trigger network_alarms_once before update of ended_at, end_reason on network_alarms for each row when (old.ended_at is not
  null and new.ended_at is distinct from old.ended_at or old.end_reason <> '' and new.end_reason is distinct from old.end_reason)
  execute function evidence_kept();
create trigger ticket_comments_evidence before delete or update or truncate on ticket_comments for each statement execute function
  evidence_kept();
create trigger assistant_messages_evidence before delete or truncate on assistant_messages for each statement when
  (pg_trigger_depth() = 0) execute function evidence_kept();
create trigger assistant_trainings_evidence before delete or update or truncate on assistant_trainings for each statement execute
  function evidence_kept();
create trigger recovery_codes_evidence before update of user_id, code_hash, made_at or truncate on recovery_codes for each
  statement execute function evidence_kept();
create trigger recovery_codes_once before update of used_at on recovery_codes for each row when (old.used_at is not null and
  new.used_at is distinct from old.used_at) execute function evidence_kept();
create trigger factor_attempts_evidence before update or truncate on factor_attempts for each statement execute function
  evidence_kept();
create trigger old_passwords_evidence before update or truncate on old_passwords for each statement execute function
  evidence_kept();
create trigger login_attempts_evidence before update or truncate on login_attempts for each statement execute function
  evidence_kept();
create trigger approvals_evidence before delete or update of id, kind, entity, entity_id, record, summary, amount_cents,
  requested_by, requested_by_id, reason, requested_at, expires_at, payload, facts, for_user_id or truncate on approvals for each
  statement execute function evidence_kept();
create trigger approvals_once before update of decided_by, decided_by_id, decided_at, decision_reason, is_sole on approvals for
  each row when (old.decided_by <> '' and new.decided_by is distinct from old.decided_by or old.decided_by_id is not null and
  new.decided_by_id is distinct from old.decided_by_id or old.decided_at is not null and new.decided_at is distinct from
  old.decided_at or old.decision_reason <> '' and new.decision_reason is distinct from old.decision_reason or old.is_sole and
  new.is_sole is distinct from old.is_sole) execute function evidence_kept();
create trigger idempotency_keys_evidence before update of actor, operation, key, body_hash, created_at or truncate on
  idempotency_keys for each statement execute function evidence_kept();
create trigger idempotency_keys_once before update of response on idempotency_keys for each row when (old.response is not null and
  new.response is distinct from old.response) execute function evidence_kept();
create trigger attachments_evidence before update or truncate on attachments for each statement execute function evidence_kept();
create trigger import_batches_evidence before delete or update of run_id, number, created, changes, change_count, refused, notes,
  differences, difference_count, touched or truncate on import_batches for each statement execute function evidence_kept();
create trigger import_files_evidence before delete or update of id, filename, bytes, "sha256", uploaded_at, actor_key, actor_name,
  detected_type or truncate on import_files for each statement execute function evidence_kept();
create trigger outbox_evidence before update or truncate on outbox for each statement execute function evidence_kept();
create trigger outbox_deliveries_evidence before delete or update or truncate on outbox_deliveries for each statement when
  (pg_trigger_depth() = 0) execute function evidence_kept();
create trigger report_deliveries_evidence before delete or update or truncate on report_deliveries for each statement when
  (pg_trigger_depth() = 0) execute function evidence_kept();
