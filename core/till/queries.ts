import { type SqlBool, sql } from 'kysely';
import { insertRows } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { containing } from '../database/like.ts';
import { findPage, type Sorts } from '../database/list.ts';
import { defineRecord } from '../database/record.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import {
  type CashKind,
  type CashMovement,
  type Till,
  type TillCurrency,
  type TillFilter,
  tillCurrencies,
} from './schema.ts';

/** A till as it is stored: differences are computed from it. */
export interface TillRecord extends Omit<Till, 'differenceUsd' | 'differenceSsp'> {
  acceptedById: number | null;
}

export const tills = defineRecord<'tills', TillRecord>('tills', {
  id: 'id bigint',
  tillNumber: 'till_number text',
  userId: 'user_id bigint',
  userName: 'user_name text',
  status: 'status text',
  openedOn: 'opened_on date',
  openedAt: 'opened_at timestamptz',
  floatUsd: 'float_usd_cents bigint',
  floatSsp: 'float_ssp_cents bigint',
  cashUsd: 'usd_cents bigint',
  cashSsp: 'ssp_cents bigint',
  countedAt: 'counted_at timestamptz',
  countedOn: 'counted_on date',
  expectedUsd: 'expected_usd_cents bigint',
  expectedSsp: 'expected_ssp_cents bigint',
  countedUsd: 'counted_usd_cents bigint',
  countedSsp: 'counted_ssp_cents bigint',
  countNote: 'count_note text',
  countedBy: 'counted_by text',
  acceptedAt: 'accepted_at timestamptz',
  acceptedBy: 'accepted_by text',
  acceptedById: 'accepted_by_id bigint',
  isSole: 'is_sole boolean',
  version: 'version int',
});

export interface MovementRecord extends CashMovement {
  tillId: number;
  /** The document, by the source and id of its journal entry. */
  source: string;
  sourceId: number;
  revision: number;
}

export const movements = defineRecord<'cash_movements', MovementRecord>(
  'cash_movements',
  {
    id: 'id bigint',
    tillId: 'till_id bigint',
    kind: 'kind text',
    currency: 'currency text',
    amount: 'amount_cents bigint',
    source: 'source text',
    sourceId: 'source_id bigint',
    revision: 'revision int',
    reference: 'reference text',
    note: 'note text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
  },
  { versioned: false },
);

/** Locks the open till of a user; undefined without one. */
export function lockOpenTill(db: Db, userId: number): Promise<TillRecord | undefined> {
  return db
    .selectFrom('tills')
    .select(tills.list())
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`status = 'open'`)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The till that the cash of a journal entry went through; undefined where none did. */
export async function findTillOf(
  db: Db,
  movement: { source: string; sourceId: number; revision: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('cash_movements')
    .select('till_id as tillId')
    .where('source', '=', movement.source)
    .where('source_id', '=', movement.sourceId)
    .where('revision', '=', movement.revision)
    .executeTakeFirst();
  return row?.tillId;
}

interface TillMovements
  extends Pick<
    MovementRecord,
    'tillId' | 'source' | 'reference' | 'note' | 'createdAt' | 'createdBy'
  > {
  kind: 'float' | 'difference' | 'handover';
  /** Cents of each currency; nothing for zero. */
  amounts: Readonly<Record<TillCurrency, Cents>>;
}

/** Inserts the movements of the till itself: its float, its difference or its hand-over, one for each currency. */
export async function insertTillMovements(
  db: Db,
  { amounts, ...made }: TillMovements,
): Promise<void> {
  const rows = tillCurrencies
    .filter((currency) => amounts[currency] !== 0)
    .map((currency) => ({
      ...made,
      ...{ sourceId: made.tillId, revision: 1, currency, amount: amounts[currency] },
    }));
  await movements.insertMany(db, rows);
}

/** The sums of a till's movements by kind and currency, cents of the currency. */
export async function sumMovements(
  db: Db,
  tillId: number,
): Promise<{ kind: CashKind; currency: TillCurrency; count: number; amount: Cents }[]> {
  const { rows } = await sql<{
    kind: CashKind;
    currency: TillCurrency;
    count: number;
    amount: Cents;
  }>`
    select kind, currency, count(*)::int as count, sum(amount_cents)::bigint as amount
    from cash_movements where till_id = ${tillId} group by kind, currency order by min(id)`.execute(
    db,
  );
  return rows;
}

/** The latest movements of a till, newest first. */
export function findMovements(db: Db, tillId: number, limit: number): Promise<MovementRecord[]> {
  return db
    .selectFrom('cash_movements')
    .select(movements.list())
    .where('till_id', '=', tillId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The pieces of a count, largest notes first. */
export function findCounts(db: Db, tillId: number) {
  return db
    .selectFrom('till_counts')
    .select(['currency', 'denomination_cents as denomination', 'pieces'])
    .where('till_id', '=', tillId)
    .orderBy(sql`currency desc, denomination_cents desc`)
    .execute();
}

/** Inserts the pieces of a count. */
export async function insertCounts(
  db: Db,
  tillId: number,
  pieces: readonly { currency: TillCurrency; denomination: Cents; pieces: number }[],
): Promise<void> {
  await insertRows(db, 'till_counts', pieces, {
    till_id: ['bigint', () => tillId],
    currency: ['text', (line) => line.currency],
    denomination_cents: ['bigint', (line) => line.denomination],
    pieces: ['int', (line) => line.pieces],
  });
}

/** The till that a user works with: the open one, else the last counted one that is not accepted. */
export function findOwnTill(db: Db, userId: number): Promise<TillRecord | undefined> {
  return db
    .selectFrom('tills')
    .select(tills.list())
    .where('user_id', '=', userId)
    .where('status', 'in', ['open', 'counted'])
    .orderBy(sql`status = 'open' desc, id desc`)
    .limit(1)
    .executeTakeFirst();
}

const sorts: Sorts<'tillNumber' | 'userName' | 'openedAt'> = {
  keys: { tillNumber: 't.till_number', userName: sql`lower(t.user_name)`, openedAt: 't.opened_at' },
  unique: 't.id',
  first: { column: 'openedAt', descending: true },
};

/** Tills of all users, newest first by default. */
export function findTills(db: Db, filter: TillFilter): Promise<Page<TillRecord>> {
  const { status = 'all', userId, from, to, q } = filter;
  let query = db.selectFrom('tills as t');
  if (status !== 'all') query = query.where('t.status', '=', status);
  if (userId !== undefined) query = query.where('t.user_id', '=', userId);
  if (from) query = query.where('t.opened_on', '>=', from);
  if (to) query = query.where('t.opened_on', '<=', to);
  if (q)
    query = query.where(
      sql<SqlBool>`lower(t.till_number || ' ' || t.user_name) like ${containing(q)}`,
    );
  return findPage(query.select(tills.list('t')), sorts, filter);
}

/** The oldest tills opened before a day that are open, and the oldest that wait for their acceptance. */
export async function findUnclosed(
  db: Db,
  today: IsoDate,
  limit: number,
): Promise<{ open: TillRecord[]; waiting: TillRecord[] }> {
  const oldest = db
    .selectFrom('tills')
    .select(tills.list())
    .where(sql<SqlBool>`status <> 'accepted'`)
    .orderBy('opened_at')
    .orderBy('id')
    .limit(limit);
  const open = oldest.where('status', '=', 'open').where('opened_on', '<', today);
  return {
    open: await open.execute(),
    waiting: await oldest.where('status', '=', 'counted').execute(),
  };
}
