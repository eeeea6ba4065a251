import { isBeforeOpening } from '../../accounting/opening/rules.ts';
import { holdOpeningDate } from '../../accounting/opening/service.ts';
import { post } from '../../accounting/service-post.ts';
import { askAboveLimit } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { actorName } from '../../identity/actor.ts';
import { formatDate } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import {
  type Cents,
  cents,
  formatUsd,
  MAX_AMOUNT,
  minCents,
  sspToUsd,
  subtractCents,
  sumOf,
  usdToSsp,
  ZERO,
} from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { takeCash } from '../../till/service-cash.ts';
import { findCredits, updateUnallocated } from '../payments/queries.ts';
import { cashAccounts } from '../payments/rules-accounts.ts';
import { takeRefundNumber } from '../service-numbers.ts';
import * as queries from './queries.ts';
import { refundableKinds, refundPaid, refundParts, refundProblem } from './rules.ts';
import { type Refund, type RefundFilter, type RefundInput, refund as schema } from './schema.ts';

/** Refunds, newest first by default; searched by number and customer. Amounts in US cents and piastres. */
export async function listRefunds(ctx: Ctx, filter: RefundFilter): Promise<Page<Refund>> {
  return queries.findRefunds(ctx.db, filter);
}

/** One refund with what it was taken from. @throws AppError notFound. */
export async function getRefund(ctx: Ctx, id: number): Promise<Refund> {
  return (await queries.getRefund(ctx.db, id)) ?? notFound('Refund', id);
}

/**
 * US cents of a customer's credit that can be paid out: not what the company granted, and together with earlier refunds at
 * most what the customer has paid, so that goods bought with granted credit are not turned into cash by a return.
 */
export async function refundableCredit(ctx: Ctx, customerId: number): Promise<Cents> {
  const { creditUsd, keptUsd } = await queries.sumRefundable(ctx.db, customerId);
  return keptUsd < 0 ? ZERO : minCents(creditUsd, keptUsd);
}

/**
 * Pays out credit of a customer today, in US dollars or in pounds at the rate of the day: credit notes first, then the
 * oldest credit, at most `refundableCredit`. Cash leaves the till of the caller. A payment of which a part was refunded can no longer be reversed.
 * @throws AppError notFound for the customer; invalid for more than can be paid out, or an amount below one US
 *   cent; rule for a locked month, before the opening date, and for cash that the till does not allow; Waiting above the limit
 *   (decision 68).
 */
export async function recordRefund(ctx: Ctx, input: RefundInput): Promise<Refund> {
  return transact(ctx, async (tx) => {
    const openingDate = await holdOpeningDate(tx);
    if (isBeforeOpening(tx.today, openingDate)) {
      const opening = formatDate(openingDate!);
      breaksRule('refund.beforeOpening', `The books begin on ${opening}. Refund from that day on.`);
    }
    const customer = await lockAccount(tx, input.customerId);
    const exchangeRate = await currentRate(tx, 'standard', tx.today);
    const { account = 'cash', currency = 'USD', amount } = input;
    const amountUsd = currency === 'SSP' ? sspToUsd(amount, exchangeRate) : amount;
    if (amountUsd <= 0)
      invalidField('amount', "The amount is less than one US cent at today's rate.");
    if (amountUsd > MAX_AMOUNT.USD)
      invalidField('amount', `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`);
    const all = await findCredits(tx.db, [customer.id]);
    const available = await refundableCredit(tx, customer.id);
    if (amountUsd > available)
      invalidField(
        'amount',
        refundProblem(customer.name, {
          availableUsd: available,
          creditUsd: sumOf(all, ({ unallocatedUsd }) => unallocatedUsd),
        }),
      );
    await askAboveLimit(tx, {
      kind: 'customer_refund',
      ...{ entity: 'customer', entityId: customer.id, record: customer.name },
      summary: `Refund to ${customer.name}`,
      amountUsd,
      earlierTodayUsd: await queries.sumRefundedOn(tx.db, customer.id, tx.today),
      facts: [
        { label: 'Paid from', text: account },
        { label: 'Credit that can be paid out', usd: available },
      ],
      reason: input.reason,
    });
    const credits = all.filter(({ kind }) => refundableKinds.includes(kind));
    const parts = refundParts(amountUsd, credits);
    const refundNumber = await takeRefundNumber(tx, tx.today);
    const { id } = await queries.refunds.insert(tx.db, {
      refundNumber,
      customerId: customer.id,
      date: tx.today,
      account,
      moneyAccount: cashAccounts[currency][account],
      currency,
      amountUsd,
      amountSsp: currency === 'SSP' ? amount : usdToSsp(amountUsd, exchangeRate),
      exchangeRate,
      reference: input.reference ?? '',
      reason: input.reason,
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    await queries.insertParts(tx.db, id, parts);
    const held = new Map(credits.map((one) => [one.id, one.unallocatedUsd]));
    await updateUnallocated(
      tx.db,
      parts.map(({ paymentId, amountUsd: taken }) => ({
        id: paymentId,
        unallocatedUsd: subtractCents(held.get(paymentId)!, taken),
        moves: 1,
      })),
    );
    if (account === 'cash') {
      await takeCash(tx, {
        kind: 'refund',
        currency,
        amount: cents(-amount),
        source: 'refund',
        sourceId: id,
        reference: refundNumber,
      });
    }
    const after = (await queries.getRefund(tx.db, id))!;
    await audit(tx, {
      action: 'refund.record',
      entity: 'refund',
      entityId: id,
      summary: `${refundNumber} to ${customer.name}`,
      schema,
      after,
    });
    await post(tx, [refundPaid(after)]);
    return after;
  });
}
