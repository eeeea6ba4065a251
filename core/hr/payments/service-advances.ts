import { throughSafe } from '../../accounting/cash/rules.ts';
import { assertDateOpen, readCalendar } from '../../accounting/opening/service-calendar.ts';
import { cashAccounts } from '../../accounting/rules-money.ts';
import { post, postedEntryId } from '../../accounting/service-post.ts';
import { poundsFact } from '../../approvals/rules-waiting.ts';
import { askAboveLimit, refuseForOneself } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import { type Numbering, takeYearlyNumbers } from '../../database/counters.ts';
import { actorName } from '../../identity/actor.ts';
import {
  addMonths,
  assertDateAllowed,
  firstDay,
  formatDate,
  monthOf,
  startOfDay,
} from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { addCents, cents, subtractCents, usdToSsp, ZERO } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { returnCash } from '../../till/service-cash.ts';
import { getEmployeeRecord } from '../employees/service-record.ts';
import { advancePaid, advanceRepaid, reversalOfPosting } from '../payroll/postings.ts';
import { findPayees } from '../payroll/queries.ts';
import { instalmentFor } from '../payroll/rules.ts';
import {
  type Advance,
  type AdvanceDetail,
  type AdvanceFilter,
  type AdvanceInput,
  type CashReversal,
  type RepaymentInput,
  advance as schema,
} from '../payroll/schema-payments.ts';
import { reversalDay } from '../payroll/service-reverse.ts';
import * as queries from './queries-advances.ts';
import { amountIn, type NamedAdvance } from './rules.ts';

/** ADV-2026-0001, by the year of the advance. */
const ADVANCES: Numbering = { counter: 'employeeAdvance', prefix: 'ADV', width: 4 };

const openOf = ({ amountUsd, repaidUsd, reversedOn }: NamedAdvance) =>
  reversedOn === null ? subtractCents(amountUsd, repaidUsd) : ZERO;

function answerOf(record: NamedAdvance): Advance {
  const { moneyAccount, reversedAt, ...advance } = record;
  return { ...advance, openUsd: openOf(record) };
}

/** Advances to employees, newest first by default. */
export async function listAdvances(ctx: Ctx, filter: AdvanceFilter): Promise<Page<Advance>> {
  const { rows, ...page } = await queries.findAdvances(ctx.db, filter);
  return { rows: rows.map(answerOf), ...page };
}

/** An advance with what was repaid of it, US cents. @throws AppError notFound. */
export async function getAdvance(ctx: Ctx, id: number): Promise<AdvanceDetail> {
  const advance = (await queries.getAdvance(ctx.db, id)) ?? notFound('Advance', id);
  return { ...answerOf(advance), movements: await queries.findMovements(ctx.db, id) };
}

/**
 * Pays an advance to an employee: debits 1520 against the money. Payrolls from `firstMonth` on, the next month when left out,
 * take an instalment each.
 * @throws AppError notFound; invalid for a day to come; rule for a locked month and for an advance to oneself; as `throughSafe` for
 *   cash; Waiting above the limit (decision 68).
 */
