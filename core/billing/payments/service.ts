import type { Posting } from '../../accounting/rules.ts';
import type { CashPlace } from '../../accounting/schema-money.ts';
import { post } from '../../accounting/service-post.ts';
import { askAboveLimit } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { actorName } from '../../identity/actor.ts';
import { assertDateAllowed, type IsoDate, startOfDay } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import {
  type Cents,
  formatUsd,
  MAX_AMOUNT,
  sspToUsd,
  subtractCents,
  usdToSsp,
  ZERO,
} from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { returnCash } from '../../till/service-cash.ts';
import * as invoiceQueries from '../invoices/queries.ts';
import { openOf } from '../invoices/rules-record.ts';
import { paymentReversed } from '../postings.ts';
import * as queries from './queries.ts';
import { settledStatus } from './rules-settlement.ts';
import type { CreditInput, Payment, PaymentDetail, PaymentInput } from './schema.ts';
import { auditPayment, detailOf, receive, receiveUnposted } from './service-receive.ts';
import { askForReversals } from './service-second.ts';
import { latestDetails, settleAccount } from './service-settlement.ts';

/**
 * A payment with the invoices that it settles (or had settled before its reversal) and the unallocated part.
 * US cents, and SSP cents at the payment's own rate. @throws AppError notFound.
 */
export async function getPayment(ctx: Ctx, id: number): Promise<PaymentDetail> {
  const payment = (await queries.getPayment(ctx.db, id)) ?? notFound('Payment', id);
  const parts =
    payment.status === 'reversed'
      ? await queries.findReversedAllocations(ctx.db, id)
      : await queries.findAllocationsOfPayments(ctx.db, [id]);
  return detailOf(payment, parts, await queries.findRefundsOf(ctx.db, id));
}

/**
 * Records money received (decision 5): in USD or in SSP at that day's rate, on or before today; it settles
 * the chosen invoices first, then the oldest; the rest becomes the customer's credit.
 * @throws AppError notFound for the customer; invalid for a future date, an amount too large, or an invoice
 *   that is not an open one of this customer; conflict for the reference of another payment (decision 66); rule for a
 *   locked month, or cash without an open till.
 */
export async function recordPayment(ctx: Ctx, input: PaymentInput): Promise<PaymentDetail> {
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, input.customerId);
    const { payment, postings } = await takePayment(tx, customer, input);
    await post(tx, postings);
    return payment;
  });
}

/**
 * As `recordPayment`, on a locked account, within a larger transaction. Returns the postings, which the caller posts
 * once and last.
 */
export async function takePayment(
  tx: Ctx,
  customer: CustomerRecord,
  input: Omit<PaymentInput, 'customerId'>,
): Promise<{ payment: PaymentDetail; postings: Posting[] }> {
  const paymentDate = input.paymentDate ?? tx.today;
  if (paymentDate > tx.today)
    invalidField('paymentDate', 'A payment cannot be dated in the future.');
  assertDateAllowed('paymentDate', paymentDate, tx.today);
  const exchangeRate = await currentRate(tx, 'standard', paymentDate);
  const inPounds = input.currency === 'SSP';
  const amountUsd = inPounds ? sspToUsd(input.amount, exchangeRate) : input.amount;
  if (amountUsd <= 0)
    invalidField('amount', "The amount is less than one US cent at that day's rate.");
  if (amountUsd > MAX_AMOUNT.USD)
    invalidField('amount', `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`);
  return receiveUnposted(tx, customer, {
    kind: 'payment',
    paymentDate,
    account: input.account ?? 'cash',
    currency: inPounds ? 'SSP' : 'USD',
    amountUsd,
    amountSsp: inPounds ? input.amount : usdToSsp(amountUsd, exchangeRate),
    exchangeRate,
    reference: input.reference ?? '',
    notes: input.notes ?? '',
    chosen: input.invoiceIds,
    from: input.from,
    sameReference: input.sameReference,
  });
}

/** A customer's open invoices, oldest due first, with what is open of each in US cents. */
export async function openInvoicesOf(
  ctx: Ctx,
  customerId: number,
): Promise<{ id: number; invoiceId: string; dueDate: IsoDate; openUsd: Cents }[]> {
  const open = await invoiceQueries.findOpenInvoices(ctx.db, [customerId], ctx.today);
  return open.map((invoice) => {
    const { id, invoiceId, dueDate } = invoice;
    return { id, invoiceId, dueDate, openUsd: openOf(invoice) };
  });
}

/** The ids of a customer's open invoices, which a payment may settle. */
export async function findOpenInvoiceIds(ctx: Ctx, customerId: number): Promise<number[]> {
  const open = await invoiceQueries.findOpenInvoices(ctx.db, [customerId], ctx.today);
  return open.map(({ id }) => id);
}

/**
 * Grants a customer a credit, with its reason; it settles invoices like a payment, at the company's expense.
 * @throws AppError as `recordPayment`; Waiting above the limit (decision 68).
 */
