import { hasCash } from '../accounting/cash/rules.ts';
import { type Calendar, openDay } from '../accounting/opening/rules-calendar.ts';
import { assertDateOpen, readCalendar } from '../accounting/opening/service-calendar.ts';
import type { Posting } from '../accounting/rules.ts';
import { listAccounts } from '../accounting/service.ts';
import { post } from '../accounting/service-post.ts';
import { type Ctx, transact } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { breaksRule, invalidField, notFound } from '../kernel/errors.ts';
import { currentRate } from '../rates/service-current.ts';
import { returnCash, takeCash } from '../till/service-cash.ts';
import { findPayments } from './payments/queries.ts';
import { EXPENSE, expensePosted } from './postings.ts';
import * as queries from './queries.ts';
import {
  bookedAmounts,
  categoryProblem,
  type ExpenseRecord,
  isMoneyChange,
  ledgerAccounts,
  ownAmount,
  toExpense,
} from './rules.ts';
import type { Expense, ExpenseDetail, ExpenseInput, ExpenseUpdate } from './schema.ts';
import { askForChange, askForExpenses, isMoved, raised } from './service-limits.ts';
import { auditExpense, insertExpenses, lockExpense, reversalOf } from './service-record.ts';

const NOUN = 'An expense';

/** An expense with its ledger accounts and payments. Cents. @throws AppError notFound, also for a deleted one. */
export async function getExpense(ctx: Ctx, id: number): Promise<ExpenseDetail> {
  const record = (await queries.getExpense(ctx.db, id)) ?? notFound('Expense', id);
  const names = new Map((await listAccounts(ctx)).map(({ code, name }) => [code, name]));
  const named = (code: string) => ({ code, name: names.get(code)! });
  return {
    ...toExpense(record),
    debitAccount: named(record.debitAccount),
    creditAccount: named(record.creditAccount),
    payments: await findPayments(ctx.db, id),
  };
}

type Fields = Pick<
  ExpenseRecord,
  'expenseType' | 'category' | 'currency' | 'account' | 'exchangeRate'
> & { amount: ExpenseRecord['amountUsd'] };

/** @throws AppError invalid for a category of another type, or an amount that is too large or too small. */
function judged({ expenseType, category, currency, account, exchangeRate, amount }: Fields) {
  const mismatch = categoryProblem(expenseType, category);
  if (mismatch !== undefined) invalidField('category', mismatch);
  const booked = bookedAmounts(amount, currency, exchangeRate);
  if ('problem' in booked) invalidField('amount', booked.problem);
  return { expenseType, category, currency, account, exchangeRate, ...booked };
}

/**
 * Records an expense and posts it on its date (seeds/001 3 and 5): in dollars, or in pounds at the standard rate of that
 * day, which it keeps.
 * @throws AppError invalid for a future date, a category of another type or an amount out of range; rule for a locked
 *   month, a date before the opening date, or an account that cannot be posted to; as `takeCash` for cash.
 */
export async function createExpense(ctx: Ctx, input: ExpenseInput): Promise<ExpenseDetail> {
  return transact(ctx, async (tx) => {
    const { date, location, description, reference = '', notes = '' } = input;
    assertDateOpen('date', NOUN, date, await readCalendar(tx));
    const exchangeRate = await currentRate(tx, 'standard', date);
    const money = judged({ ...input, currency: input.currency ?? 'USD', exchangeRate });
    const texts = { date, location, description, reference, notes };
    await askForExpenses(tx, [{ ...texts, ...money }]);
    const { recorded, postings } = await insertExpenses(tx, [{ ...texts, ...money }]);
    await auditExpense(tx, 'expense.create', { after: recorded[0]! });
    const number = recorded[0]!.transactionId;
    const cash = { kind: 'expense', reference: number, from: input.from } as const;
    const paid = await takeCash(tx, postings[0]!, cash);
    await post(tx, [paid]);
    return getExpense(tx, recorded[0]!.id);
  });
}

/**
 * The reversal and the new posting of an expense with their cash: the first goes back to where it came from, and the second
 * comes from there too unless `from` says otherwise.
 */
async function movedCash(
  tx: Ctx,
  reversal: Posting,
  posting: Posting,
  from: ExpenseUpdate['from'],
): Promise<Posting[]> {
  const { reference, sourceId } = posting;
  const returned = await returnCash(tx, reversal, { reference, from });
  const before = { source: EXPENSE, sourceId: sourceId!, revision: reversal.revision };
  const origin = from === undefined && hasCash(reversal) ? { origin: before } : {};
  const cash = { kind: 'expense', reference, from, ...origin } as const;
  return [returned, await takeCash(tx, posting, cash)];
}

