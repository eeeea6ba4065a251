import { REFERENCE_USED } from '../../accounting/schema-money.ts';
import { lockedMonths } from '../../accounting/service.ts';
import { post } from '../../accounting/service-post.ts';
import { poundsFact } from '../../approvals/rules-waiting.ts';
import { askAboveLimit } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import { type Numbering, takeYearlyNumbers } from '../../database/counters.ts';
import { lockReference } from '../../database/payment-references.ts';
import { actorName } from '../../identity/actor.ts';
import { formatDate, type IsoDate, laterDate, monthOf, startOfDay } from '../../kernel/dates.ts';
import { breaksRule, conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import {
  addCents,
  type Cents,
  formatSsp,
  formatUsd,
  MAX_AMOUNT,
  subtractCents,
  ZERO,
} from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { returnCash, takeCash } from '../../till/service-cash.ts';
import { bills as billRecords } from '../bills/queries.ts';
import { type BillRecord, openAmountOf, openUsdOf } from '../bills/rules.ts';
import { assertDocumentDate, lockPayee } from '../bills/service-record.ts';
import { advanceTakenUp, supplierPaid, supplierPaymentReversed } from '../postings-bills.ts';
import { toUsd } from '../rules.ts';
import * as queries from './queries.ts';
import {
  type DatedPart,
  type Left,
  moneyAccounts,
  type PaymentRecord,
  settleAll,
} from './rules.ts';
import {
  type AllocateInput,
  type SupplierPayment,
  type SupplierPaymentInput,
  supplierPayment as schema,
} from './schema.ts';

/** SPY-2026-000001, by the year of the payment date. */
const PAYMENTS: Numbering = { counter: 'supplierPayment', prefix: 'SPY' };

type Named = PaymentRecord & { supplierName: string };

/**
 * Pays a supplier in dollars or pounds: the chosen bills in the order given, in part if the amount is not enough; what is
 * left, or all of it without bills, is an advance.
 * @throws AppError notFound for the supplier; invalid for a bill that is not an open one of this supplier, a date out of
 *   range, an amount below one US cent or too large; conflict for the reference of another payment (decision 66); rule for
 *   a locked month; as `takeCash` for cash; Waiting for more without a bill than the limit (decision 68).
 */
export async function createSupplierPayment(
  ctx: Ctx,
  input: SupplierPaymentInput,
): Promise<SupplierPayment> {
  return transact(ctx, async (tx) => {
    const { supplierName } = await lockPayee(tx, input.supplierId);
    const { amount, account, currency = 'USD', paymentDate = tx.today } = input;
    await assertDocumentDate(tx, 'paymentDate', paymentDate, 'payment');
    const exchangeRate = await currentRate(tx, 'standard', paymentDate);
    const amountUsd = usdOf(amount, currency, exchangeRate);
    const bills = await lockOpenBills(tx, input.supplierId, input.billIds ?? []);
    const { parts, left } = settleBills({ currency, exchangeRate, amount, usd: amountUsd }, bills);
    await assertNewReference(tx, input);
    await askAboveLimit(tx, {
      kind: 'supplier_payment',
      ...{ entity: 'supplier', entityId: input.supplierId, record: supplierName },
      summary: `Payment to ${supplierName} without a bill`,
      amountUsd: left.usd,
      earlierTodayUsd: () =>
        queries.sumAdvancesSince(tx.db, input.supplierId, startOfDay(tx.today)),
      facts: [
        { label: 'Paid from', text: account },
        ...poundsFact(currency === 'SSP' ? left.amount : null),
      ],
      reason: input.notes ?? '',
    });
    const dated = await datedParts(tx, parts, paymentDate);
    const [paymentId] = await takeYearlyNumbers(tx.db, PAYMENTS, [paymentDate]);
    const stored = await queries.payments.insert(tx.db, {
      paymentId: paymentId!,
      supplierId: input.supplierId,
      paymentDate,
      account,
      creditAccount: moneyAccounts[currency][account],
      currency,
      exchangeRate,
      amount,
      amountUsd,
      advanceUsd: left.usd,
      advanceAmount: left.amount,
      reference: input.reference ?? '',
      notes: input.notes ?? '',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    const after = { ...stored, supplierName };
    await writeParts(tx, after, dated);
    await auditPayment(tx, 'supplierPayment.create', { after });
    const [paid, ...taken] = supplierPaid(after, dated);
    const cash = { kind: 'supplier', reference: after.paymentId, from: input.from } as const;
    await post(tx, [await takeCash(tx, paid!, cash), ...taken]);
    return answerOf(after);
  });
}

/**
 * Settles bills from what a payment has left in advance, dated today.
 * @throws AppError notFound; invalid for a bill that is not an open one of this supplier; rule for a reversed payment or one
 *   without an advance, and for a locked month.
 */
export async function allocateSupplierPayment(
  ctx: Ctx,
  id: number,
  { billIds }: AllocateInput,
): Promise<SupplierPayment> {
  return transact(ctx, async (tx) => {
    const before = await lockPayment(tx, id);
    const { paymentId, currency, exchangeRate, advanceAmount, advanceUsd } = before;
    if (before.reversedOn !== null)
      breaksRule('supplierPayment.reversed', `${paymentId} is reversed.`);
    if (advanceUsd === 0)
      breaksRule('supplierPayment.noAdvance', `Nothing of ${paymentId} is left in advance.`);
    const bills = await lockOpenBills(tx, before.supplierId, billIds);
    const { parts, left } = settleBills(
      { currency, exchangeRate, amount: advanceAmount, usd: advanceUsd },
      bills,
    );
    if (parts.length === 0)
      breaksRule(
        'supplierPayment.tooLittle',
        `What is left of ${paymentId} is too little to settle any part of these bills.`,
      );
    const dated = parts.map((part) => ({ ...part, on: tx.today }));
    const stored = await queries.payments.update(tx.db, before, {
      advanceUsd: left.usd,
      advanceAmount: left.amount,
    });
    const after = { ...before, ...stored };
    await writeParts(tx, after, dated);
    await auditPayment(tx, 'supplierPayment.allocate', { before, after });
    await post(tx, [advanceTakenUp(after, dated, tx.today)]);
    return answerOf(after);
  });
}

/**
 * Reverses a payment with all that was settled from it, dated today: its bills are open again.
 * @throws AppError notFound; rule if it is already reversed, and for a locked month; as `takeCash` for cash.
 */
export async function reverseSupplierPayment(
  ctx: Ctx,
  id: number,
  reason: string,
  from?: SupplierPaymentInput['from'],
): Promise<SupplierPayment> {
  return transact(ctx, async (tx) => {
    const before = await lockPayment(tx, id);
    if (before.reversedOn !== null)
      breaksRule('supplierPayment.reversed', `${before.paymentId} is already reversed.`);
    const allocations = await queries.findAllocations(tx.db, id);
    const bills = await billRecords.lockMany(
      tx.db,
      allocations.map(({ billId }) => billId),
    );
    const byId = new Map(bills.map((bill) => [bill.id, bill]));
    const parts = allocations.map((part) => ({ ...part, bill: byId.get(part.billId)! }));
    const dated = parts.map((part) => ({ ...part, currency: part.bill.currency }));
    const stored = await queries.payments.update(tx.db, before, {
      advanceUsd: ZERO,
      advanceAmount: ZERO,
      reversedOn: tx.today,
      reversedAt: tx.now,
      reversedBy: actorName(tx.actor),
      reversalReason: reason,
    });
    const after = { ...before, ...stored };
    await queries.reverseAllocations(tx.db, id);
    await updateBills(tx, parts, -1);
    await auditPayment(tx, 'supplierPayment.reverse', { before, after }, reason);
    const cash = { reference: before.paymentId, from };
    const reversal = supplierPaymentReversed(before, dated, tx.today);
    await post(tx, [await returnCash(tx, reversal, cash)]);
    return answerOf(after);
  });
}

function usdOf(amount: Cents, currency: 'USD' | 'SSP', exchangeRate: Cents): Cents {
  const amountUsd = toUsd(amount, { currency, exchangeRate });
  if (amountUsd <= 0)
    invalidField('amount', "The amount is less than one US cent at that day's rate.");
  if (currency === 'SSP' && amount > MAX_AMOUNT.SSP)
    invalidField('amount', `The amount cannot be above ${formatSsp(MAX_AMOUNT.SSP)}.`);
  if (amountUsd > MAX_AMOUNT.USD)
    invalidField('amount', `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`);
  return amountUsd;
}

/** A payment and its supplier, both locked. @throws AppError notFound. */
async function lockPayment(tx: Ctx, id: number): Promise<Named> {
  const found = (await queries.payments.get(tx.db, id)) ?? notFound('Payment', id);
  const { supplierName } = await lockPayee(tx, found.supplierId);
  const payment = (await queries.payments.lock(tx.db, id)) ?? notFound('Payment', id);
  return { ...payment, supplierName };
}

/** Locks chosen bills, answered in the order chosen. @throws AppError invalid for one that is not open. */
async function lockOpenBills(
  tx: Ctx,
  supplierId: number,
  chosen: readonly number[],
): Promise<BillRecord[]> {
  const ids = [...new Set(chosen)];
  const locked = await billRecords.lockMany(tx.db, ids);
  const byId = new Map(locked.map((bill) => [bill.id, bill]));
  return ids.map((id) => {
    const bill = byId.get(id);
    if (!bill || bill.supplierId !== supplierId)
      invalidField('billIds', `Bill ${id} is not a bill of this supplier.`);
    if (bill.status !== 'posted')
      invalidField('billIds', `${bill.billId} cannot be paid: it is ${bill.status}.`);
    if (openAmountOf(bill) === 0) invalidField('billIds', `${bill.billId} is already paid.`);
    return bill;
  });
}

type BillPart = DatedPart & { bill: BillRecord };

function settleBills(payment: Left, bills: readonly BillRecord[]) {
  const { parts, left } = settleAll(
    payment,
    bills.map((bill) => ({
      record: bill,
      currency: bill.currency,
      amount: openAmountOf(bill),
      usd: openUsdOf(bill),
    })),
  );
  return {
    left,
    parts: parts.map(({ bill, ...part }) => ({
      ...part,
      bill: bill.record,
      currency: bill.currency,
    })),
  };
}

/** A bill is settled on the day of the payment, or when it is posted if that is later; today if that month is locked. */
async function datedParts(
  tx: Ctx,
  parts: readonly Omit<BillPart, 'on'>[],
  paymentDate: IsoDate,
): Promise<BillPart[]> {
  const isLater = parts.some(({ bill }) => bill.postedOn! > paymentDate);
  const locked = isLater ? await lockedMonths(tx) : undefined;
  return parts.map((part) => {
    const on = laterDate(paymentDate, part.bill.postedOn!);
    return { ...part, on: on > paymentDate && locked?.has(monthOf(on)) ? tx.today : on };
  });
}

/** Writes allocations and what is settled of the bills. */
async function writeParts(
  tx: Ctx,
  payment: PaymentRecord,
  parts: readonly BillPart[],
): Promise<void> {
  await queries.insertAllocations(
    tx.db,
    payment.id,
    parts.map((part) => ({ ...part, billId: part.bill.id })),
  );
  await updateBills(tx, parts, 1);
}

/** Adds to what is settled of locked bills, or with `sign` -1 takes it off. */
async function updateBills(
  tx: Ctx,
  parts: readonly Pick<BillPart, 'bill' | 'settledUsd' | 'settledAmount'>[],
  sign: 1 | -1,
): Promise<void> {
  const add = sign === 1 ? addCents : subtractCents;
  const changed = new Map<number, BillRecord>();
  for (const { bill, settledUsd, settledAmount } of parts) {
    const before = changed.get(bill.id) ?? bill;
    changed.set(bill.id, {
      ...before,
      settledUsd: add(before.settledUsd, settledUsd),
      settledAmount: add(before.settledAmount, settledAmount),
    });
  }
  await billRecords.updateMany(tx.db, [...changed.values()], ['settledUsd', 'settledAmount'], {
    updated_at: ['timestamptz', () => tx.now],
  });
}

function answerOf({ creditAccount, reversedAt, reversedBy, ...payment }: Named): SupplierPayment {
  return payment;
}

function auditPayment(
  tx: Ctx,
  action: string,
  { before, after }: { before?: Named; after: Named },
  note = '',
): Promise<void> {
  const summary = `${after.paymentId} to ${after.supplierName}${note && `: ${note}`}`;
  return audit(tx, {
    action,
    entity: 'supplierPayment',
    entityId: after.id,
    summary,
    schema,
    ...(before ? { before } : {}),
    after,
  });
}

/** Asks about the reference of another payment from the same account (decision 66). @throws AppError conflict. */
async function assertNewReference(
  tx: Ctx,
  { account, reference = '', sameReference }: SupplierPaymentInput,
): Promise<void> {
  if (reference.trim() === '') return;
  await lockReference(tx.db, `supplier ${account}`, reference);
  if (sameReference) return;
  const same = await queries.findSameReference(tx.db, { account, reference });
  if (!same) return;
  conflicts(
    REFERENCE_USED,
    `${same.paymentId} to ${same.supplierName}, ${formatDate(same.paymentDate)}, has the reference ${reference} too. Is this other money?`,
  );
}
