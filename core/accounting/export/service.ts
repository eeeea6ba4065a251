import type { Ctx } from '../../context.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { type IsoDate, type IsoMonth, isoMonth, lastDay } from '../../kernel/dates.ts';
import * as queries from '../journal/queries.ts';
import { findPrivateSums, type PrivateSum } from '../private/queries.ts';
import { leftOutNote, privateMonthTexts, seesPrivateEntries } from '../private/rules.ts';
import { findAccounts } from '../queries.ts';
import { BOOK_YEARS, type BooksFormat } from '../schema.ts';
import { type BooksEntry, booksWriter, endMark } from './rules.ts';

/** Entries read at a time by an export. */
const BATCH = 1000;
const BEFORE_ALL = { date: '0001-01-01' as IsoDate, id: 0 };

const fileEndings: Record<BooksFormat, string> = {
  hledger: 'journal',
  beancount: 'beancount',
  ledger: 'ledger',
};

/**
 * Exports the whole journal by date, with an end mark, as a stream that reads in batches without a transaction, so that
 * slow readers block nobody. It contains the entries that existed at its start: ids come from a counter that is
 * locked until commit, so later entries have higher ids. Without pay.read, the entries of payroll are one a month, the last of
 * the month (decision 44), without those that decision 67 leaves out, as the title says.
 */
export async function exportBooks(ctx: Ctx, format: BooksFormat): Promise<FileAnswer> {
  const writer = booksWriter(format, await findAccounts(ctx.db));
  const lastId = await queries.getLastEntryId(ctx.db);
  const { note } = leftOutNote(ctx.actor);
  const title = `${ctx.config.company.name}, books as of ${ctx.now.toISOString()}${note ? `. ${note}` : ''}`;
  return {
    filename: `books-${ctx.today}.${fileEndings[format]}`,
    contentType: 'text/plain; charset=utf-8',
    body: encodeChunks(writer.head(title), entries(ctx, lastId, writer.entry)),
  };
}

async function* encodeChunks(
  head: string,
  chunks: AsyncIterable<string>,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(head);
  for await (const chunk of chunks) yield encoder.encode(chunk);
}

async function* entries(
  ctx: Ctx,
  lastId: number,
  write: ReturnType<typeof booksWriter>['entry'],
): AsyncGenerator<string, void> {
  const seesPrivate = seesPrivateEntries(ctx.actor);
  const ofMonths = seesPrivate ? [] : await monthEntries(ctx, lastId);
  let count = ofMonths.length;
  for (let after = BEFORE_ALL; ; ) {
    const batch = await queries.findEntriesAfter(ctx.db, after, lastId, BATCH, seesPrivate);
    if (batch.length === 0) break;
    const linesOf = new Map<number, queries.ExportedLine[]>(batch.map(({ id }) => [id, []]));
    for (const line of await queries.findLinesOfEntries(ctx.db, [...linesOf.keys()])) {
      linesOf.get(line.entryId)!.push(line);
    }
    const written: string[] = [];
    for (const entry of batch) {
      while (ofMonths[0] && ofMonths[0].end < entry.date) written.push(write(ofMonths.shift()!));
      written.push(write({ ...entry, lines: linesOf.get(entry.id)! }));
    }
    yield written.join('');
    after = batch.at(-1)!;
    count += batch.length;
    if (batch.length < BATCH) break;
  }
  yield [...ofMonths.map(write), endMark(count)].join('');
}

/** An entry that stands for those of a month, written before the first entry after its end. */
type MonthEntry = BooksEntry & { end: IsoDate };

/** The private entries up to an id as one a month, with a line for each side of an account. */
async function monthEntries(ctx: Ctx, lastId: number): Promise<MonthEntry[]> {
  const years = {
    from: isoMonth(`${BOOK_YEARS.first}-01`),
    to: isoMonth(`${BOOK_YEARS.last}-12`),
  };
  const sums = await findPrivateSums(ctx.db, { ...years, lastId });
  const months = new Map<IsoMonth, PrivateSum[]>();
  for (const sum of sums) months.set(sum.month, [...(months.get(sum.month) ?? []), sum]);
  return [...months].map(([month, lines]) => ({
    ...privateMonthTexts(month, ctx.today),
    end: lastDay(month),
    reference: '',
    sourceId: 0,
    revision: 1,
    lines: lines.map(({ account, debit, credit, ssp }) => ({
      account,
      debit,
      credit,
      ssp,
      customerId: null,
      supplierId: null,
      employeeId: null,
      description: '',
    })),
  }));
}
