import type { Ctx } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { addMonths, firstDay, monthOf } from '../../kernel/dates.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { addCents, type Cents, cents, sumToSsp, ZERO } from '../../kernel/money.ts';
import { poundsToSettle } from '../../rates/rules.ts';
import { currentRate } from '../../rates/service-current.ts';
import { findDisputedOn } from '../disputes/queries.ts';
import type { CustomerAccount, Statement, StatementQuery } from '../payments/schema.ts';
import { refundableCredit } from '../refunds/service.ts';
import * as queries from './queries.ts';
import { movementInWords } from './rules-statement.ts';

const STATEMENT_MONTHS = 6;
const MAX_STATEMENT_LINES = 2000;

/**
 * The balance and credit of a customer from the ledger (architecture, the books). US cents, and SSP cents at today's
 * standard rate. @throws AppError notFound.
 */
export async function getCustomerAccount(ctx: Ctx, customerId: number): Promise<CustomerAccount> {
  await getCustomerRecord(ctx, customerId);
  const { balanceUsd, creditUsd } = await queries.sumSubledger(ctx.db, customerId);
  const { overdueUsd, openInvoices, disputedUsd } = await queries.sumOverdue(
    ctx.db,
    customerId,
    ctx.today,
  );
  const rate = await currentRate(ctx, 'standard', ctx.today);
  const { refundable, usdOfAll } = await refundableCredit(ctx, customerId);
  return {
    customerId,
    balanceUsd,
    balanceSsp: poundsToSettle(balanceUsd, rate),
    creditUsd,
    creditSsp: sumToSsp(creditUsd, rate),
    refundableUsd: usdOfAll,
    refundable,
    overdueUsd,
    overdueSsp: poundsToSettle(overdueUsd, rate),
    openInvoices,
    disputedUsd,
    lastPaymentDate: await queries.getLastPaymentDate(ctx.db, customerId),
  };
}

/** What a customer owes, credits deducted and negative in credit, the credit, and what is overdue. US cents; from the ledger. */
export async function getPosition(ctx: Ctx, customerId: number) {
  const { balanceUsd, creditUsd } = await queries.sumSubledger(ctx.db, customerId);
  const overdue = await queries.sumOverdue(ctx.db, customerId, ctx.today);
  return { openUsd: cents(balanceUsd - creditUsd), creditUsd, ...overdue };
}

/** What a customer owes, US cents, credits deducted; negative for a customer in credit. From the ledger. */
export async function openBalance(ctx: Ctx, customerId: number): Promise<Cents> {
  const { balanceUsd, creditUsd } = await queries.sumSubledger(ctx.db, customerId);
  return cents(balanceUsd - creditUsd);
}

/**
 * A dated statement from the ledger: the balance before `from`, every invoice, payment, credit and
 * correction up to `to` (by default the last six months up to today), and the running balance; a negative
 * balance is credit. US cents, and SSP cents at the standard rate of the last day.
 * @throws AppError notFound; invalid for a period that ends before it begins; rule past 2,000 lines.
 */
export async function getStatement(
  ctx: Ctx,
  customerId: number,
  query: StatementQuery,
): Promise<Statement> {
  await getCustomerRecord(ctx, customerId);
  const to = query.to ?? ctx.today;
  const from = query.from ?? firstDay(addMonths(monthOf(to), 1 - STATEMENT_MONTHS));
  if (from > to) invalidField('from', 'The period ends before it begins.');
  const openingUsd = await queries.sumBefore(ctx.db, customerId, from);
  const movements = await queries.findMovements(
    ctx.db,
    customerId,
    from,
    to,
    MAX_STATEMENT_LINES + 1,
  );
  if (movements.length > MAX_STATEMENT_LINES)
    breaksRule('statement.tooLong', 'This period has too many entries. Choose a shorter one.');
  const exchangeRate = await currentRate(ctx, 'standard', to);
  const inPounds = (amount: Cents) => sumToSsp(amount, exchangeRate);
  let balanceUsd = openingUsd;
  const lines = movements.map(({ netUsd, ...movement }) => {
    balanceUsd = addCents(balanceUsd, netUsd);
    const debitUsd = netUsd > 0 ? netUsd : ZERO;
    const creditUsd = netUsd < 0 ? cents(-netUsd) : ZERO;
    return {
      date: movement.date,
      reference: movement.reference,
      description: movementInWords(movement),
      debitUsd,
      creditUsd,
      balanceUsd,
      debitSsp: inPounds(debitUsd),
      creditSsp: inPounds(creditUsd),
      balanceSsp: inPounds(balanceUsd),
    };
  });
  return {
    customerId,
    from,
    to,
    openingUsd,
    closingUsd: balanceUsd,
    openingSsp: inPounds(openingUsd),
    closingSsp: inPounds(balanceUsd),
    exchangeRate,
    lines,
    disputed: await findDisputedOn(ctx.db, customerId, to),
  };
}
