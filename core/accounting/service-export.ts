import type { Ctx } from '../context.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { findAccounts } from './queries.ts';
import * as queries from './queries-journal.ts';
import { booksWriter, endMark } from './rules-export.ts';
import type { BooksFormat } from './schema.ts';

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
 * locked until commit, so later entries have higher ids.
 */
export async function exportBooks(ctx: Ctx, format: BooksFormat): Promise<FileAnswer> {
  const writer = booksWriter(format, await findAccounts(ctx.db));
  const lastId = await queries.getLastEntryId(ctx.db);
  const title = `${ctx.config.company.name}, books as of ${ctx.now.toISOString()}`;
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
  let count = 0;
  for (let after = BEFORE_ALL; ; ) {
    const batch = await queries.findEntriesAfter(ctx.db, after, lastId, BATCH);
    if (batch.length === 0) break;
    const linesOf = new Map<number, queries.ExportedLine[]>(batch.map(({ id }) => [id, []]));
    for (const line of await queries.findLinesOfEntries(ctx.db, [...linesOf.keys()])) {
      linesOf.get(line.entryId)!.push(line);
    }
    yield batch.map((entry) => write({ ...entry, lines: linesOf.get(entry.id)! })).join('');
    after = batch.at(-1)!;
    count += batch.length;
    if (batch.length < BATCH) break;
  }
  yield endMark(count);
}
