import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { addMonths, firstDay, type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { type Cents, cents, ZERO } from '../../kernel/money.ts';
import { limitOf, sortOf } from '../../kernel/paging.ts';
import { findEntriesOfSources } from '../journal/queries.ts';
import { toEntry } from '../journal/service.ts';
import {
  authoriseSource,
  leftOutNote,
  privateMonthId,
  privateMonthMatches,
  privateMonthTexts,
  seesPrivateEntries,
} from '../private/rules.ts';
import { findAccounts } from '../queries.ts';
import type { Account, JournalEntry } from '../schema.ts';
import * as queries from './queries.ts';
import { findPrivateLines } from './queries-lines.ts';
import { inDirection, ledgerProblem, monthsOfLedger, sourcesOf } from './rules.ts';
import type {
  AccountLedger,
  DocumentKind,
  LedgerExport,
  LedgerFilter,
  LedgerLine,
} from './schema.ts';

interface Wanted {
  account: Account;
  from: IsoMonth;
  to: IsoMonth;
  period: queries.LedgerPeriod;
  descending: boolean;
  search: queries.LedgerSearch;
  withPrivate: boolean;
}

async function wantedOf(ctx: Ctx, filter: LedgerFilter): Promise<Wanted> {
  const { accountCode: code, sort } = filter;
  const account = (await findAccounts(ctx.db)).find((known) => known.code === code);
  if (!account) notFound('Account', code);
  const { from, to } = monthsOfLedger(filter, ctx.today);
  const problem = ledgerProblem(account, { from, to });
  if (problem) invalidField(problem.field, problem.message);
  const { descending } = sortOf(sort, { column: 'date', descending: false });
  const withPrivate = seesPrivateEntries(ctx.actor);
  return {
    account,
    from,
    to,
    period: { code, from: firstDay(from), to: firstDay(to) },
    descending,
    search: searchOf(filter, withPrivate ? undefined : { from, to }),
    withPrivate,
  };
}

/** The search of a ledger; `hidden` are its months if private lines are one a month. */
function searchOf(
  { q, withCash = false }: LedgerFilter,
  hidden: { from: IsoMonth; to: IsoMonth } | undefined,
): queries.LedgerSearch {
  const privateMonths: IsoDate[] = [];
  if (hidden && (q || withCash))
    for (let month = hidden.from; month <= hidden.to; month = addMonths(month, 1))
      if (privateMonthMatches(month, q)) privateMonths.push(firstDay(month));
  return { q, withCash, privateMonths };
}

/**
 * An account's lines by date with the running balance in US cents, signed by its normal balance, and in SSP cents on an
 * account in pounds. The opening balance is that before the first month. A search, and `withCash`, leave out lines, not their
 * amounts: the balances stay those of the whole period. Without pay.read, the lines of payroll are one for each month and side,
 * after the other lines of the month (decision 44), and what decision 67 leaves out is in no figure.
 * @throws AppError notFound; invalid for a group, for months outside the books, or a last month before the first.
 */
export async function getAccountLedger(ctx: Ctx, filter: LedgerFilter): Promise<AccountLedger> {
  const { account, from, to, period, ...wanted } = await wantedOf(ctx, filter);
  const part = { ...limitOf(filter), ...wanted };
  const { sums, total, foundDebits, foundCredits, rows } = await queries.findLedgerPage(
    ctx.db,
    period,
    part,
  );
  const inPounds = account.currency === 'SSP';
  const closing = cents(sums.opening + sums.debits - sums.credits);
  return {
    account,
    from,
    to,
    openingBalance: inDirection(account, sums.opening),
    debits: sums.debits,
    credits: sums.credits,
    closingBalance: inDirection(account, closing),
    openingSsp: inPounds ? inDirection(account, sums.openingSsp) : null,
    closingSsp: inPounds ? inDirection(account, cents(sums.openingSsp + sums.changeSsp)) : null,
    total,
    foundDebits,
    foundCredits,
    lines: rows.map((row) =>
      toLine(account, row.entryId === 0 ? { ...row, ...monthLine(ctx, row.month) } : row, row),
    ),
    ...leftOutNote(ctx.actor),
  };
}

/** What a line that stands for private ones shows of its entry. */
function monthLine(ctx: Ctx, firstOfMonth: IsoDate) {
  const month = monthOf(firstOfMonth);
  const { number: entryNumber, ...texts } = privateMonthTexts(month, ctx.today);
  return { entryId: privateMonthId(month), entryNumber, ...texts, reference: '', sourceId: 0 };
}

function toLine(
  account: Account,
  row: Omit<queries.LedgerRow, 'net' | 'netSsp' | 'month'>,
  { net, netSsp }: { net: Cents; netSsp: Cents },
): LedgerLine {
  return {
    entryId: row.entryId,
    entryNumber: row.entryNumber,
    lineNo: row.lineNo,
    date: row.date,
    description: row.description,
    reference: row.reference,
    source: row.source,
    sourceId: row.sourceId,
    debitAmount: row.debit,
    creditAmount: row.credit,
    balance: inDirection(account, net),
    sspAmount: row.ssp,
    sspBalance: account.currency === 'SSP' ? inDirection(account, netSsp) : null,
  };
}

const columns: readonly Column<Partial<LedgerLine>>[] = [
  { header: 'date', kind: 'date', value: (line) => line.date ?? null },
  { header: 'entry', kind: 'text', value: (line) => line.entryNumber ?? null, width: 18 },
  { header: 'description', kind: 'text', value: (line) => line.description ?? null, width: 48 },
  { header: 'reference', kind: 'text', value: (line) => line.reference ?? null, width: 20 },
  { header: 'source', kind: 'text', value: (line) => line.source ?? null, width: 16 },
  { header: 'debit', kind: 'money', value: (line) => line.debitAmount || null },
  { header: 'credit', kind: 'money', value: (line) => line.creditAmount || null },
  { header: 'balance', kind: 'money', value: (line) => line.balance ?? null },
];
const poundColumns: readonly Column<Partial<LedgerLine>>[] = [
  { header: 'ssp', kind: 'money', value: (line) => line.sspAmount ?? null },
  { header: 'sspBalance', kind: 'money', value: (line) => line.sspBalance ?? null },
];

/** Lines read at a time by an export. */
const BATCH = 2000;

/**
 * The lines of a ledger as .xlsx or .csv, streamed (decision 20), with the running balance and the search of the list.
 * @throws AppError as `getAccountLedger`.
 */
export async function exportLedger(ctx: Ctx, query: LedgerExport): Promise<FileAnswer> {
  const wanted = await wantedOf(ctx, query);
  const { account, from, to } = wanted;
  const name = `ledger-${account.code}-${from}-${to}`;
  const file = { name, sheetName: `Ledger ${account.code}`, format: query.format ?? 'xlsx' };
  const shown = account.currency === 'SSP' ? [...columns, ...poundColumns] : columns;
  return exportFile(file, shown, withNote(ctx, linesOf(ctx, wanted)));
}

/**
 * All lines of a ledger in batches, each read by its own statement; backwards from the closing balance where the newest
 * come first. Entries that are posted meanwhile are left out.
 */
async function* linesOf(
  ctx: Ctx,
  { account, period, descending, search, withPrivate }: Wanted,
): AsyncGenerator<LedgerLine[]> {
  const { lastId, ...sums } = await queries.findLedgerSums(ctx.db, period, withPrivate);
  const months = await queries.findLedgerMonths(ctx.db, period);
  const ofMonths = withPrivate ? [] : await monthLines(ctx, period, lastId, search);
  if (descending) {
    months.reverse();
    ofMonths.reverse();
  }
  const balance = runningBalance(sums, descending);
  const shown = (rows: readonly Changing[]): LedgerLine[] =>
    rows.flatMap((row) => {
      const after = balance(row);
      return row.matches ? [toLine(account, row, after)] : [];
    });
  for (const month of months) {
    const { entryIds, lineNos } = await queries.findLineKeys(
      ctx.db,
      period.code,
      month,
      lastId,
      withPrivate,
    );
    const ofMonth = ofMonths.filter((line) => line.month === month);
    if (descending) {
      entryIds.reverse();
      lineNos.reverse();
      yield shown(ofMonth);
    }
    for (let start = 0; start < entryIds.length; start += BATCH) {
      const [ids, numbers] = [entryIds, lineNos].map((keys) => keys.slice(start, start + BATCH));
      const rows = await queries.findLinesByKey(ctx.db, ids!, numbers!, search);
      yield shown(
        rows.map((row) => {
          const change = cents(row.debit - row.credit);
          return { ...row, change, changeSsp: row.ssp ?? ZERO };
        }),
      );
    }
    if (!descending) yield shown(ofMonth);
  }
}

/** The lines, and a last row that says what is left out for the caller. */
async function* withNote(
  ctx: Ctx,
  lines: AsyncGenerator<LedgerLine[]>,
): AsyncGenerator<Partial<LedgerLine>[]> {
  yield* lines;
  const { note } = leftOutNote(ctx.actor);
  if (note !== undefined) yield [{ description: note }];
}

/** A line of an export with what it changes the balances by, debits less credits. */
type Changing = queries.ExportedLine & { change: Cents; changeSsp: Cents };

/** Answers the balances after each line, for lines in order; backwards from the closing balances where the newest come first. */
function runningBalance(sums: queries.LedgerSums, descending: boolean) {
  const { opening, openingSsp, debits, credits, changeSsp } = sums;
  let net = descending ? opening + debits - credits : opening;
  let netSsp = descending ? openingSsp + changeSsp : openingSsp;
  return (line: Changing): { net: Cents; netSsp: Cents } => {
    if (!descending) {
      net += line.change;
      netSsp += line.changeSsp;
    }
    const after = { net: cents(net), netSsp: cents(netSsp) };
    if (descending) {
      net -= line.change;
      netSsp -= line.changeSsp;
    }
    return after;
  };
}

/** The lines that stand for private ones, up to an entry, in order. */
async function monthLines(
  ctx: Ctx,
  period: queries.LedgerPeriod,
  lastId: number,
  { q, withCash }: queries.LedgerSearch,
): Promise<(Changing & { month: IsoDate })[]> {
  const lines = await findPrivateLines(ctx.db, period, lastId, withCash);
  return lines.map((line) => ({
    ...line,
    ...monthLine(ctx, line.month),
    matches: line.debit + line.credit > 0 && privateMonthMatches(monthOf(line.month), q),
  }));
}

/**
 * The entries of a document in the order in which they were posted, reversals among them; none for a document without
 * any.
 * @throws AppError forbidden for documents of payroll without pay.read (decision 44).
 */
export async function listDocumentEntries(
  ctx: Ctx,
  kind: DocumentKind,
  id: number,
): Promise<JournalEntry[]> {
  for (const source of sourcesOf[kind]) authoriseSource(ctx.actor, source);
  const records = await findEntriesOfSources(ctx.db, sourcesOf[kind], id);
  return records.map(toEntry);
}
