import type { Ctx } from '../../context.ts';
import type { IsoMonth } from '../../kernel/dates.ts';
import { type Cents, cents } from '../../kernel/money.ts';
import type { JournalEntryDetail, JournalLine } from '../schema.ts';
import { findPrivateSums, findShown, insertShown, type PrivateSum } from './queries.ts';
import { privateMonthId, privateMonthTexts, seesPrivateEntries } from './rules.ts';

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
 * Adds what documents post under a private source, and its reversal, to the sums that are shown without pay.read. The caller
 * has judged that enough people stand behind it (decision 67). In the transaction of the posting.
 */
export async function showPrivate(
  tx: Ctx,
  source: string,
  sourceIds: readonly number[],
): Promise<void> {
  await insertShown(tx.db, source, sourceIds);
}

/** Shows the reversals of those documents of a private source that are shown. */
export async function showReversals(
  tx: Ctx,
  source: string,
  sourceIds: readonly number[],
): Promise<void> {
  const shown = await findShown(tx.db, source, sourceIds);
  if (shown.length > 0) await insertShown(tx.db, `${source}.reversal`, shown);
}

/** Shows the reversal of a document of a private source if the document is shown. */
export function showReversal(tx: Ctx, source: string, sourceId: number): Promise<void> {
  return showReversals(tx, source, [sourceId]);
}

/** Of documents of a private source, those whose amounts the caller may see. */
export async function shownTo(
  ctx: Ctx,
  source: string,
  sourceIds: readonly number[],
): Promise<Set<number>> {
  const ids = seesPrivateEntries(ctx.actor)
    ? sourceIds
    : await findShown(ctx.db, source, sourceIds);
  return new Set(ids);
}

/**
 * The private entries of a month that are shown in sums as one, with a line for each side of an account (decision 44);
 * undefined if there are none.
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
