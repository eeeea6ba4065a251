// Written by scripts/schema-dump.ts from the migrations.
import type { ColumnType, Generated } from 'kysely';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';

type Json = ColumnType<unknown, string | null, string | null>;

/** The tables as the driver returns them: cents as numbers, dates as 'YYYY-MM-DD', instants as Date. */
export interface Tables {
  account_months: {
    account_code: string;
    month: IsoDate;
    debit_cents: Generated<Cents>;
    credit_cents: Generated<Cents>;
  };
  accounting_months: {
    month: IsoDate;
    locked_at: Date | null;
    locked_by: string | null;
  };
  accounts: {
    code: string;
    name: string;
    type: 'ASSET' | 'LIABILITY' | 'EQUITY' | 'REVENUE' | 'EXPENSE';
    parent_code: string | null;
    level: number;
    parent_level: Generated<number | null>;
    normal_balance: 'DEBIT' | 'CREDIT';
    is_cash: Generated<boolean>;
    is_active: Generated<boolean>;
    id: Generated<number>;
  };
  audit_log: {
    id: Generated<number>;
    at: Date;
    actor_kind: 'staff' | 'shell' | 'system' | 'visitor';
    actor_id: number | null;
    actor_name: string;
    origin: Generated<string>;
    action: string;
    entity: string;
    entity_id: string;
    summary: Generated<string>;
    before: Json;
    after: Json;
    actor_username: string | null;
    format: Generated<1 | 2>;
  };
  bandwidth_purchases: {
    id: Generated<number>;
    valid_from: IsoDate;
    mbps: number;
    created_at: Date;
    created_by: string;
  };
  billing_runs: {
    id: Generated<number>;
    month: IsoDate;
    status: 'running' | 'done' | 'failed' | 'abandoned';
    started_at: Date;
    heartbeat_at: Date;
    finished_at: Date | null;
    actor_name: string;
    total_customers: Generated<number>;
    processed: Generated<number>;
    generated: Generated<number>;
    skipped: Generated<number>;
    revenue_cents: Generated<Cents>;
    error: Generated<string>;
    rate_cents: Cents;
  };
  counters: {
    name: string;
    value: Generated<number>;
  };
  currency_rates: {
    id: Generated<number>;
    purpose: 'standard' | 'voucher';
    rate_cents: Cents;
    valid_from: IsoDate;
    created_at: Date;
    created_by: string;
    note: Generated<string>;
  };
  customer_status_changes: {
    id: Generated<number>;
    customer_id: number;
    from_status: 'Active' | 'Suspended' | 'Inactive' | null;
    to_status: 'Active' | 'Suspended' | 'Inactive';
    at: Date;
    business_date: IsoDate;
    by_rule: boolean;
    actor_kind: 'staff' | 'shell' | 'system' | 'visitor';
    actor_id: number | null;
    actor_name: string;
    reconstructed: Generated<boolean>;
  };
  customers: {
    id: Generated<number>;
    customer_id: string;
    name: string;
    type: 'business' | 'individual';
    email: Generated<string>;
    phone: Generated<string>;
    location: string;
    address: Generated<string>;
    package_type: string;
    bandwidth: Generated<number>;
    monthly_fee_cents: Generated<Cents>;
    connection_fee_cents: Generated<Cents>;
    other_expenses_cents: Generated<Cents>;
    connection_fee_billed: Generated<boolean>;
    service_start_date: IsoDate;
    installation_date: IsoDate | null;
    status: 'Active' | 'Suspended' | 'Inactive';
    suspended_by_rule: Generated<boolean>;
    do_not_disconnect_until: IsoDate | null;
    do_not_disconnect_reason: Generated<string>;
    search_text: string;
    created_at: Date;
    updated_at: Date;
    version: Generated<number>;
    connection_fee_billed_before: Generated<boolean>;
    undone_run_id: number | null;
  };
  idempotency_keys: {
    actor: string;
    operation: string;
    key: string;
    body_hash: string;
    response: Json;
    created_at: Date;
  };
  import_batches: {
    run_id: number;
    number: number;
    created: Json;
    changes: Json;
    change_count: Generated<number>;
    refused: Json;
    notes: Json;
    differences: Json;
    difference_count: Generated<number>;
    undone_at: Date | null;
    kept: Json;
    touched: Json;
  };
  import_files: {
    id: Generated<number>;
    filename: string;
    bytes: number;
    sha256: string;
    uploaded_at: Date;
    actor_key: string;
    actor_name: string;
    detected_type: string | null;
    removed_at: Date | null;
  };
  import_mappings: {
    type: string;
    headers_hash: string;
    settings: Json;
    saved_at: Date;
    actor_name: string;
  };
  import_runs: {
    id: Generated<number>;
    type: string;
    filename: string;
    mapping: Json;
    status: 'queued' | 'running' | 'done' | 'failed' | 'stopped' | 'abandoned';
    started_at: Date;
    heartbeat_at: Date;
    finished_at: Date | null;
    actor_name: string;
    created: Generated<number>;
    updated: Generated<number>;
    unchanged: Generated<number>;
    failed: Generated<number>;
    error: Generated<string>;
    lines: Generated<number>;
    file_id: number | null;
    user_id: number | null;
    claimed_by: Generated<string>;
    total_rows: number | null;
    warnings: Json;
    reasons: Json;
    reconciliation: Json;
    is_stop_requested: Generated<boolean>;
    undo_status: 'running' | 'done' | 'failed' | null;
    undo_heartbeat_at: Date | null;
    undone_at: Date | null;
    undone_by: Generated<string>;
    removed: Generated<number>;
    reversed: Generated<number>;
    kept: Generated<number>;
    undo_error: Generated<string>;
  };
  imported_lines: {
    source: 'import.cash' | 'import.accounting';
    id: number;
    key: string;
    content: string;
    payment_id: number | null;
  };
  invoice_emails: {
    id: Generated<number>;
    invoice_id: number;
    recipient: string;
    status: 'sending' | 'sent' | 'failed';
    requested_at: Date;
    settled_at: Date | null;
    sender: string;
    sent_by: string;
    error: Generated<string>;
  };
  invoice_lines: {
    invoice_id: number;
    line_no: number;
    kind: 'subscription' | 'connection' | 'other' | 'service' | 'additional';
    description: string;
    amount_cents: Cents;
    account_code: string;
  };
  invoices: {
    id: number;
    invoice_number: string;
    customer_id: number;
    kind: 'recurring' | 'manual' | 'imported' | 'opening';
    billing_month: IsoDate | null;
    run_id: number | null;
    bill_date: IsoDate;
    due_date: IsoDate;
    status: 'pending' | 'paid' | 'overdue' | 'cancelled';
    amount_cents: Cents;
    paid_cents: Generated<Cents>;
    rate_cents: Cents;
    ssp_cents: Cents;
    description: string;
    notes: Generated<string>;
    receivable_account: string;
    paid_date: IsoDate | null;
    payment_account: 'cash' | 'bank' | 'mobile_money' | null;
    payment_reference: Generated<string>;
    posting_revision: Generated<number>;
    created_at: Date;
    created_by: string;
    version: Generated<number>;
    reopened_on: IsoDate | null;
    package_name: string | null;
    undone_run_id: number | null;
    undone_steps: Generated<number>;
    is_replaced: Generated<boolean>;
  };
  job_runs: {
    job: string;
    period: string;
    status: 'running' | 'done' | 'failed';
    claimed_by: string;
    lease_until: Date;
    started_at: Date;
    finished_at: Date | null;
    attempts: Generated<number>;
    summary: Generated<string>;
    error: Generated<string>;
  };
  journal_entries: {
    id: number;
    entry_number: string;
    entry_date: IsoDate;
    month: IsoDate;
    description: string;
    reference: Generated<string>;
    source: string;
    source_id: number;
    revision: Generated<number>;
    total_cents: Cents;
    reversal_of: number | null;
    created_at: Date;
    created_by: string;
  };
  journal_lines: {
    entry_id: number;
    line_no: number;
    month: IsoDate;
    account_code: string;
    debit_cents: Generated<Cents>;
    credit_cents: Generated<Cents>;
    customer_id: number | null;
    description: Generated<string>;
  };
  login_attempts: {
    id: Generated<number>;
    username_key: string;
    ip: string;
    at: Date;
  };
  outbox: {
    id: Generated<number>;
    at: Date;
    fact: string;
    entity_id: number;
    data: Json;
  };
  outbox_consumers: {
    consumer: string;
    fact: string;
    after_id: number;
    registered_at: Date;
  };
  outbox_deliveries: {
    consumer: string;
    fact_id: number;
    delivered_at: Date;
  };
  payment_allocations: {
    payment_id: number;
    invoice_id: number;
    amount_cents: Cents;
  };
  payments: {
    id: Generated<number>;
    receipt_number: string;
    customer_id: number;
    kind: 'payment' | 'credit' | 'opening' | 'before_opening';
    payment_date: IsoDate;
    account: 'cash' | 'bank' | 'mobile_money' | null;
    currency: 'USD' | 'SSP';
    amount_cents: Cents;
    ssp_cents: Cents;
    rate_cents: Cents;
    unallocated_cents: Cents;
    reference: Generated<string>;
    notes: Generated<string>;
    status: 'recorded' | 'reversed';
    reversed_date: IsoDate | null;
    created_at: Date;
    created_by: string;
    version: Generated<number>;
    reversed_at: Date | null;
    reversed_by: Generated<string>;
    reversal_reason: Generated<string>;
    undone_run_id: number | null;
    undone_steps: Generated<number>;
    is_replaced: Generated<boolean>;
  };
  reversed_allocations: {
    payment_id: number;
    invoice_id: number;
    amount_cents: Cents;
  };
  schema_migrations: {
    version: number;
    name: string;
    checksum: string;
    applied_at: Date;
  };
  sessions: {
    id: Generated<number>;
    token_hash: Buffer;
    user_id: number;
    created_at: Date;
    last_activity_at: Date;
    ip: Generated<string>;
    user_agent: Generated<string>;
  };
  settings: {
    name: string;
    value: Json;
    version: Generated<number>;
    updated_at: Date;
  };
  sign_in_addresses: {
    address: string;
    user_id: number;
    last_at: Date;
  };
  users: {
    id: Generated<number>;
    username: string;
    username_key: string;
    email: string;
    email_key: string;
    full_name: string;
    search_text: string;
    role: 'master_admin' | 'developer' | 'super_admin' | 'ceo' | 'operations_manager' | 'technical_manager' | 'admin' | 'manager' | 'technician' | 'support' | 'billing';
    grants: Generated<string[]>;
    password_hash: string;
    is_active: Generated<boolean>;
    must_change_password: Generated<boolean>;
    last_password_change: Date | null;
    last_login_at: Date | null;
    created_at: Date;
    version: Generated<number>;
    temporary_until: Date | null;
    name_key: string | null;
  };
}
