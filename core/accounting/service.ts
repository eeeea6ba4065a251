import { type Ctx, transact } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import {
  addMonths,
  FIRST_DATE,
  firstDay,
  type IsoMonth,
  isoMonth,
  monthOf,
} from '../kernel/dates.ts';
import { breaksRule } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import { audit } from '../records/audit.ts';
import { balanceColumns, periodOf } from './journal/rules.ts';
import { leftOutNote, seesPrivateEntries } from './private/rules.ts';
import * as queries from './queries.ts';
import {
  type Account,
  type AccountMonth,
  type MonthState,
  monthState,
  type PeriodQuery,
  type TrialBalance,
} from './schema.ts';

/** The month of the first date that can be posted to. */
const FIRST_MONTH = monthOf(FIRST_DATE);

/** The chart of accounts by code (seeds/001 3 and 7). */
export function listAccounts(ctx: Ctx): Promise<Account[]> {
  return queries.findAccounts(ctx.db);
}

/**
 * Cumulative balances at the end of a month in US cents, by column (decision 11). Read from the sums by account
 * and month: hundreds of rows, independent of the number of lines; without pay.read less the entries of payroll that are
 * left out (decision 67).
 */
export async function trialBalance(ctx: Ctx, period: PeriodQuery): Promise<TrialBalance> {
  const balances = await balancesOf(ctx, period, seesPrivateEntries(ctx.actor));
  return { ...balances, ...leftOutNote(ctx.actor) };
}

/** The same of the whole ledger, whoever asks: for rules of other modules, never for an answer. */
export function wholeTrialBalance(ctx: Ctx, period: PeriodQuery): Promise<TrialBalance> {
  return balancesOf(ctx, period, true);
}

async function balancesOf(
  ctx: Ctx,
  period: PeriodQuery,
  withPrivate: boolean,
): Promise<TrialBalance> {
  const month = periodOf(period, ctx.today);
  const balances = await queries.findBalances(ctx.db, firstDay(month), withPrivate);
  let totalDebit = 0;
  let totalCredit = 0;
  const accounts = balances.map(({ code, name, type, net }) => {
    const { debit, credit } = balanceColumns(net);
    totalDebit += debit;
    totalCredit += credit;
    return { code, name, type, debit, credit };
  });
  return {
    month,
    accounts,
    totalDebit: totalDebit as Cents,
    totalCredit: totalCredit as Cents,
    isBalanced: totalDebit === totalCredit,
  };
}

/** Debits and credits of every account by month, for a year or a single month; `trialBalance` says what is left out. */
export async function listAccountMonths(ctx: Ctx, period: PeriodQuery): Promise<AccountMonth[]> {
  const named = periodOf(period, ctx.today);
  const year = named.slice(0, 4);
  const [from, to] = period.month
    ? [named, named]
    : [isoMonth(`${year}-01`), isoMonth(`${year}-12`)];
  const movements = await queries.findMovements(
    ctx.db,
    firstDay(from),
    firstDay(to),
    seesPrivateEntries(ctx.actor),
  );
  return movements.map(({ accountCode, month, debit, credit }) => ({
    accountCode,
    month: monthOf(month),
    debit,
    credit,
  }));
}

function toMonthState({ month, lockedAt, lockedBy }: queries.MonthRow): MonthState {
  return { month: monthOf(month), isLocked: lockedAt !== null, lockedAt, lockedBy };
}

/** The locked months. */
export async function lockedMonths(ctx: Ctx): Promise<Set<IsoMonth>> {
  const rows = await queries.findMonths(ctx.db);
  const months = rows.map(toMonthState).filter(({ isLocked }) => isLocked);
  return new Set(months.map(({ month }) => month));
}

/** All months from the first posting to now, and later ones with postings, newest first. */
export async function listMonths(ctx: Ctx): Promise<MonthState[]> {
  const rows = await queries.findMonths(ctx.db);
  const months = new Map(rows.map((row) => [monthOf(row.month), toMonthState(row)]));
  const current = monthOf(ctx.today);
  for (let month = rows[0] ? monthOf(rows[0].month) : current; month <= current; ) {
    if (!months.has(month)) {
      months.set(month, { month, isLocked: false, lockedAt: null, lockedBy: null });
    }
    month = addMonths(month, 1);
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
}

/**
 * Closes a month to postings, after waiting for concurrent ones to commit. Locking a locked month changes
 * nothing.
 * @throws AppError rule for a month that has not begun, or one before the first that can be posted to.
 */
export async function lockMonth(ctx: Ctx, month: IsoMonth): Promise<MonthState> {
  assertLockable(ctx, month, 'locked');
  return setLock(ctx, month, true);
}

/** Opens a month again. @throws AppError rule for a month that could not have been locked. */
export async function unlockMonth(ctx: Ctx, month: IsoMonth): Promise<MonthState> {
  assertLockable(ctx, month, 'unlocked');
  return setLock(ctx, month, false);
}

/** Rows of months are never deleted, so a mistyped year would add centuries to every list of months. */
function assertLockable(ctx: Ctx, month: IsoMonth, verb: 'locked' | 'unlocked'): void {
  if (month > monthOf(ctx.today)) {
    breaksRule('month.future', `A month that has not begun cannot be ${verb}.`);
  }
  if (month < FIRST_MONTH) {
    breaksRule('month.past', `A month before ${FIRST_MONTH} cannot be ${verb}.`);
  }
}

async function setLock(ctx: Ctx, month: IsoMonth, locked: boolean): Promise<MonthState> {
  return transact(ctx, async (tx) => {
    const row = await queries.lockMonthRow(tx.db, firstDay(month));
    const before = toMonthState(row);
    if (before.isLocked === locked) return before;
    const lock = locked ? { at: tx.now, by: actorName(tx.actor) } : null;
    await queries.updateMonthLock(tx.db, row.month, lock);
    const after = toMonthState({
      month: row.month,
      lockedAt: lock?.at ?? null,
      lockedBy: lock?.by ?? null,
    });
    await audit(tx, {
      action: locked ? 'month.lock' : 'month.unlock',
      entity: 'month',
      entityId: month,
      schema: monthState,
      before,
      after,
    });
    return after;
  });
}
