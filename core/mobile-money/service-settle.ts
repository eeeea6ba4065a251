import { post } from '../accounting/service-post.ts';
import { MOBILE_MONEY_CLERK } from '../billing/payments/schema.ts';
import { findOpenInvoiceIds, takePayment } from '../billing/payments/service.ts';
import { type Ctx, transact } from '../context.ts';
import { lockAccount } from '../customers/service-billing.ts';
import { isAppError } from '../kernel/errors.ts';
import type { PaidFacts } from '../ports/payments/types.ts';
import { sellSession } from '../wifi/service-sell.ts';
import * as queries from './queries.ts';
import {
  amountIn,
  type Intent,
  lookedUp,
  mismatchOf,
  NOT_RECORDED,
  providerName,
} from './rules.ts';
import { TRANSACTION_TAKEN } from './schema-constraints.ts';

/** Receipts of money that nobody records by hand name this as their clerk. */
const CLERK = { kind: 'system', job: MOBILE_MONEY_CLERK } as const;

/** Errors that another try would meet again: a person decides. */
const LASTING = ['rule', 'invalid', 'notFound'];

/**
 * Settles a request that the provider says was paid: its one sale, or a decision of a person where the payment is another
 * than the one asked for. Once, however often and by how many at once it is called. No transaction may be open.
 * @throws AppError unavailable or conflict: it is tried again.
 */
export async function settle(ctx: Ctx, id: number, paid: PaidFacts): Promise<void> {
  try {
    await settleOnce(ctx, id, paid);
  } catch (error) {
    // Another request took the same transaction at this moment: now it is found.
    if (isAppError(error) && error.code === TRANSACTION_TAKEN) return settleOnce(ctx, id, paid);
    if (!isAppError(error) || !LASTING.includes(error.kind)) throw error;
    ctx.log.error({ err: error, request: id }, 'money that was paid could not be recorded');
    await review(ctx, id, paid, `${NOT_RECORDED}: ${error.message}`);
  }
}

function settleOnce(ctx: Ctx, id: number, paid: PaidFacts): Promise<void> {
  return transact(ctx, async (tx) => {
    const intent = await lockForSale(tx, id);
    if (!intent || !lookedUp.includes(intent.status)) return;
    const { driver } = intent;
    const other = await queries.getIntentOfTransaction(tx.db, { driver, ...paid });
    const problem =
      other && other.id !== id
        ? `The provider names the transaction ${paid.transactionId}, which has paid request ${other.id} already.`
        : mismatchOf(intent, paid);
    if (problem) {
      await markReview(tx, intent, paid, problem, other === undefined || other.id === id);
      return;
    }
    await sell(tx, intent, paid);
  });
}

/** The request, locked, after the customer's account (the order of locks). */
export async function lockForSale(tx: Ctx, id: number): Promise<Intent | undefined> {
  const found = await queries.intents.get(tx.db, id);
  if (found?.customerId) await lockAccount(tx, found.customerId);
  return found && queries.intents.lock(tx.db, id);
}

function review(ctx: Ctx, id: number, paid: PaidFacts, problem: string): Promise<void> {
  return transact(ctx, async (tx) => {
    const intent = await lockForSale(tx, id);
    if (intent && lookedUp.includes(intent.status))
      await markReview(tx, intent, paid, problem, true);
  });
}

async function markReview(
  tx: Ctx,
  intent: Intent,
  paid: PaidFacts,
  problem: string,
  isOwnTransaction: boolean,
): Promise<void> {
  await queries.intents.update(tx.db, intent, {
    status: 'review',
    problem,
    ...paidFields(paid),
    ...(isOwnTransaction ? { providerTransactionId: paid.transactionId } : {}),
    nextCheckAt: null,
  });
  const event = { intentId: intent.id, kind: 'note', at: tx.now, body: problem } as const;
  await queries.insertEvent(tx.db, event);
}

function paidFields({ amount, currency, payer }: PaidFacts) {
  return { paidAmount: amount ?? null, paidCurrency: currency, paidPhone: payer };
}

/**
 * The one sale of a locked request: a session, or a payment of the customer. Called in the transaction that found the
 * payment to be in order; posts last.
 */
export async function sell(tx: Ctx, intent: Intent, paid: PaidFacts): Promise<void> {
  const settled = {
    status: 'paid',
    problem: '',
    ...paidFields(paid),
    providerTransactionId: paid.transactionId,
    settledAt: tx.now,
    nextCheckAt: null,
  } as const;
  const shown = amountIn(intent.currency, intent.amount);
  const event = { intentId: intent.id, kind: 'settled', at: tx.now } as const;
  const isSimulated = intent.driver === 'simulated';
  if (intent.purpose === 'wifi') {
    await queries.intents.update(tx.db, intent, settled);
    await queries.insertEvent(tx.db, { ...event, body: `${shown}, ${paid.transactionId}` });
    await sellSession(tx, {
      intentId: intent.id,
      packageId: intent.packageId!,
      phone: intent.phone,
      provider: providerName(tx.config, intent.provider),
      currency: intent.currency,
      amountCents: intent.amount,
      usdCents: intent.amountUsd,
      rateCents: intent.exchangeRate,
      hotspotId: intent.hotspotId,
      isSimulated,
    });
    return;
  }
  const customer = await lockAccount(tx, intent.customerId!);
  // Those that were paid otherwise meanwhile are left out: the rest is the customer's credit.
  const open = await findOpenInvoiceIds(tx, customer.id);
  const chosen = await queries.findInvoices(tx.db, intent.id);
  const { payment, postings } = await takePayment({ ...tx, actor: CLERK }, customer, {
    amount: intent.amount,
    currency: intent.currency,
    account: 'mobile_money',
    reference: paid.transactionId,
    // The provider says that this money came; nobody can be asked.
    sameReference: true,
    notes: `${providerName(tx.config, intent.provider)} from ${paid.payer}${isSimulated ? '; simulated, no money moved' : ''}`,
    invoiceIds: chosen.filter((id) => open.includes(id)),
  });
  await queries.intents.update(tx.db, intent, { ...settled, paymentId: payment.id });
  const body = `${shown}, ${paid.transactionId}, ${payment.receiptId}`;
  await queries.insertEvent(tx.db, { ...event, body });
  const labelled = postings.map((posting) => ({
    ...posting,
    description: `${posting.description}, simulated`,
  }));
  await post(tx, isSimulated ? labelled : postings);
}
