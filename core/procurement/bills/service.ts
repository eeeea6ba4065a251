import { lockedMonths } from '../../accounting/service.ts';
import { post } from '../../accounting/service-post.ts';
import { requestApproval } from '../../approvals/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { type Numbering, takeYearlyNumbers } from '../../database/counters.ts';
import { assertDateAllowed, type IsoDate, monthOf } from '../../kernel/dates.ts';
import { AppError, breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import {
  type Cents,
  type Currency,
  cents,
  formatSsp,
  formatUsd,
  MAX_AMOUNT,
} from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { billPosted } from '../postings-bills.ts';
import { toUsd, YEARLY_WIDTH } from '../rules.ts';
import { authorOf } from '../service-caller.ts';
import { storedSettings } from '../service-settings.ts';
import * as queries from './queries.ts';
import { type BillableLine, type BillLine, dueDateOf, matchBill } from './rules.ts';
import type { BillInput, SupplierBillDetail } from './schema.ts';
import { supplierBillDetail as schema } from './schema.ts';
import { assertDocumentDate, BILL, detailOf, lockPayee } from './service-record.ts';

/** BILL-2026-0001, by the year of the bill date. */
const BILLS: Numbering = { counter: 'supplierBill', prefix: 'BILL', width: YEARLY_WIDTH };

/** A supplier bill with its lines and payments. @throws AppError notFound. */
export async function getBill(ctx: Ctx, id: number): Promise<SupplierBillDetail> {
  return detailOf(ctx, (await queries.getBill(ctx.db, id)) ?? notFound('Bill', id));
}

/**
 * Records a supplier's bill for goods that came. A bill whose prices are the order's within the tolerance is posted on its
 * date; any other is held, unposted and unpayable, until another person accepts it. Both count as billed, so that no two
 * bills are for the same goods.
 * @throws AppError notFound for the supplier; invalid for lines that were not received or are billed already, of another
 *   supplier or in another currency, and for dates out of range; conflict for a number of this supplier that is recorded;
 *   rule for a locked month.
 */
export async function createBill(ctx: Ctx, input: BillInput): Promise<SupplierBillDetail> {
  return transact(ctx, async (tx) => {
    const { supplierName, paymentTerms } = await lockPayee(tx, input.supplierId);
    const { billDate } = input;
    await assertDocumentDate(tx, 'billDate', billDate, 'bill');
    await assertOpenMonth(tx, billDate);
    const dueDate = input.dueDate ?? dueDateOf(billDate, paymentTerms);
    if (dueDate < billDate) invalidField('dueDate', 'A bill cannot be due before its date.');
    assertDateAllowed('dueDate', dueDate, tx.today);
    const { lines, found, heldReason } = await matched(tx, input);
    const { currency } = found[0]!;
    const exchangeRate = await currentRate(tx, 'standard', billDate);
    const total = totalsOf(lines, currency, exchangeRate);
    const [billId] = await takeYearlyNumbers(tx.db, BILLS, [billDate]);
    const { by, byId } = authorOf(tx);
    const isHeld = heldReason !== '';
    const stored = await queries.bills.insert(
      tx.db,
      {
        billId: billId!,
        supplierId: input.supplierId,
        supplierNumber: input.supplierNumber,
        billDate,
        dueDate,
        currency,
        exchangeRate,
        ...total,
        status: isHeld ? ('held' as const) : ('posted' as const),
        heldReason,
        postedOn: isHeld ? null : billDate,
        notes: input.notes ?? '',
        createdAt: tx.now,
        createdBy: by,
        createdById: byId,
      },
      { updated_at: ['timestamptz', () => tx.now] },
    );
    const bill = { ...stored, supplierName };
    await queries.insertLines(tx.db, bill.id, lines);
    await queries.countBilled(tx.db, lines, 1);
    const detail = await detailOf(tx, bill);
    await audit(tx, {
      action: 'supplierBill.create',
      entity: BILL,
      entityId: bill.id,
      summary: `${bill.billId} (${bill.supplierNumber}), ${supplierName}`,
      schema,
      after: detail,
    });
    if (isHeld)
      await requestApproval(tx, {
        kind: 'supplier_bill',
        entity: BILL,
        entityId: bill.id,
        record: bill.billId,
        summary: `Bill ${bill.supplierNumber} of ${supplierName}`,
        amountUsd: bill.totalUsd,
        reason: heldReason,
      });
    else await post(tx, [billPosted(bill, lines, billDate)]);
    return detail;
  });
}

/** A held bill is not posted yet, but would be on its date. */
async function assertOpenMonth(tx: Ctx, date: IsoDate): Promise<void> {
  if (!(await lockedMonths(tx)).has(monthOf(date))) return;
  breaksRule(
    'month.locked',
    'The accounting month is locked. Choose a date in an open month or unlock it.',
    { billDate: 'The accounting month is locked.' },
  );
}

/** The lines of a bill against their orders, which are locked here. @throws AppError invalid, at the line. */
async function matched(
  tx: Ctx,
  input: BillInput,
): Promise<{ lines: BillLine[]; found: BillableLine[]; heldReason: string }> {
  const orderIds = input.lines.map(({ orderId }) => orderId);
  await queries.lockOrders(tx.db, orderIds);
  const known = new Map(
    (await queries.findBillableLines(tx.db, orderIds)).map((line) => [
      `${line.orderId} ${line.orderLine}`,
      line,
    ]),
  );
  const found = input.lines.map(({ orderId, orderLine }) => known.get(`${orderId} ${orderLine}`));
  for (const [index, { quantity, unitPrice }] of input.lines.entries()) {
    const most = MAX_AMOUNT[found[index]?.currency ?? 'SSP'];
    if (quantity * unitPrice > most)
      invalidField(`lines.${index}.unitPrice`, tooLarge(found[index]?.currency ?? 'SSP'));
  }
  const { priceTolerancePoints } = await storedSettings.read(tx.db);
  const match = matchBill(input.supplierId, input.lines, found, priceTolerancePoints);
  if ('problem' in match) {
    const { line, field, message } = match.problem;
    throw new AppError('invalid', 'input.invalid', message, {
      fields: { [`lines.${line}.${field}`]: message },
    });
  }
  return { ...match, found: found as BillableLine[] };
}

function tooLarge(currency: Currency): string {
  const most = MAX_AMOUNT[currency];
  return `The amount cannot be above ${currency === 'USD' ? formatUsd(most) : formatSsp(most)}.`;
}

/** @throws AppError invalid for a total of nothing, or above the largest amount of a document. */
function totalsOf(
  lines: readonly BillLine[],
  currency: Currency,
  exchangeRate: Cents,
): { totalAmount: Cents; totalUsd: Cents } {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (total > MAX_AMOUNT[currency]) invalidField('lines', tooLarge(currency));
  const totalAmount = cents(total);
  const totalUsd = toUsd(totalAmount, { currency, exchangeRate });
  if (totalUsd <= 0) invalidField('lines', 'A bill amounts to at least one US cent.');
  if (totalUsd > MAX_AMOUNT.USD) invalidField('lines', tooLarge('USD'));
  return { totalAmount, totalUsd };
}
