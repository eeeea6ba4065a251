import { isBeforeOpening } from '../../accounting/opening/rules.ts';
import { holdOpeningDate } from '../../accounting/opening/service.ts';
import { REFERENCE_USED } from '../../accounting/schema-money.ts';
import { post } from '../../accounting/service-post.ts';
import { poundsFact } from '../../approvals/rules-waiting.ts';
import { askAboveLimit, askSecondPerson } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { lockReference } from '../../database/payment-references.ts';
import { actorName } from '../../identity/actor.ts';
import { formatDate } from '../../kernel/dates.ts';
import { breaksRule, conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import {
  type Cents,
  type Currency,
  formatSsp,
  formatUsd,
  MAX_AMOUNT,
  sspToUsd,
  subtractCents,
  sumOf,
  usdToSsp,
} from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { takeCash } from '../../till/service-cash.ts';
import { updateUnallocated } from '../payments/queries.ts';
import { cashAccounts } from '../payments/rules-accounts.ts';
import type { PaymentAccount, PaymentKind } from '../payments/schema.ts';
import { takeRefundNumber } from '../service-numbers.ts';
import * as queries from './queries.ts';
import {
  exchangeableOf,
  exchangedParts,
  moneyUsdOf,
  type Refunded,
  refundableKinds,
  refundableOf,
  refundPaid,
  refundRefusal,
} from './rules.ts';
import {
  type Refund,
  type Refundable,
  type RefundFilter,
  type RefundInput,
  refund as schema,
} from './schema.ts';

/** Refunds, newest first by default; searched by number and customer. Amounts in US cents and piastres. */
export async function listRefunds(ctx: Ctx, filter: RefundFilter): Promise<Page<Refund>> {
  return queries.findRefunds(ctx.db, filter);
}

/** One refund with what it was taken from. @throws AppError notFound. */
export async function getRefund(ctx: Ctx, id: number): Promise<Refund> {
  return (await queries.getRefund(ctx.db, id)) ?? notFound('Refund', id);
}

/**
 * What can be paid out to a customer, by the currency in which it was paid: US cents, and piastres at the rates of the
 * payments. Not what the company granted (decisions 64 and 65). `usdOfAll` is the credit that both make up, in US cents.
 */
export async function refundableCredit(
  ctx: Ctx,
  customerId: number,
): Promise<{ refundable: Refundable; usdOfAll: Cents }> {
  const credits = await queries.findCreditsToRefund(ctx.db, customerId);
  const own = credits.filter(({ kind }) => refundableKinds.includes(kind));
  const usdOfAll = sumOf(own, ({ unallocatedUsd }) => unallocatedUsd);
  return { refundable: refundableOf(own), usdOfAll };
}

/**
 * Pays out credit of a customer today, the oldest first, in the currency in which it was paid and at most what was paid of
 * it: pounds are the pounds of the payment, not its dollars at the rate of the day (decision 65). What was paid in the other
 * currency goes back at the rate of the day, after another person's approval (decision 93). Cash leaves the till of the
 * caller. A payment of which a part was refunded can no longer be reversed.
 * @throws AppError notFound for the customer; invalid for more than can be paid out, or an amount below one US cent;
 *   conflict for the reference of another refund (decision 66); rule for a locked month and before the opening date; as
 *   `takeCash` for cash; Waiting above the limit (decision 68), and for money that was paid in the other currency.
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
    if (amount > MAX_AMOUNT[currency]) {
      const most = currency === 'SSP' ? formatSsp(MAX_AMOUNT.SSP) : formatUsd(MAX_AMOUNT.USD);
      invalidField('amount', `The amount cannot be above ${most}.`);
    }
    if (currency === 'SSP' && sspToUsd(amount, exchangeRate) <= 0)
      invalidField('amount', "The amount is less than one US cent at today's rate.");
    const credits = await queries.findCreditsToRefund(tx.db, customer.id);
    const own = credits.filter(({ kind }) => refundableKinds.includes(kind));
    assertPaidIn(customer.name, { amount, currency }, credits, exchangeRate);
    const parts = exchangedParts(amount, currency, own, exchangeRate);
    const amountUsd = sumOf(parts, (part) => part.amountUsd);
    const amountSsp = currency === 'SSP' ? amount : usdToSsp(amount, exchangeRate);
    await assertNewReference(tx, { ...input, account });
    await askForRefund(tx, customer, { ...input, account, currency }, { own, amountUsd });
    const refundNumber = await takeRefundNumber(tx, tx.today);
    const { id } = await queries.refunds.insert(tx.db, {
      refundNumber,
      customerId: customer.id,
      date: tx.today,
      account,
      moneyAccount: cashAccounts[currency][account],
      currency,
      amountUsd,
      moneyUsd: moneyUsdOf(amount, currency, exchangeRate),
      amountSsp,
      exchangeRate,
      reference: input.reference ?? '',
      reason: input.reason,
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    await queries.insertParts(tx.db, id, parts);
    const held = new Map(own.map((one) => [one.id, one.unallocatedUsd]));
    await updateUnallocated(
      tx.db,
      parts.map(({ paymentId, amountUsd: taken }) => ({
        id: paymentId,
        unallocatedUsd: subtractCents(held.get(paymentId)!, taken),
        moves: 1,
      })),
    );
    const after = (await queries.getRefund(tx.db, id))!;
    await audit(tx, {
      action: 'refund.record',
      entity: 'refund',
      entityId: id,
      summary: `${refundNumber} to ${customer.name}`,
      schema,
      after,
    });
    const cash = { kind: 'refund', reference: refundNumber, from: input.from } as const;
    await post(tx, [await takeCash(tx, refundPaid(after), cash)]);
    return after;
  });
}

/** Asks for a second person above the limit, and for money that was paid in the other currency. @throws Waiting. */
async function askForRefund(
  tx: Ctx,
  { id, name }: Pick<CustomerRecord, 'id' | 'name'>,
  {
    amount,
    account,
    currency,
    reason,
  }: RefundInput & { currency: Currency; account: PaymentAccount },
  { own, amountUsd }: { own: readonly Refunded[]; amountUsd: Cents },
): Promise<void> {
  const { usd, ssp } = refundableOf(own);
  const isPounds = currency === 'SSP';
  const isExchanged = amount > (isPounds ? ssp : usd);
  const shown = isPounds ? formatSsp(amount) : formatUsd(amount);
  const exchanged = [
    { label: 'Paid in the other currency', text: isPounds ? formatUsd(usd) : formatSsp(ssp) },
    { label: 'Goes back, at the rate of the day of the approval', text: shown },
  ];
  const request = {
    kind: 'customer_refund' as const,
    ...{ entity: 'customer', entityId: id, record: name, amountUsd, reason },
    summary: `Refund to ${name}${isExchanged ? ' in another currency than was paid' : ''}`,
    facts: [
      { label: 'Paid from', text: account },
      ...(isExchanged ? exchanged : poundsFact(isPounds ? amount : null)),
    ],
  };
  await askAboveLimit(tx, {
    ...request,
    earlierTodayUsd: () => queries.sumReturnedOn(tx.db, id, tx.today),
  });
  if (isExchanged) await askSecondPerson(tx, request);
}

/** @throws AppError invalid for more than can be paid out. */
function assertPaidIn(
  name: string,
  wanted: { amount: Cents; currency: Currency },
  credits: readonly (Refunded & { kind: PaymentKind })[],
  rate: Cents,
): void {
  const isOwn = ({ kind }: { kind: PaymentKind }) => refundableKinds.includes(kind);
  const own = credits.filter(isOwn);
  const granted = credits.filter((credit) => !isOwn(credit));
  const refusal = refundRefusal(name, wanted, {
    refundable: refundableOf(own),
    exchangeable: exchangeableOf(wanted.currency, own, rate),
    grantedUsd: sumOf(granted, ({ unallocatedUsd }) => unallocatedUsd),
  });
  if (refusal !== undefined) invalidField('amount', refusal);
}

/** Asks about the reference of another refund from the same account (decision 66). @throws AppError conflict. */
async function assertNewReference(
  tx: Ctx,
  input: Pick<RefundInput, 'reference' | 'sameReference'> & { account: PaymentAccount },
): Promise<void> {
  const { account, reference = '', sameReference } = input;
  if (reference.trim() === '') return;
  await lockReference(tx.db, `refund ${account}`, reference);
  if (sameReference) return;
  const same = await queries.findSameReference(tx.db, { account, reference });
  if (!same) return;
  conflicts(
    REFERENCE_USED,
    `${same.refundNumber} to ${same.customerName} (${same.customerNumber}), ${formatDate(same.date)}, has the reference ${reference} too. Is this another refund?`,
  );
}