export async function grantCredit(ctx: Ctx, input: CreditInput): Promise<PaymentDetail> {
  const paymentDate = input.date ?? ctx.today;
  if (paymentDate > ctx.today) invalidField('date', 'A credit cannot be dated in the future.');
  assertDateAllowed('date', paymentDate, ctx.today);
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, input.customerId);
    const exchangeRate = await currentRate(tx, 'standard', paymentDate);
    await askAboveLimit(tx, {
      kind: 'credit_grant',
      ...{ entity: 'customer', entityId: customer.id, record: customer.name },
      summary: `Credit granted to ${customer.name}`,
      amountUsd: input.amountUsd,
      earlierTodayUsd: () => queries.sumGrantedSince(tx.db, customer.id, startOfDay(tx.today)),
      facts: [],
      reason: input.reason,
    });
    return receive(tx, customer, {
      kind: 'credit',
      paymentDate,
      account: null,
      currency: 'USD',
      amountUsd: input.amountUsd,
      amountSsp: usdToSsp(input.amountUsd, exchangeRate),
      exchangeRate,
      reference: '',
      notes: input.reason,
      chosen: input.invoiceIds,
    });
  });
}

/**
 * Reverses a payment or a credit: its invoices are open again, are settled from other credit of the customer
 * if there is any, and a reversal is posted, dated today. User, time and reason are stored.
 * @throws AppError notFound; rule if it is already reversed, was refunded, or is a credit note; Waiting as `askForReversals`.
 */
export async function reversePayment(
  ctx: Ctx,
  id: number,
  reason: string,
  from?: CashPlace,
): Promise<PaymentDetail> {
  return transact(ctx, async (tx) => {
    const found = (await queries.getPayment(tx.db, id)) ?? notFound('Payment', id);
    await lockAccount(tx, found.customerId);
    assertReversible(found, await queries.findRefundsOf(tx.db, id));
    await askForReversals(tx, [found], reason);
    const { reversed, postings } = await undo(tx, id, reason, from);
    const settled = await settleAccount(tx, found.customerId);
    await post(tx, [...postings, ...settled]);
    return reversed;
  });
}

/** @throws AppError rule if a payment is already reversed, was refunded, or is a credit note, which follows its return. */
function assertReversible(
  { receiptId, status, kind }: Payment,
  [refund]: readonly { refundNumber: string }[],
): void {
  if (status === 'reversed') breaksRule('payment.reversed', `${receiptId} is already reversed.`);
  if (kind === 'credit_note') {
    breaksRule(
      'payment.creditNote',
      `${receiptId} is the credit note of goods that came back and cannot be reversed.`,
    );
  }
  if (refund) {
    breaksRule(
      'payment.refunded',
      `${receiptId} was refunded with ${refund.refundNumber} and cannot be reversed.`,
    );
  }
}

/**
 * Removes a payment's allocations and marks it as reversed, with user, time and reason; the account must be locked.
 * Returns the reversed payment and the postings, which the caller posts last.
 * @throws AppError rule if it is already reversed, was refunded, or is a credit note, which follows its return; and for
 *   cash that the till does not hold.
 */
export async function undo(
  tx: Ctx,
  id: number,
  reason: string,
  from?: CashPlace,
): Promise<{ reversed: PaymentDetail; postings: Posting[] }> {
  const payment = (await queries.getPayment(tx.db, id)) ?? notFound('Payment', id);
  assertReversible(payment, await queries.findRefundsOf(tx.db, id));
  const allocations = await queries.findAllocationsOfPayments(tx.db, [id]);
  const invoices = await invoiceQueries.findInvoicesById(
    tx.db,
    allocations.map(({ invoiceId }) => invoiceId),
  );
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  await queries.undoAllocations(tx.db, id);
  await invoiceQueries.markReopened(tx.db, [...byId.keys()], tx.today);
  const remaining = await queries.findAllocationsOfInvoices(tx.db, [...byId.keys()]);
  await invoiceQueries.updateSettlements(
    tx.db,
    allocations.map(({ invoiceId, amountUsd }) => {
      const invoice = byId.get(invoiceId)!;
      const paidUsd = subtractCents(invoice.paidUsd, amountUsd);
      return {
        id: invoiceId,
        paidUsd,
        status: settledStatus({ ...invoice, paidUsd }),
        paidDate: null,
        ...latestDetails(remaining.filter((other) => other.invoiceId === invoiceId)),
      };
    }),
  );
  const stored = await queries.payments.update(tx.db, payment, {
    status: 'reversed',
    reversedDate: tx.today,
    reversedAt: tx.now,
    reversedBy: actorName(tx.actor),
    reversalReason: reason,
    unallocatedUsd: ZERO,
  });
  const reversed = detailOf({ ...payment, ...stored }, allocations);
  const before = detailOf(payment, allocations);
  await auditPayment(tx, 'payment.reverse', { before, after: reversed, note: `: ${reason}` });
  const parts = allocations.map(({ receivableAccount, amountUsd, billDate }) => ({
    account: receivableAccount,
    amountUsd,
    since: billDate,
  }));
  const [reversal, ...released] = paymentReversed(payment, parts, tx.today);
  const cash = { reference: payment.receiptId, from };
  return { reversed, postings: [await returnCash(tx, reversal!, cash), ...released] };
}
