import { isBeforeOpening } from '../../accounting/opening/rules.ts';
import { holdOpeningDate } from '../../accounting/opening/service.ts';
import type { Ctx } from '../../context.ts';
import { assertDateAllowed, formatDate, type IsoDate } from '../../kernel/dates.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import * as queries from './queries.ts';
import { type BillRecord, toBill } from './rules.ts';
import { type SupplierBillDetail, supplierBillDetail as schema } from './schema.ts';

/** The record's name in approvals and in the audit log. */
export const BILL = 'supplierBill';

/** Locks what is owed to a supplier. @throws AppError notFound. */
export async function lockPayee(tx: Ctx, id: number): Promise<queries.PayeeRecord> {
  return (await queries.lockPayee(tx.db, id)) ?? notFound('Supplier', id);
}

/** A bill and its supplier, both locked. @throws AppError notFound. */
export async function lockBill(
  tx: Ctx,
  id: number,
): Promise<{ bill: BillRecord & { supplierName: string }; lines: queries.ReadBillLine[] }> {
  const found = (await queries.bills.get(tx.db, id)) ?? notFound('Bill', id);
  const { supplierName } = await lockPayee(tx, found.supplierId);
  const bill = (await queries.bills.lock(tx.db, id)) ?? notFound('Bill', id);
  return { bill: { ...bill, supplierName }, lines: await queries.findLines(tx.db, id) };
}

/**
 * The date of a document of a supplier: not in the future, in the range of documents, not before the books begin.
 * @throws AppError invalid, at `field`.
 */
export async function assertDocumentDate(
  tx: Ctx,
  field: string,
  date: IsoDate,
  noun: string,
): Promise<void> {
  if (date > tx.today) invalidField(field, `A ${noun} cannot be dated in the future.`);
  assertDateAllowed(field, date, tx.today);
  const opening = await holdOpeningDate(tx);
  if (isBeforeOpening(date, opening))
    invalidField(
      field,
      `The books begin on ${formatDate(opening!)}. What came before that day belongs into the opening balances.`,
    );
}

/** A bill with its lines and payments. */
export async function detailOf(
  ctx: Ctx,
  bill: BillRecord & { supplierName: string },
  lines?: readonly queries.ReadBillLine[],
): Promise<SupplierBillDetail> {
  return {
    ...toBill(bill, ctx.today),
    lines: [...(lines ?? (await queries.findLines(ctx.db, bill.id)))],
    payments: await queries.findPaymentsOfBill(ctx.db, bill.id),
  };
}

/** Writes the changes of a locked bill with their line of the audit log; answers it as it is then. */
export async function changeBill(
  tx: Ctx,
  action: string,
  before: BillRecord & { supplierName: string },
  changes: Partial<BillRecord>,
  note = '',
): Promise<BillRecord & { supplierName: string }> {
  const stored = await queries.bills.update(tx.db, before, changes, { updated_at: tx.now });
  const after = { ...stored, supplierName: before.supplierName };
  await audit(tx, {
    action,
    entity: BILL,
    entityId: after.id,
    summary: `${after.billId} (${after.supplierNumber}), ${after.supplierName}${note && `: ${note}`}`,
    schema,
    before: toBill(before, tx.today),
    after: toBill(after, tx.today),
  });
  return after;
}
