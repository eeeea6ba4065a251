import { recordStatements } from '@nimule/fixtures/testing/databases/statements';
import { createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, cents } from '../kernel/money.ts';
import { changedFields, defineRecord, selectList } from './record.ts';

interface CustomerRow {
  id: number;
  customerId: string;
  name: string;
  type: 'business' | 'individual';
  location: string;
  packageType: string;
  bandwidth: number;
  monthlyFeeUsd: Cents;
  serviceStartDate: IsoDate;
  installationDate: IsoDate | null;
  status: 'Active' | 'Suspended' | 'Inactive';
  createdAt: Date;
  version: number;
}

const customers = defineRecord<'customers', CustomerRow>(
  'customers',
  {
    id: 'id bigint',
    customerId: 'customer_id text',
    name: 'name text',
    type: 'type text',
    location: 'location text',
    packageType: 'package_type text',
    bandwidth: 'bandwidth int',
    monthlyFeeUsd: 'monthly_fee_cents bigint',
    serviceStartDate: 'service_start_date date',
    installationDate: 'installation_date date',
    status: 'status text',
    createdAt: 'created_at timestamptz',
    version: 'version bigint',
  },
  { derived: { search_text: ['text', ({ name, location }) => `${name} ${location}`] } },
);

interface UserRow {
  id: number;
  username: string;
  grants: string[];
  lastLogin: Date | null;
  version: number;
}

const users = defineRecord<'users', UserRow>('users', {
  id: 'id bigint',
  username: 'username text',
  grants: 'grants text[]',
  lastLogin: 'last_login_at timestamptz',
  version: 'version bigint',
});

const userExtra = {
  username_key: ['text', ({ username }: Partial<UserRow>) => username],
  email: ['text', ({ username }: Partial<UserRow>) => username],
  email_key: ['text', ({ username }: Partial<UserRow>) => username],
  full_name: ['text', () => 'Somebody'],
  search_text: ['text', () => ''],
  role: ['text', () => 'support'],
  password_hash: ['text', () => ''],
  created_at: ['timestamptz', () => new Date(0)],
} as const;

interface RunRow {
  id: number;
  type: string;
  filename: string;
  mapping: unknown;
}

/** A table without versions, with JSON. */
const runs = defineRecord<'import_runs', RunRow>(
  'import_runs',
  { id: 'id bigint', type: 'type text', filename: 'filename text', mapping: 'mapping jsonb' },
  { versioned: false },
);

let app: TestApp;
let noted: ReturnType<typeof recordStatements>;
beforeAll(async () => {
  app = await createMarkedApp();
  noted = recordStatements(app.pool);
});
afterAll(() => app.close());
beforeEach(() => app.pool.query('delete from customers; delete from users'));

const at = new Date('2026-11-21T08:00:00.123Z');
const updated = { updated_at: ['timestamptz', () => at] } as const;

function customer(n: number, other: Partial<CustomerRow> = {}) {
  return {
    customerId: `T${n}`,
    name: `Name ${n}`,
    type: 'business' as const,
    location: 'Wau',
    packageType: 'Basic Fiber',
    bandwidth: n,
    monthlyFeeUsd: cents(n),
    serviceStartDate: '2026-01-01' as IsoDate,
    installationDate: null as IsoDate | null,
    status: 'Active' as const,
    createdAt: at,
    ...other,
  };
}

const insert = (...rows: ReturnType<typeof customer>[]) =>
  customers.insertMany(app.db, rows, updated);

async function searchTexts(): Promise<string[]> {
  const rows = await app.db.selectFrom('customers').select('search_text').orderBy('id').execute();
  return rows.map((row) => row.search_text);
}

test('the select list names fields by the record, of an alias and of some fields alone', async () => {
  const [made] = await insert(customer(1));
  const [row] = await app.db
    .selectFrom('customers as c')
    .select(customers.list('c'))
    .where('c.id', '=', made!.id)
    .execute();
  expect(row).toEqual(made);
  const some = selectList<'customers', CustomerRow, 'id' | 'monthlyFeeUsd'>(
    { id: 'id bigint', monthlyFeeUsd: 'monthly_fee_cents bigint' } as never,
    'customers',
    ['monthlyFeeUsd'],
  );
  expect(await app.db.selectFrom('customers').select(some).execute()).toEqual([
    { monthlyFeeUsd: 1 },
  ]);
});

test('inserts many rows with nulls, dates, instants, large amounts, derived columns and those outside the row', async () => {
  const fee = cents(2 ** 40);
  const made = await insert(
    customer(1, { installationDate: '2026-02-28' as IsoDate }),
    customer(2, { monthlyFeeUsd: fee, name: 'Akec "A" \\ O\'Deng' }),
  );
  expect(made).toEqual([
    { ...customer(1, { installationDate: '2026-02-28' as IsoDate }), id: made[0]!.id, version: 1 },
    {
      ...customer(2, { monthlyFeeUsd: fee, name: 'Akec "A" \\ O\'Deng' }),
      id: made[1]!.id,
      version: 1,
    },
  ]);
  expect(await searchTexts()).toEqual(['Name 1 Wau', 'Akec "A" \\ O\'Deng Wau']);
  expect(await insert()).toEqual([]);
});

