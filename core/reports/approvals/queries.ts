import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { Cents } from '../../kernel/money.ts';
import type { PendingDocument } from '../../procurement/service-waiting.ts';

/** A document that waits for a decision by its own status. */
export interface WaitingDocument extends PendingDocument {
  id: number;
  /** Who it is for: department, or supplier. */
  about: string;
  amountUsd: Cents;
  /** What its requisition was approved for, of an order; null without one. */
  requisitionUsd: Cents | null;
  notes: string;
  requestedAt: Date;
}

/** The first requisitions that wait for review or approval and orders that wait for approval, of these kinds, oldest first. */
export async function findWaitingDocuments(
  db: Db,
  kinds: readonly WaitingDocument['kind'][],
  limit: number,
): Promise<WaitingDocument[]> {
  const { rows } = await sql<WaitingDocument>`
    select * from (
      select 'requisition' as kind, r.id, r.requisition_id as record, r.department as about, r.status,
        r.total_cents as "amountUsd", r.requested_by as "requestedBy", r.requested_by_id as "requestedById",
        r.changed_by as "changedBy", r.changed_by_id as "changedById", r.notes, r.created_at as "requestedAt", null::bigint as "requisitionUsd"
      from requisitions r where r.status in ('pending', 'reviewed')
      union all
      select 'purchase_order', o.id, o.po_number, s.name, o.status, o.total_cents, o.created_by, o.created_by_id, o.changed_by,
        o.changed_by_id, o.notes, o.created_at, q.total_cents
      from purchase_orders o join suppliers s on s.id = o.supplier_id left join requisitions q on q.id = o.requisition_id
      where o.status = 'pending') w
    where kind = any(${arrayOf('text', kinds)})
    order by "requestedAt", id limit ${limit}`.execute(db);
  return rows;
}
