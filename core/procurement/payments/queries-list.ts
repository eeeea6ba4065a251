import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import { firstDay, lastDay } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import { payments } from './queries.ts';
import type { PaymentRecord } from './rules.ts';
import type { SupplierPayment, SupplierPaymentFilter, SupplierPaymentSort } from './schema.ts';

const sorts: Sorts<SupplierPaymentSort> = {
  keys: {
    paymentDate: 'p.payment_date',
    paymentId: [sql`length(p.payment_id)`, 'p.payment_id'],
    amountUsd: 'p.amount_usd_cents',
  },
  unique: 'p.id',
  first: { column: 'paymentDate', descending: true },
};

/** One page of the filtered payments, newest first by default. */
export function findPayments(
  db: Db,
  filter: SupplierPaymentFilter,
): Promise<Page<PaymentRecord & Pick<SupplierPayment, 'supplierName'>>> {
  const { supplierId, month, q } = filter;
  let query = db
    .selectFrom('supplier_payments as p')
    .innerJoin('suppliers as s', 's.id', 'p.supplier_id')
    .select([...payments.list('p'), 's.name as supplierName']);
  if (supplierId !== undefined) query = query.where('p.supplier_id', '=', supplierId);
  if (month)
    query = query.where(
      sql<SqlBool>`p.payment_date between ${firstDay(month)} and ${lastDay(month)}`,
    );
  if (q)
    query = query.where(
      sql<SqlBool>`p.id in (
        select f.id from supplier_payments f where ${matchesSearch(sql`f.search_text`, q)}
        union all
        select f.id from suppliers fs join supplier_payments f on f.supplier_id = fs.id
        where ${matchesSearch(sql`fs.search_text`, q)})`,
    );
  return findPage(query, sorts, filter);
}
