import { isBeforeOpening } from '../../accounting/opening/rules.ts';
import { holdOpeningDate } from '../../accounting/opening/service.ts';
import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { actorName } from '../../identity/actor.ts';
import { assertDateAllowed, formatDate } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import {
  formatUsd,
  MAX_AMOUNT,
  sspToUsd,
  subtractCents,
  usdToSsp,
  ZERO,
} from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { writeOutbox } from '../../records/outbox.ts';
import { restoreSettled } from '../disconnect/service.ts';
import * as invoiceQueries from '../invoices/queries.ts';
import { partsInPounds } from '../invoices/rules-pounds.ts';
import { type OpenInvoiceRecord, openOf } from '../invoices/rules-record.ts';
import { paymentReversed } from '../postings.ts';
import { takeReceiptNumbers } from '../service-numbers.ts';
import * as queries from './queries.ts';
import { moneyAccountOf } from './rules-accounts.ts';
import { type Allocation, allocate, allocationOrder, settledStatus } from './rules-settlement.ts';
import {
  type CreditInput,
  type Payment,
  type PaymentAllocation,
  type PaymentDetail,
  type PaymentInput,
  type PaymentKind,
  paymentDetail,
} from './schema.ts';
import {
  applyUses,
  latestDetails,
  postingsOfReceipts,
  settleAccount,
  totalOfParts,
} from './service-settlement.ts';

type Added =
  | 'receiptId'
  | 'customerId'
  | 'moneyAccount'
  | 'unallocatedUsd'
  | 'status'
  | 'createdAt'
  | 'createdBy';
/** A payment or credit to record, and the invoices that it settles first. */
type Receipt = Omit<queries.NewPayment, Added | 'kind'> & {
  kind: 'payment' | 'credit';
  chosen?: readonly number[];
};

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
  return detailOf(payment, parts);
}

/** A payment with its current or former allocations, in the order of `findAllocationsOfPayments`. */
function detailOf(
  payment: Payment,
  parts: readonly Omit<PaymentAllocation, 'amountSsp'>[],
): PaymentDetail {
  const keptUsd = subtractCents(payment.amountUsd, totalOfParts(parts));
  const inPounds = partsInPounds([...parts.map(({ amountUsd }) => amountUsd), keptUsd], payment);
  const settled = parts.map(({ invoiceId, invoiceNumber, amountUsd }, index) => ({
    invoiceId,
    invoiceNumber,
    amountUsd,
    amountSsp: inPounds[index]!,
  }));
  const isReversed = payment.status === 'reversed';
  return {
    ...payment,
    allocations: isReversed ? [] : settled,
    reversedAllocations: isReversed ? settled : [],
    keptUsd,
    keptSsp: inPounds[parts.length]!,
  };
}

/**
 * Records money received (decision 5): in USD or in SSP at that day's rate, on or before today; it settles
 * the chosen invoices first, then the oldest; the rest becomes the customer's credit.
 * @throws AppError notFound for the customer; invalid for a future date, an amount too large, or an invoice
 *   that is not an open one of this customer; rule for a locked month.
 */
export async function recordPayment(ctx: Ctx, input: PaymentInput): Promise<PaymentDetail> {
  const paymentDate = input.paymentDate ?? ctx.today;
  if (paymentDate > ctx.today)
    invalidField('paymentDate', 'A payment cannot be dated in the future.');
  assertDateAllowed('paymentDate', paymentDate, ctx.today);
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, input.customerId);
    const exchangeRate = await currentRate(tx, 'standard', paymentDate);
    const inPounds = input.currency === 'SSP';
    const amountUsd = inPounds ? sspToUsd(input.amount, exchangeRate) : input.amount;
    if (amountUsd <= 0)
      invalidField('amount', "The amount is less than one US cent at that day's rate.");
    if (amountUsd > MAX_AMOUNT.USD)
      invalidField('amount', `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`);
    return receive(tx, customer, {
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
    });
  });
}

/** Grants a customer a credit, with its reason; it settles invoices like a payment, at the company's expense. */
export async function grantCredit(ctx: Ctx, input: CreditInput): Promise<PaymentDetail> {
  const paymentDate = input.date ?? ctx.today;
  if (paymentDate > ctx.today) invalidField('date', 'A credit cannot be dated in the future.');
  assertDateAllowed('date', paymentDate, ctx.today);
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, input.customerId);
    const exchangeRate = await currentRate(tx, 'standard', paymentDate);
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
 * Records a payment or credit on a locked account; all payments except imports go through here.
 * @throws AppError invalid for a chosen invoice that is not an open one of the customer.
 */
