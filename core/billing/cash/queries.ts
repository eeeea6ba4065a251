import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';

/** The recorded payments of customers that have a reference. */
export function findReferences(db: Db, customerIds: readonly number[]) {
  return db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral(byKey('payments', 'customer_id', 'k.id').as('p'))
    .select(['p.customer_id as customerId', 'p.receipt_number as receiptId', 'p.account'])
    .select(['p.payment_date as paymentDate', 'p.amount_cents as amountUsd', 'p.reference'])
    .where(
      sql<SqlBool>`p.kind in ('payment', 'before_opening') and p.status = 'recorded' and p.reference <> ''`,
    )
    .orderBy('p.id')
    .execute();
}
