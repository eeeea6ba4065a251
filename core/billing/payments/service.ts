import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { actorName } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { assertDateAllowed } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import {
  type Cents,
  formatUsd,
  MAX_AMOUNT,
  sspToUsd,
  subtractCents,
  usdToSsp,
} from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { stateFacts } from '../../records/outbox.ts';
import { restoreSettled } from '../disconnect/service.ts';
import * as invoiceQueries from '../invoices/queries.ts';
import { partsInPounds } from '../invoices/rules-pounds.ts';
import { type PaymentFacts, paymentReversed } from '../postings.ts';
import { takeReceiptNumbers } from '../service-numbers.ts';
import * as queries from './queries.ts';
import { allocate, allocationOrder, settledStatus } from './rules-settlement.ts';
import {
  type CreditInput,
  type Payment,
  type PaymentAccount,
  type PaymentDetail,
  type PaymentInput,
  paymentDetail,
} from './schema.ts';
import {
  applyUses,
  factsOfPayment,
  postingsOfReceipts,
  settleAccount,
  shownOf,
  totalOfParts,
} from './service-settlement.ts';

interface Receipt {
  kind: 'payment' | 'credit';
  date: IsoDate;
  account: PaymentAccount | null;
  currency: 'USD' | 'SSP';
  amount: Cents;
  ssp: Cents;
  rate: Cents;
  reference: string;
  notes: string;
  chosen?: readonly number[];
}

/**
 * A payment with the invoices that it settles, or had settled until it was reversed, and what is or was kept in advance.
 * US cents, and SSP cents at the payment's own rate. @throws AppError notFound.
 */
export async function getPayment(ctx: Ctx, id: number): Promise<PaymentDetail> {
  const payment = (await queries.getPayment(ctx.db, id)) ?? notFound('Payment', id);
  const isReversed = payment.status === 'reversed';
  const parts = isReversed
    ? await queries.findReversedAllocations(ctx.db, id)
    : await queries.findAllocationsOfPayments(ctx.db, [id]);
  const keptUsd = subtractCents(payment.amountUsd, totalOfParts(parts));
  const inPounds = partsInPounds([...parts.map(({ amount }) => amount), keptUsd], {
    usd: payment.amountUsd,
    ssp: payment.amountSsp,
  });
  const settled = parts.map(({ invoiceId, invoiceNumber, amount }, index) => ({
    invoiceId,
    invoiceNumber,
    amountUsd: amount,
    amountSsp: inPounds[index]!,
  }));
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
 * the chosen invoices first, then the oldest; what is left over is kept as the customer's credit.
 * @throws AppError notFound for the customer; invalid for a date ahead, an amount too large, or an invoice
 *   that is not this customer's open one; rule for a locked month.
 */
export async function recordPayment(ctx: Ctx, input: PaymentInput): Promise<PaymentDetail> {
  const date = input.paymentDate ?? ctx.today;
  if (date > ctx.today) invalidField('paymentDate', 'A payment cannot be dated in the future.');
  assertDateAllowed('paymentDate', date, ctx.today);
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, input.customerId);
    const rate = await currentRate(tx, 'standard', date);
    const inPounds = input.currency === 'SSP';
    const amount = inPounds ? sspToUsd(input.amount, rate) : input.amount;
    if (amount <= 0)
      invalidField('amount', "The amount is less than one US cent at that day's rate.");
    if (amount > MAX_AMOUNT.USD)
      invalidField('amount', `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`);
    return receive(tx, customer, {
      kind: 'payment',
      date,
      account: input.account ?? 'cash',
      currency: inPounds ? 'SSP' : 'USD',
      amount,
      ssp: inPounds ? input.amount : usdToSsp(amount, rate),
      rate,
      reference: input.reference ?? '',
      notes: input.notes ?? '',
      chosen: input.invoiceIds,
    });
  });
}

/** Grants a customer a credit, with its reason: it settles invoices like a payment, at the company's cost. */
export async function grantCredit(ctx: Ctx, input: CreditInput): Promise<PaymentDetail> {
  const date = input.date ?? ctx.today;
  if (date > ctx.today) invalidField('date', 'A credit cannot be dated in the future.');
  assertDateAllowed('date', date, ctx.today);
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, input.customerId);
    const rate = await currentRate(tx, 'standard', date);
    return receive(tx, customer, {
      kind: 'credit',
      date,
      account: null,
      currency: 'USD',
      amount: input.amountUsd,
      ssp: usdToSsp(input.amountUsd, rate),
      rate,
      reference: '',
      notes: input.reason,
      chosen: input.invoiceIds,
    });
  });
}

