import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import { type AuditFilter, type AuditRow, identityKey } from '../../identity/schema.ts';
import type { Page } from '../../kernel/paging.ts';

/** A record found by a name, and the entity of its audit lines. */
export interface NamedRecord {
  kind: string;
  entity: string;
  entityId: string;
}

/** The records with a name. Invoices of a monthly run share the audit line of the run until they are changed. */
export async function findRecordsNamed(db: Db, name: string): Promise<NamedRecord[]> {
  // Our own numbers are upper case; imported ones are stored as in their file.
  const names = sql`(${name}, ${name.toUpperCase()})`;
  const { rows } = await sql<NamedRecord>`
    select 'customer' as kind, 'customer' as entity, id::text as "entityId" from customers where customer_id in ${names}
    union all select 'invoice', 'invoice', id::text from invoices where invoice_number in ${names}
    union all select 'invoice', 'billingRun', run_id::text from invoices
      where invoice_number in ${names} and run_id is not null
    union all select 'payment', 'payment', id::text from payments where receipt_number in ${names}
    union all select 'ticket', 'ticket', id::text from tickets where ticket_id in ${names}
    union all select 'expense', 'expense', id::text from expenses where transaction_id in ${names}
    union all select 'supplier', 'supplier', id::text from suppliers where supplier_code in ${names}
    union all select 'requisition', 'requisition', id::text from requisitions where requisition_id in ${names}
    union all select 'purchaseOrder', 'purchaseOrder', id::text from purchase_orders where po_number in ${names}
    union all select 'purchaseOrder', 'purchaseOrder', order_id::text from goods_receipts where receipt_id in ${names}
    union all select 'entry', 'entry', id::text from journal_entries where entry_number in ${names}
    union all select 'equipment', 'equipment', id::text from equipment where equipment_id in ${names}
    union all select 'loan', 'loan', id::text from equipment_loans where loan_number in ${names}
    union all select 'stockCount', 'stockCount', id::text from stock_counts where count_id in ${names}
    union all select 'till', 'till', id::text from tills where till_number in ${names}
    union all select 'salesOrder', 'salesOrder', id::text from sales_orders where order_number in ${names}
    union all select 'voucherBatch', 'voucherBatch', id::text from voucher_batches where batch_number in ${names}
    union all select 'employee', 'employee', id::text from employees where employee_number in ${names}
    union all select 'user', 'user', id::text from users where username_key = ${identityKey(name)}`.execute(
    db,
  );
  return rows;
}

function filtered(db: Db, filter: AuditFilter, named: readonly NamedRecord[]) {
  let query = db.selectFrom('audit_log');
  const { entity, entityId } = filter;
  if (entityId) {
    query = query.where((eb) =>
      eb.or([
        eb.and({ entity_id: entityId, ...(entity ? { entity } : {}) }),
        ...named.map((record) => eb.and({ entity: record.entity, entity_id: record.entityId })),
      ]),
    );
  } else if (entity) query = query.where('entity', '=', entity);
  if (filter.q) {
    // The expression of the index audit_log_search.
    query = query.where(
      sql<boolean>`lower((actor_name || ' ' || coalesce(actor_username, '') || ' ' || action || ' ' || summary) collate "default") like ${containing(filter.q)}`,
    );
  }
  return query;
}

/** Newest first by default; `id` is the order of insertion. */
const sorts: Sorts<'at'> = {
  keys: { at: 'id' },
  unique: 'id',
  first: { column: 'at', descending: true },
  complete: ['at'],
};

export function findAuditLines(
  db: Db,
  filter: AuditFilter,
  named: readonly NamedRecord[],
): Promise<Page<AuditRow>> {
  const query = filtered(db, filter, named).select([
    'id',
    'at',
    'actor_kind as actorKind',
    'actor_id as actorId',
    'actor_name as actorName',
    'actor_username as actorUsername',
    'origin',
    'action',
    'entity',
    'entity_id as entityId',
    'summary',
    'before',
    'after',
    'format',
  ]);
  return findPage(query, sorts, filter);
}
