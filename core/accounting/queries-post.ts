import { type RawBuilder, sql } from 'kysely';
import { insertionOf, linesWithin, type Statement } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import { byKey, eachId } from '../database/look-up.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { groupedBy } from '../kernel/groups.ts';
import type { Cents } from '../kernel/money.ts';
import { isCashInHand } from './cash/rules.ts';
import { type Posting, type PostingLine, totalsOf } from './rules.ts';

/** Inserts postings: all lines in one statement, so that the trigger checks and sums them once, then the entries. */
export function insertionsOf(
  postings: readonly Posting[],
  ids: readonly number[],
  numbers: readonly string[],
  made: { at: Date; by: string },
): Statement[] {
  return [() => linesOf(postings, ids), () => entriesOf(postings, ids, numbers, made)];
}

function linesOf(postings: readonly Posting[], ids: readonly number[]): RawBuilder<unknown> {
  const { lines, owners, numbers } = linesWithin(postings, (posting) => posting.lines);
  const months = postings.map(firstOfMonth);
  return insertionOf('journal_lines', lines, {
    entry_id: ['bigint', (_line, index) => ids[owners[index]!]],
    line_no: ['int', (_line, index) => numbers[index]],
    month: ['date', (_line, index) => months[owners[index]!]],
    account_code: ['text', (line) => line.account],
    debit_cents: ['bigint', (line) => line.debit],
    credit_cents: ['bigint', (line) => line.credit],
    customer_id: ['bigint', (line) => line.customerId],
    supplier_id: ['bigint', (line) => line.supplierId],
    employee_id: ['bigint', (line) => line.employeeId],
    ssp_cents: ['bigint', (line) => line.ssp],
    description: ['text', (line) => line.description ?? ''],
    cash_place: [
      'text',
      (line, index) => (isCashInHand(line.account) ? postings[owners[index]!]!.cash : undefined),
    ],
  });
}

function entriesOf(
  postings: readonly Posting[],
  ids: readonly number[],
  numbers: readonly string[],
  made: { at: Date; by: string },
): RawBuilder<unknown> {
  return insertionOf('journal_entries', postings, {
    id: ['bigint', (_posting, index) => ids[index]],
    entry_number: ['text', (_posting, index) => numbers[index]],
    entry_date: ['date', (posting) => posting.date],
    month: ['date', firstOfMonth],
    description: ['text', (posting) => posting.description],
    reference: ['text', (posting) => posting.reference],
    source: ['text', (posting) => posting.source],
    source_id: ['bigint', (posting, index) => posting.sourceId ?? ids[index]],
    revision: ['int', (posting) => posting.revision],
    total_cents: ['bigint', (posting) => totalsOf(posting.lines).debit],
    reversal_of: ['bigint', (posting) => posting.reversalOf],
    created_at: ['timestamptz', () => made.at],
    created_by: ['text', () => made.by],
  });
}

function firstOfMonth({ date }: Posting): string {
  return `${date.slice(0, 7)}-01`;
}

export function getEntryBySource(
  db: Db,
  source: string,
  sourceId: number,
  revision: number,
): Promise<{ id: number; date: IsoDate } | undefined> {
  return db
    .selectFrom('journal_entries')
    .select(['id', 'entry_date as date'])
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .where('revision', '=', revision)
    .executeTakeFirst();
}

/** Entry ids by document id, of the first revisions. */
export async function findFirstEntryIds(
  db: Db,
  source: string,
  sourceIds: readonly number[],
): Promise<Map<number, number>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(eachId(sourceIds))
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('journal_entries')
        .select('id as entryId')
        .where('source', '=', source)
        .whereRef('source_id', '=', 'k.id')
        .where('revision', '=', 1)
        .offset(0)
        .as('e'),
    )
    .select(['k.id', 'e.entryId'])
    .execute();
  return new Map(rows.map(({ id, entryId }) => [id, entryId]));
}

export async function sumRevenue(db: Db, month: IsoDate): Promise<Cents> {
  const { revenue } = await db
    .selectFrom('account_months as m')
    .innerJoin('accounts as a', 'a.code', 'm.account_code')
    .select(sumCents(sql`m.credit_cents - m.debit_cents`).as('revenue'))
    .where('m.month', '=', month)
    .where('a.type', '=', 'REVENUE')
    .executeTakeFirstOrThrow();
  return revenue;
}

/** The lines of entries as they were posted, by entry id, to reverse them. */
export async function findPostedLines(
  db: Db,
  entryIds: readonly number[],
): Promise<Map<number, PostingLine[]>> {
  if (entryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(eachId(entryIds))
    .crossJoinLateral(byKey('journal_lines', 'entry_id', 'k.id').as('l'))
    .select(['l.entry_id as entryId', 'l.account_code as account', 'l.debit_cents as debit'])
    .select(['l.credit_cents as credit', 'l.description', 'l.customer_id as customerId'])
    .select(['l.supplier_id as supplierId', 'l.employee_id as employeeId', 'l.ssp_cents as ssp'])
    .orderBy('l.entry_id')
    .orderBy('l.line_no')
    .execute();
  const lines = rows.map(({ customerId, supplierId, employeeId, ssp, ...line }) => ({
    ...line,
    customerId: customerId ?? undefined,
    supplierId: supplierId ?? undefined,
    employeeId: employeeId ?? undefined,
    ssp: ssp ?? undefined,
  }));
  return groupedBy(lines, ({ entryId }) => entryId);
}
