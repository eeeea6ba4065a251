import type { z } from 'zod';
import { lockedMonths } from '../../accounting/service.ts';
import { post, postedEntryId } from '../../accounting/service-post.ts';
import { withdraw } from '../../approvals/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { monthOf } from '../../kernel/dates.ts';
import { breaksRule, notFound } from '../../kernel/errors.ts';
import { formatUsd } from '../../kernel/money.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { billPosted, billReversed } from '../postings-bills.ts';
import * as queries from './queries.ts';
import type { BillRecord } from './rules.ts';
import type { cancelBillInput, SupplierBillDetail } from './schema.ts';
import { changeBill, detailOf, lockBill } from './service-record.ts';

function assertHeld({ status, billId }: BillRecord): void {
  if (status !== 'held')
    breaksRule(
      'supplierBill.notHeld',
      `${billId} does not wait for an acceptance: it is ${status}.`,
    );
}

/**
 * Posts a held bill that was accepted, in the caller's transaction: on its date, or today if that month is locked by now.
 * @throws AppError notFound; rule for a bill that is not held.
 */
export async function acceptBill(tx: Ctx, id: number): Promise<void> {
  const { bill, lines } = await lockBill(tx, id);
  assertHeld(bill);
  const isLocked = (await lockedMonths(tx)).has(monthOf(bill.billDate));
  const postedOn = isLocked ? tx.today : bill.billDate;
  const after = await changeBill(tx, 'supplierBill.accept', bill, { status: 'posted', postedOn });
  await post(tx, [billPosted(after, lines, postedOn)]);
}

/**
 * Gives up a held bill that was refused, in the caller's transaction; its goods can be billed again.
 * @throws AppError notFound; rule for a bill that is not held.
 */
export async function refuseBill(tx: Ctx, id: number): Promise<void> {
  const { bill, lines } = await lockWithOrders(tx, id);
  assertHeld(bill);
  await queries.countBilled(tx.db, lines, -1);
  await changeBill(tx, 'supplierBill.refuse', bill, { status: 'refused' });
}

/** Locks a bill with its supplier and orders, before its request for an acceptance is decided. @throws AppError notFound. */
export async function lockHeldBill(tx: Ctx, id: number): Promise<void> {
  await lockWithOrders(tx, id);
}

/** A bill with its supplier, its orders before it. */
async function lockWithOrders(tx: Ctx, id: number) {
  const orderIds = (await queries.findLines(tx.db, id)).map(({ orderId }) => orderId);
  const found = (await queries.bills.get(tx.db, id)) ?? notFound('Bill', id);
  await queries.lockPayee(tx.db, found.supplierId);
  await queries.lockOrders(tx.db, orderIds);
  return lockBill(tx, id);
}

/**
 * Cancels a bill on which nothing is paid: its posting is reversed, dated today, and its goods can be billed again. A held
 * bill is withdrawn.
 * @throws AppError notFound; conflict for an outdated version; rule for a bill that is paid in part, refused or cancelled.
 */
export async function cancelBill(
  ctx: Ctx,
  id: number,
  { reason, version }: z.output<typeof cancelBillInput>,
): Promise<SupplierBillDetail> {
  return transact(ctx, async (tx) => {
    const { bill, lines } = await lockWithOrders(tx, id);
    assertVersion('bill', bill.version, version);
    const { billId, status, settledUsd } = bill;
    if (status !== 'held' && status !== 'posted')
      breaksRule('supplierBill.closed', `${billId} is already ${status}.`);
    if (settledUsd > 0)
      breaksRule(
        'supplierBill.paid',
        `${formatUsd(settledUsd)} of ${billId} are paid. Reverse the payments first.`,
      );
    await queries.countBilled(tx.db, lines, -1);
    const after = await changeBill(
      tx,
      'supplierBill.cancel',
      bill,
      { status: 'cancelled', cancelledOn: tx.today, cancelReason: reason },
      reason,
    );
    const detail = await detailOf(tx, after, lines);
    if (status === 'held') await withdraw(tx, 'supplier_bill', id);
    else {
      const entryId = await postedEntryId(tx, 'supplier.bill', id, 1);
      await post(tx, [billReversed(bill, lines, tx.today, entryId)]);
    }
    return detail;
  });
}
