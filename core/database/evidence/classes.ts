import type { Tables } from '../tables.ts';
import { accessClasses } from './classes-access.ts';
import { supportClasses } from './classes-support.ts';

/** How the rows of a table may change. */
export interface TableClass<Column extends string = string> {
  /**
   * 'evidence': what happened; rows are never removed and no column changes, except as said below. 'sums': kept by triggers,
   * which refuse everybody else. 'records': ordinary rows. 'history': written by migrations alone.
   */
  class: 'evidence' | 'sums' | 'records' | 'history';
  /** Of evidence: columns that the product changes. */
  changing?: readonly Column[];
  /** Of evidence: columns that are empty (null, false or '') until they get a value, once. */
  once?: readonly Column[];
  /** Of evidence: columns that change until a condition on the row before (old) and after (new) holds. */
  until?: { readonly columns: readonly Column[]; readonly when: string };
  /** What the product removes. Of evidence without `unless` any row, and with it those alone for which that condition on `old` is false. */
  deletes?: string | { readonly what: string; readonly unless: string };
  /** Of evidence: removed with the record that it belongs to, or loses its key, by a foreign key. */
  follows?: true;
  /** Of evidence: what triggers of older migrations refuse already, and no others are made for. */
  refused?: readonly ('update' | 'delete' | 'truncate')[];
  /**
   * A column without meaning of its own that the application may change as far as rights go, because PostgreSQL wants such a
   * right of whoever locks rows; the triggers refuse the change.
   */
  locks?: Column;
}

const evidence = { class: 'evidence' } as const;
/** Evidence whose triggers are older than this rule. */
const refused = { class: 'evidence', refused: ['update', 'delete', 'truncate'] } as const;
const records = { class: 'records' } as const;
const sums = { class: 'sums' } as const;
const removable = (what: string) => ({ class: 'records', deletes: what }) as const;

/** Of a document that is reversed later. */
const reversal = ['reversed_on', 'reversed_at', 'reversed_by', 'reversal_reason'] as const;

