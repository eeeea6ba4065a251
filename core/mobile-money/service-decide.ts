import { type Ctx, transact } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { breaksRule, notFound } from '../kernel/errors.ts';
import { ZERO } from '../kernel/money.ts';
import { refundSession } from '../wifi/service-sell.ts';
import * as queries from './queries.ts';
import { acceptRefusal, amountIn, type Intent, refundRefusal } from './rules.ts';
import type { PaymentRequestDetail, RefundInput } from './schema.ts';
import { auditRequest, getPaymentRequest, readRequest } from './service.ts';
import { lockForSale, sell } from './service-settle.ts';

/**
 * Takes money in review for what was asked: the amount must be right, the payer may be another. It becomes its one sale.
 * @throws AppError notFound; rule where it does not wait for a decision, or another amount was paid.
 */
export async function acceptPaymentRequest(
  ctx: Ctx,
  id: number,
  { reason }: { reason: string },
): Promise<PaymentRequestDetail> {
  return transact(ctx, async (tx) => {
    const before = await readRequest(tx, id);
    const intent = (await lockForSale(tx, id)) ?? notFound('Payment request', id);
    const refusal = acceptRefusal(intent);
    if (refusal) breaksRule('paymentRequest.accept', refusal);
    const body = `Accepted by ${actorName(tx.actor)}: ${reason}`;
    await queries.insertEvent(tx.db, { intentId: id, kind: 'note', at: tx.now, body });
    await sell(tx, intent, {
      amount: intent.amount,
      currency: intent.currency,
      payer: intent.paidPhone ?? '',
      transactionId: intent.providerTransactionId!,
    });
    await auditRequest(tx, 'accept', id, { before, summary: `${before.what}: ${reason}` });
    return getPaymentRequest(tx, id);
  });
}

/** What was paid, as far as the provider said; otherwise what was asked for. */
function givenBack(intent: Intent): { currency: 'USD' | 'SSP'; amount: Intent['amount'] } {
  const { paidCurrency, paidAmount, currency, amount } = intent;
  const isKnown = paidCurrency === 'USD' || paidCurrency === 'SSP';
  if (!isKnown || paidAmount === null || paidAmount <= 0) return { currency, amount };
  return { currency: paidCurrency, amount: paidAmount };
}

/**
 * Records that money was given back by hand: of a paid WiFi session, whose sale is taken back at its own rate and which
 * ends, or of a payment in review, which never came into the books.
 * @throws AppError notFound; rule for a customer's payment, which is reversed instead, and where nothing was paid.
 */
export async function refundPaymentRequest(
  ctx: Ctx,
  id: number,
  { reason, reference = '' }: RefundInput,
): Promise<PaymentRequestDetail> {
  return transact(ctx, async (tx) => {
    const before = await readRequest(tx, id);
    const intent = (await queries.intents.lock(tx.db, id)) ?? notFound('Payment request', id);
    const refusal = refundRefusal(intent);
    if (refusal) breaksRule('paymentRequest.refund', refusal);
    const isSold = intent.status === 'paid';
    const { currency, amount } = isSold ? intent : givenBack(intent);
    const refundId = await queries.insertRefund(tx.db, {
      intentId: id,
      currency,
      amount,
      usd: isSold ? intent.amountUsd : ZERO,
      date: tx.today,
      reference,
      reason,
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    await queries.intents.update(tx.db, intent, {
      status: 'refunded',
      settledAt: intent.settledAt ?? tx.now,
    });
    const body = `${amountIn(currency, amount)} given back by ${actorName(tx.actor)}: ${reason}`;
    await queries.insertEvent(tx.db, { intentId: id, kind: 'refund', at: tx.now, body });
    await auditRequest(tx, 'refund', id, { before, summary: `${before.what}: ${reason}` });
    if (isSold) await refundSession(tx, { intentId: id, refundId });
    return getPaymentRequest(tx, id);
  });
}