test('inserts lists of texts and JSON, one row and many', async () => {
  const grants = [['book.lock', 'a "b", \\{c}'], [], ['user.manage']];
  const rows = grants.map((list, n) => ({ username: `u${n}`, grants: list }));
  const made = await users.insertMany(app.db, rows, userExtra);
  expect(made.map((user) => user.grants)).toEqual(grants);
  const one = await users.insert(app.db, { username: 'one', grants: ['x', 'y'] }, userExtra);
  expect(one.grants).toEqual(['x', 'y']);
  const two = await users.insert(app.db, { username: 'two', grants: undefined }, userExtra);
  expect(two).toMatchObject({ grants: [], version: 1, lastLogin: null });

  const mappings = [{ columns: ['a', '"b"'] }, ['list', { n: 1 }], null];
  const imported = await runs.insertMany(
    app.db,
    mappings.slice(0, 2).map((mapping) => ({ type: 'customers', filename: 'f', mapping })),
    {
      status: ['text', () => 'done'],
      started_at: ['timestamptz', () => at],
      heartbeat_at: ['timestamptz', () => at],
      actor_name: ['text', () => 'Amina'],
    },
  );
  expect(imported.map((run) => run.mapping)).toEqual(mappings.slice(0, 2));
});

test('gets and locks by id, and locks many in the order of their ids', async () => {
  const [one, two, three] = await insert(customer(1), customer(2), customer(3));
  expect(await customers.get(app.db, two!.id)).toEqual(two);
  expect(await customers.get(app.db, 0)).toBeUndefined();
  await app.db.transaction().execute(async (trx) => {
    expect(await customers.lock(trx, two!.id)).toEqual(two);
    expect(await customers.lock(trx, 0)).toBeUndefined();
    const locked = await customers.lockMany(trx, [three!.id, one!.id, 0, two!.id]);
    expect(locked).toEqual([one, two, three]);
    expect(await customers.lockMany(trx, [])).toEqual([]);
  });
  await customers.remove(app.db, two!.id);
  expect(await customers.get(app.db, two!.id)).toBeUndefined();
});

test('an update writes the fields that differ, their derived columns and the version once', async () => {
  const [made] = await insert(customer(1));
  noted.take();
  const after = await customers.update(
    app.db,
    made!,
    { name: 'Other', location: undefined, bandwidth: 1, installationDate: '2026-03-01' as IsoDate },
    { updated_at: new Date(0) },
  );
  expect(noted.take().map(({ text }) => text.match(/"?\w+"? = \$/g))).toEqual([
    ['"name" = $', '"installation_date" = $', '"search_text" = $', '"updated_at" = $', 'id = $'],
  ]);
  expect(after).toEqual({ ...made, name: 'Other', installationDate: '2026-03-01', version: 2 });
  expect(await searchTexts()).toEqual(['Other Wau']);
  const emptied = await customers.update(app.db, after, { installationDate: null });
  expect(emptied).toEqual({ ...after, installationDate: null, version: 3 });
});

test('an update of nothing sends no statement', async () => {
  const [made] = await insert(customer(1));
  noted.take();
  const same = { ...made!, createdAt: new Date(at), location: undefined };
  expect(await customers.update(app.db, made!, same, { updated_at: new Date(0) })).toBe(made);
  expect(noted.take()).toEqual([]);
});

test('an update writes lists, instants and JSON, and tells when they are the same', async () => {
  const [made] = await users.insertMany(app.db, [{ username: 'amina' }], userExtra);
  const granted = await users.update(app.db, made!, { grants: ['a', 'b'], lastLogin: at });
  expect(granted).toEqual({ ...made, grants: ['a', 'b'], lastLogin: at, version: 2 });
  const again = { grants: ['a', 'b'], lastLogin: new Date(at) };
  expect(await users.update(app.db, granted, again)).toBe(granted);
  const [run] = await app.db
    .insertInto('import_runs')
    .values({
      type: 'customers',
      filename: 'f',
      mapping: '{}',
      status: 'done',
      started_at: at,
      heartbeat_at: at,
      actor_name: '',
    })
    .returning(runs.list())
    .execute();
  const mapped = await runs.update(app.db, run!, { mapping: [{ long: 1, b: 2 }] });
  expect(mapped.mapping).toEqual([{ long: 1, b: 2 }]);
  // The database answers the keys in an order of its own.
  expect(changedFields(mapped, { mapping: [{ b: 2, long: 1 }] })).toEqual([]);
});

test('writes the fields of many rows in one statement and raises their versions', async () => {
  const [one, two, three] = await insert(customer(1), customer(2), customer(3));
  const rows = [
    { ...one!, name: 'First', monthlyFeeUsd: cents(2 ** 33), bandwidth: 99 },
    { ...three!, name: 'Third', installationDate: '2026-05-05' as IsoDate },
  ];
  noted.take();
  await customers.updateMany(app.db, rows, ['name', 'monthlyFeeUsd', 'installationDate'], updated);
  expect(noted.take()).toHaveLength(1);
  const read = await app.db
    .selectFrom('customers')
    .select(customers.list())
    .orderBy('id')
    .execute();
  expect(read).toEqual([{ ...rows[0], bandwidth: 1, version: 2 }, two, { ...rows[1], version: 2 }]);
  expect(await searchTexts()).toEqual(['First Wau', 'Name 2 Wau', 'Third Wau']);
  await customers.updateMany(app.db, [], ['name']);
  const versions = await sql<{ n: number }>`select sum(version)::int as n from customers`.execute(
    app.db,
  );
  expect(versions.rows[0]!.n).toBe(5);
});
