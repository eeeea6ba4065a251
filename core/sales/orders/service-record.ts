import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccountOf } from '../../customers/service-billing.ts';
import { notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { salesOrderDetail as schema } from '../schema.ts';
import * as queries from './queries.ts';
import { type LockedSale, nameOfSale, type SaleRecord, toLine } from './rules.ts';

/**
 * Locks an order with its lines; the customer's account is locked before, invoices and stock levels after.
 * @throws AppError notFound; conflict for an outdated version.
 */
export async function lockSale(
  tx: Ctx,
  id: number,
  version: number | undefined,
  customer?: CustomerRecord,
): Promise<LockedSale> {
  const sale = (await queries.lockSale(tx.db, id, customer)) ?? notFound('Sales order', id);
  assertVersion('sales order', sale.version, version);
  return sale;
}

interface Line {
  /** 'sale.update'. */
  action: string;
  before?: LockedSale;
  after: LockedSale;
  note?: string;
}

const logged = (sale: LockedSale) => ({
  ...sale,
  items: sale.lines.map((line) => toLine(line, sale.exchangeRate)),
});

/** The lines are left out where they are the same ones. */
function change(before: LockedSale | undefined, after: LockedSale) {
  if (before === undefined) return { after: logged(after) };
  return before.lines === after.lines
    ? { before, after }
    : { before: logged(before), after: logged(after) };
}

/** A line of the audit log about an order; of a change only what differs. */
export function auditSale(tx: Ctx, { action, before, after, note = '' }: Line): Promise<void> {
  return audit(tx, {
    action,
    entity: 'salesOrder',
    entityId: after.id,
    summary: `${nameOfSale(after)}${note === '' ? '' : `: ${note}`}`,
    schema,
    ...change(before, after),
  });
}

/** Changes a locked order, with a line of the audit log. */
export async function changeSale(
  tx: Ctx,
  action: string,
  before: LockedSale,
  changes: Partial<SaleRecord>,
  note = '',
): Promise<LockedSale> {
  const row = await queries.sales.update(tx.db, before, changes, { updated_at: tx.now });
  const after = { ...before, ...row };
  await auditSale(tx, { action, before, after, note });
  return after;
}

/**
 * Locks an order whose customer's account is locked: documents are locked after it.
 * @throws AppError notFound; conflict for an outdated version, and if the customer was changed at this moment.
 */
export async function lockWithCustomer(
  tx: Ctx,
  id: number,
  version?: number,
): Promise<{ customer: CustomerRecord; sale: LockedSale }> {
  const customer = (await lockAccountOf(tx, queries.customerOf(id))) ?? notFound('Sales order', id);
  const sale = await lockSale(tx, id, version, customer);
  // Only a pending order can get another customer.
  if (sale.customerId !== customer.id) assertVersion('sales order', sale.version, -1);
  return { customer, sale };
}