export async function createAdvance(ctx: Ctx, input: AdvanceInput): Promise<Advance> {
  return transact(ctx, async (tx) => {
    const { employeeId, amountUsd, account, currency = 'USD', advanceDate = tx.today } = input;
    const payee = (await findPayees(tx.db, [employeeId]))[0] ?? notFound('Employee', employeeId);
    assertDateOpen('advanceDate', 'An advance', advanceDate, await readCalendar(tx));
    const firstMonth = input.firstMonth ?? addMonths(monthOf(advanceDate), 1);
    assertDateAllowed('firstMonth', firstDay(firstMonth), tx.today);
    const exchangeRate = await currentRate(tx, 'standard', advanceDate);
    const { userId: forUserId } = await getEmployeeRecord(tx, employeeId);
    const what = 'Nobody pays an advance to themselves.';
    await refuseForOneself(tx, { kind: 'employee_advance', forUserId, what });
    await askAboveLimit(tx, {
      kind: 'employee_advance',
      ...{ entity: 'employee', entityId: employeeId, record: payee.employeeName, forUserId },
      summary: `Advance to ${payee.employeeName}`,
      amountUsd,
      earlierTodayUsd: () => queries.sumAdvancesSince(tx.db, employeeId, startOfDay(tx.today)),
      facts: [
        { label: 'Paid from', text: account },
        ...poundsFact(
          currency === 'SSP' ? usdToSsp(amountUsd, exchangeRate) : null,
          'Paid in pounds, at the rate of the day',
        ),
      ],
      reason: input.reason ?? '',
    });
    const [advanceNumber] = await takeYearlyNumbers(tx.db, ADVANCES, [advanceDate]);
    const stored = await queries.advances.insert(tx.db, {
      advanceNumber: advanceNumber!,
      ...{ employeeId, advanceDate, amountUsd, account, currency, exchangeRate },
      instalmentUsd: instalmentFor(amountUsd, input.instalments ?? 1),
      firstMonth: firstDay(firstMonth),
      moneyAccount: cashAccounts[currency][account],
      amount: amountIn(currency, amountUsd, exchangeRate),
      reason: input.reason ?? '',
      reference: input.reference ?? '',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    const { employeeName, employeeNumber } = payee;
    const after = { ...stored, firstMonth, employeeName, employeeNumber };
    await auditAdvance(tx, 'employeeAdvance.create', { after });
    await post(tx, [throughSafe(advancePaid(after))]);
    return answerOf(after);
  });
}

/** @throws AppError notFound; rule for a reversed advance. */
async function lockAdvance(tx: Ctx, id: number): Promise<NamedAdvance> {
  const before = (await queries.lockAdvance(tx.db, id)) ?? notFound('Advance', id);
  if (before.reversedOn !== null)
    breaksRule('advance.reversed', `${before.advanceNumber} is reversed.`);
  return before;
}

/**
 * Records money that an employee pays back: debits the money against 1520.
 * @throws AppError notFound; invalid for a day to come or before the advance; rule for more than is open, a reversed advance,
 *   and a locked month.
 */
export async function repayAdvance(ctx: Ctx, id: number, input: RepaymentInput): Promise<Advance> {
  return transact(ctx, async (tx) => {
    const before = await lockAdvance(tx, id);
    const { amountUsd, account, currency = 'USD', date = tx.today, reference = '' } = input;
    if (date < before.advanceDate)
      invalidField(
        'date',
        `The repayment cannot be dated before the advance, ${formatDate(before.advanceDate)}.`,
      );
    assertDateOpen('date', 'A repayment', date, await readCalendar(tx));
    const open = openOf(before);
    if (amountUsd > open) {
      const message = `Less than this amount is open of ${before.advanceNumber}.`;
      breaksRule('advance.repaid', message, { amountUsd: message });
    }
    const exchangeRate = await currentRate(tx, 'standard', date);
    const repayment = {
      ...{ date, amountUsd, account, currency, exchangeRate, reference },
      moneyAccount: cashAccounts[currency][account],
      amount: amountIn(currency, amountUsd, exchangeRate),
    };
    const { id: movementId } = await queries.repayments.insert(tx.db, {
      ...{ ...repayment, advanceId: id, kind: 'repayment' },
      ...{ createdAt: tx.now, createdBy: actorName(tx.actor) },
    });
    const after = await queries.updateAdvance(tx.db, before, {
      repaidUsd: addCents(before.repaidUsd, amountUsd),
    });
    await auditAdvance(tx, 'employeeAdvance.repay', { before, after });
    const posting = advanceRepaid(before, { ...repayment, id: movementId });
    await post(tx, [throughSafe(posting)]);
    return answerOf(after);
  });
}

/**
 * Takes back a repayment in money that was recorded wrongly or did not arrive, with a mirrored entry; its part of the advance
 * is open again and is taken by the payrolls that follow. What payrolls have repaid since stays.
 * @throws AppError notFound; invalid for a day before it; rule for what is no repayment in money or is taken back already,
 *   and for a locked month.
 */
export async function reverseRepayment(
  ctx: Ctx,
  id: number,
  { reason, date }: CashReversal,
): Promise<Advance> {
  return transact(ctx, async (tx) => {
    const repayment = await queries.repayments.get(tx.db, id);
    if (repayment?.kind !== 'repayment') notFound('Repayment', id);
    const before = await lockAdvance(tx, repayment.advanceId);
    if (await queries.isReversed(tx.db, id))
      breaksRule('repayment.reversed', 'The repayment is already reversed.');
    const day = reversalDay(tx, date, repayment.date);
    assertDateOpen('date', 'A reversal', day, await readCalendar(tx));
    const { id: _, ...copied } = repayment;
    await queries.repayments.insert(tx.db, {
      ...{ ...copied, kind: 'repayment_reversal', date: day, reversalOf: id, reason },
      ...{ amountUsd: cents(-repayment.amountUsd), amount: cents(-repayment.amount) },
      ...{ createdAt: tx.now, createdBy: actorName(tx.actor) },
    });
    const after = await queries.updateAdvance(tx.db, before, {
      repaidUsd: subtractCents(before.repaidUsd, repayment.amountUsd),
    });
    await auditAdvance(tx, 'employeeAdvance.reverseRepayment', { before, after });
    const posted = advanceRepaid(before, repayment);
    const entryId = await postedEntryId(tx, posted.source, id, 1);
    const cash = { reference: before.advanceNumber, from: 'safe' } as const;
    await post(tx, [await returnCash(tx, reversalOfPosting(posted, day, entryId), cash)]);
    return answerOf(after);
  });
}

/**
 * Reverses an advance of which nothing is repaid, with a mirrored entry.
 * @throws AppError notFound; invalid for a day before it; rule if something is repaid, it is reversed, and for a locked month.
 */
export async function reverseAdvance(
  ctx: Ctx,
  id: number,
  { reason, date }: CashReversal,
): Promise<Advance> {
  return transact(ctx, async (tx) => {
    const before = await lockAdvance(tx, id);
    if (before.repaidUsd > 0)
      breaksRule(
        'advance.isRepaid',
        `A part of ${before.advanceNumber} is repaid. An advance can be reversed only while nothing is.`,
      );
    const day = reversalDay(tx, date, before.advanceDate);
    assertDateOpen('date', 'A reversal', day, await readCalendar(tx));
    const after = await queries.updateAdvance(tx.db, before, {
      reversedOn: day,
      reversedAt: tx.now,
      reversedBy: actorName(tx.actor),
      reversalReason: reason,
    });
    await auditAdvance(tx, 'employeeAdvance.reverse', { before, after });
    const posted = advancePaid(before);
    const entryId = await postedEntryId(tx, posted.source, id, 1);
    const cash = { reference: before.advanceNumber, from: 'safe' } as const;
    await post(tx, [await returnCash(tx, reversalOfPosting(posted, day, entryId), cash)]);
    return answerOf(after);
  });
}

/** A line of the audit log. Its summary names no amounts and no typed reason, which may tell them. */
function auditAdvance(
  tx: Ctx,
  action: string,
  { before, after }: { before?: NamedAdvance; after: NamedAdvance },
): Promise<void> {
  const summary = `${after.advanceNumber}, ${after.employeeName}`;
  return audit(tx, {
    action,
    entity: 'employeeAdvance',
    entityId: after.id,
    summary,
    schema,
    ...(before ? { before: answerOf(before) } : {}),
    after: answerOf(after),
  });
}
