import { throughSafe } from '../../accounting/cash/rules.ts';
import { assertDateOpen, readCalendar } from '../../accounting/opening/service-calendar.ts';
import { shownTo, showReversal } from '../../accounting/private/service.ts';
import { cashAccounts } from '../../accounting/rules-money.ts';
import { wholeTrialBalance } from '../../accounting/service.ts';
import { post, postedEntryId } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { type Numbering, takeYearlyNumbers } from '../../database/counters.ts';
import { actorName, can } from '../../identity/actor.ts';
import { assertDateAllowed, firstDay, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { type Cents, formatUsd, subtractCents, ZERO } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { returnCash } from '../../till/service-cash.ts';
import { remitted, reversalOfPosting, sources } from '../payroll/postings.ts';
import { sumWithheld } from '../payroll/queries-tax.ts';
import {
  type CashReversal,
  type Remittance,
  type RemittanceFilter,
  type RemittanceInput,
  type RemittanceKind,
  type RemittanceOpen,
  type RemittanceOwed,
  remittanceKinds,
  remittance as schema,
} from '../payroll/schema-payments.ts';
import { reversalDay } from '../payroll/service-reverse.ts';
import { showRemittance } from '../payroll/service-shown.ts';
import { PAY } from '../schema.ts';
import * as queries from './queries.ts';
import {
  openOfMonth,
  owedAccounts,
  type RemittanceRecord,
  remittanceWords,
  settledBy,
  usdOf,
  withAmounts,
} from './rules.ts';

/** REM-2026-0001, by the year of the payment date. */
const REMITTANCES: Numbering = { counter: 'remittance', prefix: 'REM', width: 4 };

/** Remittances with their amounts, without those that the caller may not see (decision 67). */
async function answersOf(ctx: Ctx, records: readonly RemittanceRecord[]): Promise<Remittance[]> {
  const ids = records.map(({ id }) => id);
  const shown = await shownTo(ctx, sources.remittance, ids);
  return records.map(({ moneyAccount, reversedAt, settledUsd, ...remittance }) => {
    const isShown = shown.has(remittance.id);
    return { ...withAmounts(remittance, isShown), settledUsd: isShown ? settledUsd : null };
  });
}

/**
 * What was withheld and is still owed, by the ledger to the end of this month, in US cents; below zero is paid in excess. Only
 * with pay.read: the approval of a payroll changes it by what is withheld from one person (decision 67).
 */
export async function listRemittancesOwed(ctx: Ctx): Promise<RemittanceOwed[]> {
  const may = can(ctx.actor, PAY);
  const owed = await owedByKind(ctx);
  return remittanceKinds.map((kind) => ({
    kind,
    accountCode: owedAccounts[kind],
    owedUsd: may ? owed(kind) : null,
  }));
}

/** What is owed of a kind by the whole ledger, whoever asks, in US cents. */
async function owedByKind(ctx: Ctx): Promise<(kind: RemittanceKind) => Cents> {
  const { accounts } = await wholeTrialBalance(ctx, {});
  return (kind) => {
    const balance = accounts.find(({ code }) => code === owedAccounts[kind]);
    return balance ? subtractCents(balance.credit, balance.debit) : ZERO;
  };
}

/** What was withheld in a month and is not yet remitted, by kind: US cents and SSP cents. Source: decision 134. */
export async function openRemittances(ctx: Ctx, month: IsoMonth): Promise<RemittanceOpen[]> {
  const open: RemittanceOpen[] = [];
  for (const kind of remittanceKinds) open.push(await openOf(ctx, kind, month));
  return open;
}

async function openOf(ctx: Ctx, kind: RemittanceKind, month: IsoMonth): Promise<RemittanceOpen> {
  const period = { from: firstDay(month), to: lastDay(month) };
  return { kind, ...openOfMonth(await sumWithheld(ctx.db, kind, period)) };
}

/** Remittances, newest first by default. */
export async function listRemittances(
  ctx: Ctx,
  filter: RemittanceFilter,
): Promise<Page<Remittance>> {
  const { rows, ...page } = await queries.findRemittances(ctx.db, filter);
  return { rows: await answersOf(ctx, rows), ...page };
}

/**
 * Pays tax, social security or other deductions on: debits 2320, 2310 or 2350 with what it settles, in US cents, against the
 * money, which in pounds is worth the rate of its day; the rest is an exchange gain or loss (decision 134).
 * @throws AppError invalid for a day to come, an amount below one US cent, or dollars settled that are not the
 *   dollars paid or far from the pounds' worth; rule for more than the account owes, and for a locked month.
 */
export async function createRemittance(ctx: Ctx, input: RemittanceInput): Promise<Remittance> {
  return transact(ctx, async (tx) => {
    const { kind, month, amount, account, currency = 'USD', paymentDate = tx.today } = input;
    assertDateAllowed('month', firstDay(month), tx.today);
    assertDateOpen('paymentDate', 'A remittance', paymentDate, await readCalendar(tx));
    const exchangeRate = await currentRate(tx, 'standard', paymentDate);
    const amountUsd = usdOf(amount, currency, exchangeRate);
    if (amountUsd <= 0)
      invalidField('amount', "The amount is less than one US cent at that day's rate.");
    await queries.lockRemittances(tx.db);
    const settledUsd = await settledUsdOf(tx, input, { amountUsd, exchangeRate });
    const owed = (await owedByKind(tx))(kind);
    if (settledUsd > owed) {
      const message = `Only ${formatUsd(owed > 0 ? owed : ZERO)} are owed on account ${owedAccounts[kind]}. This would settle ${formatUsd(settledUsd)}.`;
      breaksRule('remittance.tooMuch', message, { amount: message });
    }
    const [remittanceNumber] = await takeYearlyNumbers(tx.db, REMITTANCES, [paymentDate]);
    const after = await queries.insertRemittance(tx.db, {
      remittanceNumber: remittanceNumber!,
      ...{
        kind,
        month,
        paymentDate,
        account,
        currency,
        exchangeRate,
        amountUsd,
        settledUsd,
        amount,
      },
      moneyAccount: cashAccounts[currency][account],
      reference: input.reference ?? '',
      notes: input.notes ?? '',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
      ...{ reversedOn: null, reversedAt: null, reversedBy: '', reversalReason: '' },
    });
    await auditRemittance(tx, 'payrollRemittance.create', { after });
    await showRemittance(tx, after.id, after);
    const [answer] = await answersOf(tx, [after]);
    await post(tx, [throughSafe(remitted(after))]);
    return answer!;
  });
}

/** A rate may change much between a payroll and its remittance; beyond this a decimal point was mistyped. */
const MOST_TIMES = 10;

/**
 * What a remittance settles, in US cents.
 * @throws AppError invalid if that is less than one, not the dollars paid, or far from what the pounds are worth.
 */
async function settledUsdOf(
  tx: Ctx,
  { kind, month, amount, currency = 'USD', settledUsd }: RemittanceInput,
  { amountUsd, exchangeRate }: { amountUsd: Cents; exchangeRate: Cents },
): Promise<Cents> {
  if (currency === 'USD' && settledUsd !== undefined && settledUsd !== amount)
    invalidField(
      'settledUsd',
      'For a payment in dollars leave this empty: it settles the amount paid.',
    );
  if (settledUsd !== undefined) {
    const [less, more] = [Math.min(settledUsd, amountUsd), Math.max(settledUsd, amountUsd)];
    if (more > MOST_TIMES * less)
      invalidField(
        'settledUsd',
        `The pounds are worth ${formatUsd(amountUsd)} on that day. Check the amount and the dollars settled.`,
      );
    return settledUsd;
  }
  const settled = settledBy({ amount, currency }, await openOf(tx, kind, month), exchangeRate);
  if (settled <= 0) invalidField('amount', 'The amount settles less than one US cent.');
  return settled;
}

/**
 * Reverses a remittance with a mirrored entry.
 * @throws AppError notFound; invalid for a day before it; rule if it is reversed already, and for a locked month.
 */
export async function reverseRemittance(
  ctx: Ctx,
  id: number,
  { reason, date }: CashReversal,
): Promise<Remittance> {
  return transact(ctx, async (tx) => {
    const before = (await queries.lockRemittance(tx.db, id)) ?? notFound('Remittance', id);
    if (before.reversedOn !== null)
      breaksRule('remittance.reversed', `${before.remittanceNumber} is already reversed.`);
    const day = reversalDay(tx, date, before.paymentDate);
    assertDateOpen('date', 'A reversal', day, await readCalendar(tx));
    const after = await queries.updateRemittance(tx.db, before, {
      reversedOn: day,
      reversedAt: tx.now,
      reversedBy: actorName(tx.actor),
      reversalReason: reason,
    });
    await auditRemittance(tx, 'payrollRemittance.reverse', { before, after });
    const posted = remitted(before);
    await showReversal(tx, posted.source, id);
    const [answer] = await answersOf(tx, [after]);
    const entryId = await postedEntryId(tx, posted.source, id, 1);
    const cash = { reference: before.remittanceNumber, from: 'safe' } as const;
    await post(tx, [await returnCash(tx, reversalOfPosting(posted, day, entryId), cash)]);
    return answer!;
  });
}

/** A line of the audit log. Its summary names no amounts and no typed reason, which may tell them. */
function auditRemittance(
  tx: Ctx,
  action: string,
  change: { before?: RemittanceRecord; after: RemittanceRecord },
): Promise<void> {
  const { id, remittanceNumber, kind, month } = change.after;
  const summary = `${remittanceNumber}, ${remittanceWords[kind]} of ${month}`;
  const entity = 'payrollRemittance';
  return audit(tx, { action, entity, entityId: id, summary, schema, ...change });
}
