import type { Ctx } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { addMonths, firstDay, monthOf } from '../../kernel/dates.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { addCents, type Cents, cents, sumToSsp, ZERO } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import type { CustomerAccount, Statement, StatementQuery } from '../payments/schema.ts';
import * as queries from './queries.ts';
import { movementInWords } from './rules-statement.ts';

const STATEMENT_MONTHS = 6;
const MAX_STATEMENT_LINES = 2000;

/**
 * What a customer owes and has in advance, by the ledger (architecture, the books). US cents, and SSP cents at today's
 * standard rate. @throws AppError notFound.
 */
export async function getCustomerAccount(ctx: Ctx, customerId: number): Promise<CustomerAccount> {
  await getCustomerRecord(ctx, customerId);
  const { balance, credit } = await queries.sumSubledger(ctx.db, customerId);
  const { overdue, openInvoices } = await queries.sumOverdue(ctx.db, customerId, ctx.today);
  const rate = await currentRate(ctx, 'standard', ctx.today);
  return {
    customerId,
    balanceUsd: balance,
    balanceSsp: sumToSsp(balance, rate),
    creditUsd: credit,
    creditSsp: sumToSsp(credit, rate),
    overdueUsd: overdue,
    overdueSsp: sumToSsp(overdue, rate),
    openInvoices,
    lastPaymentDate: await queries.getLastPaymentDate(ctx.db, customerId),
  };
}

/**
 * A dated statement from the ledger: what was owed before `from`, every invoice, payment, credit and
 * correction up to `to` (by default the last six months up to today), and the running balance; below zero
 * the customer is in advance. US cents, and SSP cents at the standard rate of the last day.
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
  const opening = await queries.sumBefore(ctx.db, customerId, from);
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
  let balance: Cents = opening;
  const lines = movements.map(({ net, ...movement }) => {
    balance = addCents(balance, net);
    const debit = net > 0 ? net : ZERO;
    const credit = net < 0 ? cents(-net) : ZERO;
    return {
      date: movement.date,
      reference: movement.reference,
      description: movementInWords(movement),
      debitUsd: debit,
      creditUsd: credit,
      balanceUsd: balance,
      debitSsp: inPounds(debit),
      creditSsp: inPounds(credit),
      balanceSsp: inPounds(balance),
    };
  });
  return {
    customerId,
    from,
    to,
    openingUsd: opening,
    closingUsd: balance,
    openingSsp: inPounds(opening),
    closingSsp: inPounds(balance),
    exchangeRate,
    lines,
  };
}