/** The one way in which money or a credit reaches an account, which is locked. */
export async function receive(
  tx: Ctx,
  customer: CustomerRecord,
  receipt: Receipt,
): Promise<PaymentDetail> {
  const open = await invoiceQueries.findOpenInvoices(tx.db, [customer.id], tx.today);
  const unknown = receipt.chosen?.find((id) => !open.some((invoice) => invoice.id === id));
  if (unknown !== undefined)
    invalidField('invoiceIds', `Invoice ${unknown} is not an open invoice of this customer.`);
  const { allocations, rest } = allocate(
    receipt.amount,
    allocationOrder(open, receipt.chosen).map((invoice) => ({
      id: invoice.id,
      open: subtractCents(invoice.amount, invoice.paid),
    })),
  );
  const [number] = await takeReceiptNumbers(tx, receipt.kind, [receipt.date]);
  const receiptNumber = number!;
  const [id] = await queries.insertPayments(
    tx.db,
    [
      {
        receiptNumber,
        customerId: customer.id,
        kind: receipt.kind,
        paymentDate: receipt.date,
        account: receipt.account,
        currency: receipt.currency,
        amount: receipt.amount,
        ssp: receipt.ssp,
        rate: receipt.rate,
        unallocated: rest,
        reference: receipt.reference,
        notes: receipt.notes,
      },
    ],
    { at: tx.now, by: actorName(tx.actor) },
  );
  const uses = allocations.map(({ invoiceId, amount }) => ({ paymentId: id!, invoiceId, amount }));
  const parts = await applyUses(tx, uses, open, [
    { id: id!, date: receipt.date, account: receipt.account, reference: receipt.reference },
  ]);
  const recorded = await getPayment(tx, id!);
  const postings = await postingsOfReceipts(tx, [factsOf(recorded)], parts);
  await restoreSettled(tx, [customer]);
  await stateFacts(tx, 'payment.recorded', [id!]);
  const detail = await getPayment(tx, id!);
  await audit(tx, {
    action: receipt.kind === 'credit' ? 'credit.grant' : 'payment.record',
    entity: 'payment',
    entityId: id!,
    summary: `${receiptNumber} of ${customer.name}`,
    schema: paymentDetail,
    after: detail,
  });
  await post(tx, postings);
  return detail;
}

function factsOf(payment: Payment): PaymentFacts {
  return {
    ...factsOfPayment(payment),
    kind: payment.kind,
    account: payment.account,
    amount: payment.amountUsd,
    unallocated: payment.unallocatedUsd,
  };
}

/**
 * Reverses a payment or a credit: what it settled is owed again, other credit of the customer takes its
 * place where there is some, and the books get the counter-entry, dated today. Who, when and why stay on record.
 * @throws AppError notFound; rule when it is reversed already.
 */
export async function reversePayment(ctx: Ctx, id: number, reason: string): Promise<PaymentDetail> {
  return transact(ctx, async (tx) => {
    const found = (await queries.getPayment(tx.db, id)) ?? notFound('Payment', id);
    await lockAccount(tx, found.customerId);
    const reversed = await undo(tx, id, reason);
    const settled = await settleAccount(tx, found.customerId);
    await post(tx, [...reversed, ...settled]);
    return getPayment(tx, id);
  });
}

/**
 * Takes a payment's allocations back and marks it reversed, by whom, when and why; its customer's account is locked.
 * Answers the postings, for the caller to post last. @throws AppError rule when it is reversed already.
 */
export async function undo(tx: Ctx, id: number, reason: string): Promise<Posting[]> {
  const payment = await getPayment(tx, id);
  if (payment.status === 'reversed')
    breaksRule('payment.reversed', `${payment.receiptId} is already reversed.`);
  const allocations = await queries.findAllocationsOfPayments(tx.db, [payment.id]);
  const invoices = await invoiceQueries.findInvoicesById(
    tx.db,
    allocations.map(({ invoiceId }) => invoiceId),
  );
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  await queries.undoAllocations(tx.db, payment.id);
  await invoiceQueries.markReopened(tx.db, [...byId.keys()], tx.today);
  const remaining = await queries.findAllocationsOfInvoices(tx.db, [...byId.keys()]);
  await invoiceQueries.updateSettlements(
    tx.db,
    allocations.map(({ invoiceId, amount }) => {
      const invoice = byId.get(invoiceId)!;
      const paid = subtractCents(invoice.paid, amount);
      return {
        id: invoiceId,
        paid,
        status: settledStatus(invoice.amount, paid, invoice.status),
        paidDate: null,
        ...shownOf(remaining.filter((other) => other.invoiceId === invoiceId)),
      };
    }),
  );
  await queries.updateReversed(tx.db, payment.id, {
    date: tx.today,
    at: tx.now,
    by: actorName(tx.actor),
    reason,
  });
  await audit(tx, {
    action: 'payment.reverse',
    entity: 'payment',
    entityId: id,
    summary: `${payment.receiptId}: ${reason}`,
    schema: paymentDetail,
    before: payment,
    after: await getPayment(tx, id),
  });
  const parts = allocations.map(({ receivableAccount, amount, billDate }) => ({
    account: receivableAccount,
    amount,
    since: billDate,
  }));
  return paymentReversed(factsOf(payment), parts, tx.today);
}
