import type { Ctx } from '../../context.ts';
import type { IsoMonth } from '../../kernel/dates.ts';
import { type Cents, cents } from '../../kernel/money.ts';
import type { JournalEntryDetail, JournalLine } from '../schema.ts';
import { findPrivateSums, type PrivateSum } from './queries.ts';
import { privateMonthId, privateMonthTexts } from './rules.ts';

function toLine(
  { account, accountName, debit, credit, ssp }: PrivateSum,
  index: number,
): JournalLine {
  return {
    lineNo: index + 1,
    accountCode: account,
    accountName,
    debitAmount: debit,
    creditAmount: credit,
    sspAmount: ssp === null ? null : (Math.abs(ssp) as Cents),
    customerId: null,
    customerNumber: null,
    customerName: null,
    supplierId: null,
    employeeId: null,
    description: '',
  };
}

/**
 * The private entries of a month as one, with a line for each side of an account (decision 44); undefined if there are
 * none.
 */
export async function privateMonthEntry(
  ctx: Ctx,
  month: IsoMonth,
): Promise<JournalEntryDetail | undefined> {
  const sums = await findPrivateSums(ctx.db, { from: month, to: month });
  if (sums.length === 0) return undefined;
  const { number, date, description, source } = privateMonthTexts(month, ctx.today);
  const total = cents(sums.reduce((sum, { debit }) => sum + debit, 0));
  return {
    id: privateMonthId(month),
    entryId: number,
    entryDate: date,
    description,
    reference: '',
    totalDebit: total,
    totalCredit: total,
    isBalanced: true,
    status: 'posted',
    source,
    sourceId: 0,
    reversalOf: null,
    reversedBy: null,
    createdAt: sums.map(({ postedAt }) => postedAt).reduce((a, b) => (a > b ? a : b)),
    createdBy: 'Payroll',
    lines: sums.map(toLine),
  };
}