export async function receive(
  tx: Ctx,
  customer: CustomerRecord,
  { chosen, ...receipt }: Receipt,
): Promise<PaymentDetail> {
  const kind = await kindOn(tx, receipt);
  const open = await invoiceQueries.findOpenInvoices(tx.db, [customer.id], tx.today);
  const unknown = chosen?.find((id) => !open.some((invoice) => invoice.id === id));
  if (unknown !== undefined)
    invalidField('invoiceIds', `Invoice ${unknown} is not an open invoice of this customer.`);
  const { allocations, rest } = allocate(
    receipt.amountUsd,
    allocationOrder(open, chosen).map((invoice) => ({ id: invoice.id, openUsd: openOf(invoice) })),
  );
  const [receiptId] = await takeReceiptNumbers(tx, receipt.kind, [receipt.paymentDate]);
  const [stored] = await queries.payments.insertMany(tx.db, [
    {
      ...receipt,
      kind,
      moneyAccount: moneyAccountOf({ ...receipt, kind }),
      receiptId: receiptId!,
      customerId: customer.id,
      unallocatedUsd: rest,
      status: 'recorded',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    } as const,
  ]);
  const { customerId: customerNumber, name: customerName } = customer;
  const payment = { ...stored!, customerNumber, customerName };
  const uses = allocations.map((allocation) => ({ paymentId: payment.id, ...allocation }));
  const parts = await applyUses(tx, uses, open, [payment]);
  const postings = await postingsOfReceipts(tx, [payment], parts);
  await restoreSettled(tx, [customer]);
  await writeOutbox(tx, 'payment.recorded', [payment.id]);
  // Each posting after that of the receipt changed its credit, which increased its version.
  const version = payment.version + postings.length - 1;
  const detail = detailOf({ ...payment, version }, settledAmong(open, allocations));
  const action = receipt.kind === 'credit' ? 'credit.grant' : 'payment.record';
  await auditPayment(tx, action, { after: detail, note: ` of ${customer.name}` });
  await post(tx, postings);
  return detail;
}

/**
 * The kind of a payment on its day (decision 45).
 * @throws AppError invalid for a credit before the opening date, whose cost belongs to earlier books.
 */
async function kindOn(tx: Ctx, { kind, paymentDate }: Receipt): Promise<PaymentKind> {
  const openingDate = await holdOpeningDate(tx);
  if (!isBeforeOpening(paymentDate, openingDate)) return kind;
  if (kind === 'payment') return 'before_opening';
  const opening = formatDate(openingDate!);
  return invalidField(
    'date',
    `The books begin on ${opening}. A credit is granted on that day or later.`,
  );
}

function auditPayment(
  tx: Ctx,
  action: string,
  { note, ...line }: { before?: PaymentDetail; after: PaymentDetail; note: string },
): Promise<void> {
  const { id, receiptId } = line.after;
  const subject = { action, entity: 'payment', entityId: id, summary: `${receiptId}${note}` };
  return audit(tx, { ...subject, schema: paymentDetail, ...line });
}

/** The settled amounts of open invoices, in the order of the invoices. */
function settledAmong(open: readonly OpenInvoiceRecord[], allocations: readonly Allocation[]) {
  const amounts = new Map(allocations.map(({ invoiceId, amountUsd }) => [invoiceId, amountUsd]));
  return open.flatMap(({ id, invoiceId: invoiceNumber }) => {
    const amountUsd = amounts.get(id);
    return amountUsd === undefined ? [] : [{ invoiceId: id, invoiceNumber, amountUsd }];
  });
}

/**
 * Reverses a payment or a credit: its invoices are open again, are settled from other credit of the customer
 * if there is any, and a reversal is posted, dated today. User, time and reason are stored.
 * @throws AppError notFound; rule if it is already reversed.
 */
export async function reversePayment(ctx: Ctx, id: number, reason: string): Promise<PaymentDetail> {
  return transact(ctx, async (tx) => {
    const found = (await queries.getPayment(tx.db, id)) ?? notFound('Payment', id);
    await lockAccount(tx, found.customerId);
    const { reversed, postings } = await undo(tx, id, reason);
    const settled = await settleAccount(tx, found.customerId);
    await post(tx, [...postings, ...settled]);
    return reversed;
  });
}

/**
 * Removes a payment's allocations and marks it as reversed, with user, time and reason; the account must be locked.
 * Returns the reversed payment and the postings, which the caller posts last.
 * @throws AppError rule if it is already reversed.
 */
export async function undo(
  tx: Ctx,
  id: number,
  reason: string,
): Promise<{ reversed: PaymentDetail; postings: Posting[] }> {
  const payment = (await queries.getPayment(tx.db, id)) ?? notFound('Payment', id);
  if (payment.status === 'reversed')
    breaksRule('payment.reversed', `${payment.receiptId} is already reversed.`);
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
  return { reversed, postings: paymentReversed(payment, parts, tx.today) };
}
