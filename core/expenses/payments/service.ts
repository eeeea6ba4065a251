import { assertDateOpen, readCalendar } from '../../accounting/opening/service-calendar.ts';
import { REFERENCE_USED } from '../../accounting/schema-money.ts';
import { post, postedEntryId } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { lockReference } from '../../database/payment-references.ts';
import { actorName } from '../../identity/actor.ts';
import { formatDate } from '../../kernel/dates.ts';
import { breaksRule, conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import { addCents, subtractCents } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { returnCash, takeCash } from '../../till/service-cash.ts';
import { expensePaid, expensePaymentReversed, PAYMENT } from '../postings.ts';
import { expenses } from '../queries.ts';
import { formatAmount, openOf, ownAmount } from '../rules.ts';
import { creditAccounts } from '../rules-accounts.ts';
import type { ExpenseDetail, ExpensePaymentInput } from '../schema.ts';
import { getExpense } from '../service.ts';
import { auditExpense, lockExpense } from '../service-record.ts';
import { findSameReference, payments } from './queries.ts';
import { settlementOf } from './rules-settlement.ts';

/**
 * Pays an expense on account, in part or whole, in dollars or in pounds at the standard rate of the day; without an
 * amount, what is open, in the currency of the expense. What was booked of it is settled, the difference in exchange is
 * posted with it (decision 33).
 * @throws AppError notFound; conflict for an outdated version and the reference of another payment; rule for an expense that is not on account or paid, and a
 *   locked month; invalid for a date in the future or before the expense, and an amount above what is open; as
 *   `takeCash` for cash.
 */
export async function payExpense(
  ctx: Ctx,
  id: number,
  input: ExpensePaymentInput,
): Promise<ExpenseDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockExpense(tx, id, input.version);
    const { transactionId } = before;
    if (before.account !== 'accounts_payable')
      breaksRule('expense.notOnAccount', `${transactionId} is not on account: it is paid already.`);
    if (openOf(before).openUsd === 0)
      breaksRule('expense.paid', `${transactionId} is paid already.`);
    const { paymentDate = tx.today, currency = before.currency, account } = input;
    assertDateOpen('paymentDate', 'A payment', paymentDate, await readCalendar(tx));
    if (paymentDate < before.date)
      invalidField('paymentDate', `The expense is of ${formatDate(before.date)}.`);
    const exchangeRate = await currentRate(tx, 'standard', paymentDate);
    const settlement = settlementOf(before, { amount: input.amount, currency }, exchangeRate);
    if ('problem' in settlement) invalidField('amount', settlement.problem);
    await assertNewReference(tx, input);
    const payment = await payments.insert(tx.db, {
      expenseId: id,
      ...{ paymentDate, account, currency, exchangeRate, reference: input.reference ?? '' },
      ...settlement,
      creditAccount: creditAccounts[currency][account],
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    const after = await expenses.update(
      tx.db,
      before,
      {
        settledUsd: addCents(before.settledUsd, settlement.settledUsd),
        settledSsp: addCents(before.settledSsp, settlement.settledSsp),
      },
      { updated_at: tx.now },
    );
    const note = `: ${formatAmount(ownAmount(payment), currency)} paid`;
    await auditExpense(tx, 'expense.pay', { before, after, note });
    const cash = { kind: 'expense', reference: transactionId, from: input.from } as const;
    await post(tx, [await takeCash(tx, expensePaid(payment, before), cash)]);
    return getExpense(tx, id);
  });
}

/**
 * Asks about a payment whose reference another payment of an expense has, or an expense paid at once, from the same account
 * (decision 66).
 * @throws AppError conflict that names the other expense, its vendor and day.
 */
async function assertNewReference(
  tx: Ctx,
  { account, reference = '', sameReference }: ExpensePaymentInput,
): Promise<void> {
  if (reference.trim() === '') return;
  await lockReference(tx.db, `expense ${account}`, reference);
  if (sameReference) return;
  const same = await findSameReference(tx.db, { account, reference });
  if (!same) return;
  conflicts(
    REFERENCE_USED,
    `The payment of ${same.transactionId} to ${same.location}, ${formatDate(same.paymentDate)}, has the reference ${reference} too. Is this other money?`,
  );
}

/**
 * Reverses a payment of an expense, dated today; what it had settled is open again.
 * @throws AppError notFound, also for a payment of another expense; rule if it is reversed already;
 *   as `takeCash` for cash.
 */
export async function reverseExpensePayment(
  ctx: Ctx,
  { id, paymentId }: { id: number; paymentId: number },
  reason: string,
  from?: ExpensePaymentInput['from'],
): Promise<ExpenseDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockExpense(tx, id);
    const payment = await payments.lock(tx.db, paymentId);
    if (payment?.expenseId !== id) notFound('Payment', paymentId);
    if (payment.reversedOn !== null)
      breaksRule('expense.paymentReversed', 'This payment is already reversed.');
    await payments.update(tx.db, payment, {
      ...{ reversedOn: tx.today, reversedAt: tx.now },
      ...{ reversedBy: actorName(tx.actor), reversalReason: reason },
    });
    const after = await expenses.update(
      tx.db,
      before,
      {
        settledUsd: subtractCents(before.settledUsd, payment.settledUsd),
        settledSsp: subtractCents(before.settledSsp, payment.settledSsp),
      },
      { updated_at: tx.now },
    );
    const amount = formatAmount(ownAmount(payment), payment.currency);
    const note = `: payment of ${amount} reversed, ${reason}`;
    await auditExpense(tx, 'expense.reversePayment', { before, after, note });
    const entryId = await postedEntryId(tx, PAYMENT, paymentId, 1);
    const reversal = expensePaymentReversed(payment, before, tx.today, entryId);
    const { transactionId: reference } = before;
    await post(tx, [await returnCash(tx, reversal, { reference, from })]);
    return getExpense(tx, id);
  });
}