/** The fields of an expense after a change; a changed date has the rate of that day. */
async function changed(
  tx: Ctx,
  before: ExpenseRecord,
  { amount, version, from, ...sent }: ExpenseUpdate,
): Promise<ExpenseRecord> {
  const given = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<typeof sent>;
  const fields = { ...before, ...given };
  const exchangeRate =
    fields.date === before.date
      ? before.exchangeRate
      : await currentRate(tx, 'standard', fields.date);
  const money = judged({ ...fields, amount: amount ?? ownAmount(before), exchangeRate });
  return { ...fields, ...money, ...ledgerAccounts(fields) };
}

/** @throws AppError rule expense.hasPayments while something is paid of an expense on account. */
function assertUnsettled({ settledUsd, transactionId }: ExpenseRecord, consequence: string): void {
  if (settledUsd === 0) return;
  breaksRule(
    'expense.hasPayments',
    `${transactionId} has payments. ${consequence} Reverse its payments first.`,
  );
}

/** The date of the next revision: that of the expense, or today where its month is locked and the date stays. */
function postingDate(before: ExpenseRecord, after: ExpenseRecord, calendar: Calendar) {
  if (after.date !== before.date) {
    assertDateOpen('date', NOUN, after.date, calendar);
    return after.date;
  }
  return openDay(after.date, calendar);
}

/**
 * Changes an expense: its posting is reversed and posted anew as the next revision, both dated as the expense, or today
 * where that month is locked. Vendor, description, reference and notes are texts, whose change posts nothing. While
 * something is paid of it, only texts can change.
 * @throws AppError notFound; conflict for an outdated version; invalid and rule as for a new one; rule expense.hasPayments.
 */
export async function updateExpense(
  ctx: Ctx,
  id: number,
  input: ExpenseUpdate,
): Promise<ExpenseDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockExpense(tx, id, input.version);
    const asked = await changed(tx, before, input);
    const isMoney = isMoneyChange(before, asked);
    // What stays posted keeps its accounts, also if its category has another one by now.
    const { debitAccount, creditAccount } = isMoney ? asked : before;
    const wanted = { ...asked, debitAccount, creditAccount };
    if (isMoney)
      assertUnsettled(before, 'Its date, amount, currency, category and account cannot change.');
    const isRaised = wanted.amountUsd > before.amountUsd || isMoved(before, wanted);
    if (isRaised) await askForChange(tx, before, wanted, input);
    const calendar = await readCalendar(tx);
    const date = postingDate(before, wanted, calendar);
    const revision = before.revision + (isMoney ? 1 : 0);
    const { version, ...fields } = {
      ...{ ...wanted, revision },
      ...(isRaised && raised(tx, before, wanted)),
    };
    const after = await queries.expenses.update(tx.db, before, fields, { updated_at: tx.now });
    await auditExpense(tx, 'expense.update', { before, after });
    if (isMoney) {
      const reversal = await reversalOf(tx, before, calendar);
      await post(tx, await movedCash(tx, reversal, expensePosted(after, date), input.from));
    }
    return getExpense(tx, id);
  });
}

/**
 * Deletes an expense: its posting is reversed, dated as the expense, or today where that month is locked. The row is
 * kept with its number, hidden.
 * @throws AppError notFound; rule expense.hasPayments while something is paid of it; as `takeCash` for cash.
 */
export async function deleteExpense(
  ctx: Ctx,
  id: number,
  from?: ExpenseUpdate['from'],
): Promise<Expense> {
  return transact(ctx, async (tx) => {
    const before = await lockExpense(tx, id);
    assertUnsettled(before, 'It cannot be deleted.');
    const read = (await queries.getExpense(tx.db, id))!;
    const deleted = { deletedAt: tx.now, deletedBy: actorName(tx.actor) };
    const after = await queries.expenses.update(tx.db, before, deleted, { updated_at: tx.now });
    await auditExpense(tx, 'expense.delete', { before });
    const reversal = await reversalOf(tx, before, await readCalendar(tx));
    const { transactionId: reference } = before;
    await post(tx, [await returnCash(tx, reversal, { reference, from })]);
    return toExpense({ ...after, attachments: read.attachments });
  });
}

/** The id of an expense by its number, in any case. @throws AppError notFound, also for a deleted one. */
export async function lookupExpense(ctx: Ctx, transactionId: string): Promise<ExpenseDetail> {
  const id = await queries.findExpenseNumbered(ctx.db, transactionId.toUpperCase());
  return id === undefined ? notFound('Expense', transactionId) : getExpense(ctx, id);
}