const classes: { readonly [T in keyof Tables]: TableClass<keyof Tables[T] & string> } = {
  // The books.
  journal_entries: { ...refused, locks: 'id' },
  journal_lines: refused,
  accounting_months: {
    ...evidence,
    changing: ['locked_at', 'locked_by'],
    refused: ['delete', 'truncate'],
  },
  account_months: sums,
  cash_months: sums,
  revenue_days: sums,
  accounts: removable('unused accounts that an import made'),
  imported_lines: records,
  journal_templates: records,
  journal_template_months: evidence,
  currency_rates: refused,
  shown_pay_entries: evidence,

  // The till.
  tills: {
    ...evidence,
    changing: [
      ...(['status', 'usd_cents', 'ssp_cents', 'version', 'counted_at', 'counted_on'] as const),
      ...(['expected_usd_cents', 'expected_ssp_cents', 'counted_usd_cents'] as const),
      'counted_ssp_cents',
    ],
    // The amounts are kept by tills_guard.
    until: { columns: ['count_note', 'counted_by'], when: `old.status <> 'open'` },
    once: ['accepted_at', 'accepted_by', 'accepted_by_id', 'is_sole'],
    refused: ['delete', 'truncate'],
  },
  till_counts: refused,
  cash_movements: refused,

  // Invoices and payments.
  invoices: {
    ...evidence,
    changing: [
      ...([
        'due_date',
        'status',
        'paid_cents',
        'description',
        'notes',
        'paid_date',
        'payment_account',
      ] as const),
      ...([
        'payment_reference',
        'posting_revision',
        'version',
        'reopened_on',
        'undone_steps',
        'is_replaced',
      ] as const),
      ...(['disputed_since', 'counted_due_date'] as const),
    ],
    once: ['undone_run_id'],
    // Corrected and taken back with a new posting.
    until: {
      columns: [
        ...([
          'customer_id',
          'amount_cents',
          'ssp_cents',
          'package_name',
          'invoice_number',
        ] as const),
        'receivable_account',
      ],
      when: 'new.posting_revision = old.posting_revision and new.undone_run_id is not distinct from old.undone_run_id',
    },
  },
  invoice_lines: { ...evidence, deletes: 'the lines of an invoice that is corrected' },
  invoice_counts: sums,
  invoice_disputes: {
    ...evidence,
    once: ['decided_on', 'decided_at', 'decided_by', 'outcome', 'note'],
    refused: ['update', 'delete'],
  },
  invoice_emails: { ...evidence, changing: ['status', 'settled_at', 'error'] },
  billing_runs: {
    ...evidence,
    changing: [
      ...([
        'status',
        'heartbeat_at',
        'finished_at',
        'processed',
        'generated',
        'skipped',
        'revenue_cents',
        'error',
      ] as const),
      'total_customers',
    ],
  },
  bandwidth_purchases: evidence,
  payments: {
    ...evidence,
    changing: ['unallocated_cents', 'status', 'version', 'undone_steps', 'is_replaced'],
    once: ['reversed_date', 'reversed_at', 'reversed_by', 'reversal_reason', 'undone_run_id'],
    until: {
      columns: ['receipt_number'],
      when: 'new.undone_run_id is not distinct from old.undone_run_id',
    },
  },
  payment_allocations: {
    ...evidence,
    changing: ['amount_cents'],
    deletes: 'what a reversed payment or a corrected invoice no longer settles',
  },
  reversed_allocations: evidence,
  refunds: evidence,
  refund_parts: evidence,

  // Expenses.
  expenses: {
    ...evidence,
    changing: [
      ...([
        'expense_date',
        'location',
        'description',
        'search_text',
        'expense_type',
        'category',
        'reference',
        'notes',
      ] as const),
      ...(['revision', 'settled_cents', 'settled_ssp_cents', 'updated_at', 'version'] as const),
      ...(['raised_on', 'raised_by', 'raised_cents', 'import_key'] as const),
    ],
    once: ['deleted_at', 'deleted_by'],
    until: {
      columns: [
        ...([
          'currency',
          'amount_cents',
          'ssp_cents',
          'rate_cents',
          'account',
          'debit_account',
          'credit_account',
        ] as const),
      ],
      when: 'new.revision = old.revision',
    },
  },
  expense_payments: { ...evidence, once: reversal },
  expense_templates: records,

  // Purchases.
  suppliers: removable('suppliers that an import made and nothing names'),
  requisitions: removable('drafts'),
  requisition_lines: removable('the lines of a changed draft'),
  purchase_orders: removable('drafts'),
  purchase_order_lines: removable('the lines of a changed draft'),
  goods_receipts: evidence,
  goods_receipt_lines: evidence,
  supplier_bills: {
    ...evidence,
    changing: [
      ...([
        'supplier_number_key',
        'settled_cents',
        'settled_amount_cents',
        'status',
        'held_reason',
        'notes',
      ] as const),
      ...(['search_text', 'updated_at', 'version'] as const),
    ],
    once: ['posted_on', 'cancelled_on', 'cancel_reason'],
  },
  supplier_bill_lines: evidence,
  supplier_payments: {
    ...evidence,
    changing: ['advance_cents', 'advance_amount_cents', 'search_text', 'version'],
    once: reversal,
  },
  supplier_allocations: { ...evidence, once: ['is_reversed'] },

  // Stock and sales.
  equipment: removable('items that an import made and nothing names'),
  equipment_categories: removable('categories that an import made and no item has'),
  equipment_units: records,
  stock_levels: sums,
  stock_moves: refused,
  stock_adjustments: evidence,
  stock_counts: {
    ...evidence,
    changing: [
      ...([
        'status',
        'notes',
        'items',
        'counted',
        'differences',
        'difference_cents',
        'submitted_at',
        'version',
      ] as const),
    ],
    once: ['posted_at', 'posted_by'],
  },
  stock_count_lines: { ...evidence, changing: ['expected', 'counted', 'after_move'] },
  sales_orders: {
    ...evidence,
    changing: [
      ...([
        'customer_id',
        'delivery_date',
        'delivery_address',
        'notes',
        'status',
        'closed_reason',
        'rate_cents',
      ] as const),
      ...([
        'total_cents',
        'ssp_cents',
        'price_check',
        'search_text',
        'updated_at',
        'version',
        'order_date',
      ] as const),
      ...(['sales_person_id', 'sales_person_name'] as const),
    ],
    once: ['invoice_id', 'delivered_on', 'delivered_by', 'received_by'],
  },
  sales_order_lines: {
    ...evidence,
    changing: ['returned'],
    once: ['cost_cents', 'serials'],
    deletes: {
      what: 'the lines of a changed draft',
      unless: `old.cost_cents <> 0 or old.serials <> '{}'`,
    },
  },
  sales_returns: evidence,
  sales_return_lines: evidence,
  equipment_loans: {
    ...evidence,
    changing: ['notes', 'search_text', 'updated_at', 'version', 'status', 'ended_on', 'ended_by'],
    refused: ['delete', 'truncate'],
  },

  // People.
  departments: removable('departments without people'),
  employees: removable('employees that an import made and nothing names'),
  public_holidays: removable('holidays'),
  attendance: records,
  leave_requests: records,
  leave_carry_overs: records,
  hr_rates: refused,
  payroll_batches: evidence,
  payrolls: {
    ...evidence,
    changing: [
      ...([
        'status',
        'notes',
        'search_text',
        'paid_on',
        'updated_at',
        'version',
        'shown_group',
      ] as const),
      ...(['changed_by', 'changed_by_id'] as const),
    ],
    once: [
      ...(['posted_on', 'approved_by', 'approved_by_id', 'approved_at', 'is_sole'] as const),
      ...reversal,
    ],
    until: {
      columns: [
        ...([
          'base_cents',
          'overtime_cents',
          'bonus_cents',
          'gross_cents',
          'tax_cents',
          'social_cents',
        ] as const),
        ...([
          'employer_social_cents',
          'advance_cents',
          'other_cents',
          'net_cents',
          'is_tax_typed',
          'is_social_typed',
        ] as const),
        ...(['overtime_hundredths', 'hr_rate_id', 'rate_cents'] as const),
      ],
      when: 'old.posted_on is not null',
    },
  },
  payroll_payments: { ...evidence, changing: ['version'], once: reversal },
  payroll_payment_lines: { ...evidence, once: ['is_reversed'] },
  payroll_remittances: { ...evidence, changing: ['version'], once: reversal },
  employee_advances: { ...evidence, changing: ['repaid_cents', 'version'], once: reversal },
  advance_movements: refused,

  // Vouchers, mobile money, WiFi.
  voucher_bundles: removable('bundles that an import made and nothing names'),
  voucher_batches: { ...refused, locks: 'id' },
  voucher_voids: refused,
  vouchers: {
    ...refused,
    changing: ['status', 'activated_by'],
    once: ['activated_at', 'activated_on', 'expires_at', 'device_hash', 'void_id', 'lapsed_on'],
  },
  voucher_attempts: { ...evidence, deletes: 'old ones' },
  payment_intents: {
    ...evidence,
    changing: [
      ...([
        'status',
        'problem',
        'attempts',
        'checks',
        'next_check_at',
        'paid_currency',
        'paid_cents',
        'paid_phone',
      ] as const),
      ...(['settled_at', 'version', 'sent_at', 'provider_transaction_id', 'payment_id'] as const),
    ],
    refused: ['delete', 'truncate'],
  },
  payment_intent_invoices: evidence,
  payment_events: refused,
  payment_refunds: refused,
  wifi_sessions: { ...refused, once: ['ended_at'] },

  // Customers, their network and their messages.
  customers: removable('customers that nothing names'),
  customer_counts: { ...sums, deletes: 'counts of nobody' },
  customer_import_keys: records,
  customer_status_changes: { ...evidence, follows: true, refused: ['update', 'delete'] },
  network_nodes: removable('nodes that nothing names'),
  network_alarms: { ...evidence, once: ['ended_at', 'end_reason'] },
  network_interfaces: removable('interfaces that are gone'),
  network_rollups: removable('old measurements'),
  network_samples: removable('old measurements'),
  network_states: removable('of a node that is no longer measured'),
  network_watches: removable('what was watched for'),
  campaigns: records,
  messages: records,
  message_parts: removable('receipts of no message'),
  message_senders: removable('who has ended'),
  message_templates: removable('templates'),
  message_types: records,

  ...supportClasses,

  // Users.
  users: removable('accounts that nothing names'),
  sessions: removable('ended sessions'),
  second_factors: removable('factors'),
  recovery_codes: { ...evidence, once: ['used_at'], deletes: 'codes that others replace' },
  factor_attempts: { ...evidence, deletes: 'old ones' },
  refused_tries: removable('tries that were written into the audit log'),
  old_passwords: { ...evidence, deletes: 'all but the newest' },
  user_devices: removable('forgotten devices'),
  login_attempts: { ...evidence, deletes: 'old ones' },
  sign_in_addresses: removable('old ones'),
  saved_views: removable('views'),

  ...accessClasses,

  // Logs, files and the program itself.
  audit_log: refused,
  audit_seals: refused,
  idempotency_keys: {
    ...evidence,
    once: ['response'],
    deletes: 'keys of a day ago, and of what failed',
  },
  attachments: { ...evidence, deletes: 'files' },
  import_batches: { ...evidence, changing: ['undone_at', 'kept'] },
  import_files: { ...evidence, changing: ['removed_at'] },
  import_runs: records,
  import_mappings: records,
  outbox: { ...evidence, deletes: 'facts that all consumers have', locks: 'id' },
  outbox_consumers: removable('registrations'),
  outbox_deliveries: { ...evidence, follows: true },
  job_runs: removable('old ones'),
  report_schedules: removable('schedules'),
  report_deliveries: { ...evidence, follows: true },
  settings: removable('a pause'),
  counters: records,
  secret_key: records,
  schema_migrations: { class: 'history' },
};

/**
 * The class of each table (decision 129). Triggers (`evidence_kept` in the migrations), which bind the owner's plain statements
 * too, and the rights of the application's role are generated from it: `npx tsx -C nimule-source scripts/evidence.ts` says what a
 * new migration has to contain.
 */
export const tableClasses: Readonly<Record<string, TableClass>> = classes;
