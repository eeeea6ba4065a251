import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
  sumCents,
} from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import { isSpent } from '../fragments.ts';
import { type SupplierRecord, supplierNameKey, supplierSearchText } from './rules.ts';
import type { Supplier, SupplierFilter } from './schema.ts';

export const suppliers = defineRecord<'suppliers', SupplierRecord>(
  'suppliers',
  {
    id: 'id bigint',
    supplierCode: 'supplier_code text',
    name: 'name text',
    contactPerson: 'contact_person text',
    email: 'email text',
    phone: 'phone text',
    address: 'address text',
    city: 'city text',
    country: 'country text',
    taxNumber: 'tax_number text',
    paymentTerms: 'payment_terms text',
    status: 'status text',
    notes: 'notes text',
    createdAt: 'created_at timestamptz',
    version: 'version int',
  },
  {
    derived: {
      name_key: ['text', supplierNameKey],
      search_text: ['text', supplierSearchText],
    },
  },
);

/** US cents of the posted bills of a supplier `s` that are not paid. */
const openCents = sql`(select ${sumCents(sql`b.total_cents - b.settled_cents`)} from ${byKey('supplier_bills', 'supplier_id', 's.id')} b
  where b.status = 'posted')`;
/** US cents paid in advance to a supplier `s`. */
const advanceCents = sql`(select ${sumCents('p.advance_cents')} from ${byKey('supplier_payments', 'supplier_id', 's.id')} p
  where p.reversed_on is null)`;
/** Of the approved orders of a supplier `s`. */
const ordered = (figure: ReturnType<typeof sql>) =>
  sql`(select ${figure} from ${byKey('purchase_orders', 'supplier_id', 's.id')} o where ${isSpent(sql`o.status`)})`;
const spentCents = ordered(sumCents('o.total_cents'));

const columns = sql<Supplier>`${suppliers.listText('s')}, ${openCents} as "openUsd", ${advanceCents} as "advanceUsd",
  ${ordered(sql`count(*)`)} as "orders", ${spentCents} as "spentUsd"`;

type SortColumn = 'name' | 'supplierCode' | 'openUsd' | 'spentUsd';

const sorts: Sorts<SortColumn> = {
  keys: {
    name: 's.search_text',
    supplierCode: [sql`length(s.supplier_code)`, 's.supplier_code'],
    openUsd: openCents,
    spentUsd: spentCents,
  },
  unique: 's.id',
  first: { column: 'name', descending: false },
};

function found(db: Db, { status = 'all', q }: SupplierFilter) {
  let query = db.selectFrom('suppliers as s');
  if (status !== 'all') query = query.where('s.status', '=', status);
  return q ? query.where(matchesSearch(sql`s.search_text`, q)) : query;
}

const list: DetailedList<Supplier, SortColumn> = {
  table: 'suppliers',
  alias: 's',
  columns,
  sorts,
};

/** One page of the filtered list, by name by default, with what each is owed and was ordered from each. */
export function findSuppliers(db: Db, filter: SupplierFilter): Promise<Page<Supplier>> {
  return findDetailed(db, list, found(db, filter).selectAll('s'), filter);
}

/** The whole filtered, sorted list, `size` suppliers at a time. */
export function streamSuppliers(
  db: Db,
  filter: SupplierFilter,
  size: number,
): AsyncGenerator<Supplier[]> {
  return streamDetailed(db, list, found(db, filter).selectAll('s'), { sort: filter.sort, size });
}

export async function getSupplier(db: Db, id: number): Promise<Supplier | undefined> {
  const { rows } = await sql<Supplier>`select ${columns}
    from ${byKey('suppliers', 'id', sql`${id}`)} s`.execute(db);
  return rows[0];
}

/** At most `limit` suppliers whose name, contact person or code matches. */
export async function searchSuppliers(
  db: Db,
  q: string,
  limit: number,
): Promise<Pick<Supplier, 'id' | 'supplierCode' | 'name' | 'status'>[]> {
  return db
    .selectFrom('suppliers as s')
    .select([
      's.id',
      's.supplier_code as supplierCode',
      's.name',
      sql<Supplier['status']>`s.status`.as('status'),
    ])
    .where(matchesSearch(sql`s.search_text`, q))
    .orderBy('s.search_text')
    .orderBy('s.id')
    .limit(limit)
    .execute();
}
