import { createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRows, findPage, inBatches, type ListFilter, type Sorts, sumCents } from './list.ts';

let app: TestApp;

/** Seven customers: packages in pairs, installed on every second one, fees beyond 2^31. */
beforeAll(async () => {
  app = await createMarkedApp();
  await sql`
    insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, service_start_date,
      installation_date, status, search_text, created_at, updated_at)
    select 'T' || n, 'Name ' || n, 'business', 'Wau', 'Package ' || n / 2, 2000000000, '2026-01-01',
      case when n % 2 = 0 then date '2026-06-30' - n end, 'Active', 'name ' || n, now(), now()
    from generate_series(1, 7) n`.execute(app.db);
});
afterAll(() => app.close());

type Column = 'name' | 'packageType' | 'installationDate' | 'number';

const sorts: Sorts<Column> = {
  keys: {
    name: 'search_text',
    packageType: 'package_type',
    installationDate: 'installation_date',
    number: [sql`length(customer_id)`, 'customer_id'],
  },
  unique: 'id',
  first: { column: 'name', descending: true },
  nullable: ['installationDate'],
  complete: ['number'],
};

const query = () => app.db.selectFrom('customers').select(['id', 'customer_id as customerId']);

async function page(filter: ListFilter<Column>): Promise<[string, number | undefined]> {
  const { rows, total } = await findPage(query(), sorts, filter);
  return [rows.map(({ customerId }) => customerId.slice(1)).join(''), total];
}

test('sorts by its first column unless asked, empty values last, rows that are alike by the unique key', async () => {
  expect(await page({})).toEqual(['7654321', undefined]);
  expect(await page({ sort: 'name' })).toEqual(['1234567', undefined]);
  expect(await page({ sort: 'packageType' })).toEqual(['1234567', undefined]);
  expect(await page({ sort: '-packageType' })).toEqual(['7654321', undefined]);
  expect(await page({ sort: 'installationDate' })).toEqual(['6421357', undefined]);
  expect(await page({ sort: '-installationDate' })).toEqual(['2467531', undefined]);
  expect(await page({ sort: '-number' })).toEqual(['7654321', undefined]);
});

test('pages neither repeat nor skip a row, and the total is right on each', async () => {
  const filter = { sort: 'packageType', pageSize: 3, total: true } as const;
  expect(await page({ ...filter, page: 1 })).toEqual(['123', 7]);
  expect(await page({ ...filter, page: 2 })).toEqual(['456', 7]);
  expect(await page({ ...filter, page: 3 })).toEqual(['7', 7]);
  expect(await page({ ...filter, page: 4 })).toEqual(['', 7]);
  expect(await page({ ...filter, pageSize: 7 })).toEqual(['1234567', 7]);
});

test('the last page is not counted', async () => {
  const ends = { total: true, pageSize: 4 };
  let counts = 0;
  const counting = app.db.withPlugin({
    transformQuery: ({ node }) => {
      counts += JSON.stringify(node).includes('count(*)') ? 1 : 0;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const counted = () => counting.selectFrom('customers').select(['id']);
  expect((await findPage(counted(), sorts, { ...ends, page: 2 })).total).toBe(7);
  expect((await findPage(counted().where('id', '<', 0), sorts, ends)).total).toBe(0);
  expect(counts).toBe(0);
  expect((await findPage(counted(), sorts, ends)).total).toBe(7);
  expect(counts).toBe(1);
});

test('counts what a query finds, whatever it selects', async () => {
  expect(await countRows(query().where('package_type', '=', 'Package 1'))).toBe(2);
  expect(await countRows(query().where('id', '<', 0))).toBe(0);
});

test('sums of cents are numbers: of no rows, above 2^31, of some rows alone', async () => {
  const sums = await app.db
    .selectFrom('customers')
    .select([
      sumCents('monthly_fee_cents').as('all'),
      sumCents('monthly_fee_cents', sql`package_type = 'Package 1' or id < 0`).as('some'),
      sumCents(sql`monthly_fee_cents - 1`, sql`id < 0`).as('none'),
    ])
    .executeTakeFirstOrThrow();
  expect(sums).toEqual({ all: 14_000_000_000, some: 4_000_000_000, none: 0 });
  const empty = app.db.selectFrom('customers').where('id', '<', 0);
  expect(await empty.select(sumCents('monthly_fee_cents').as('sum')).execute()).toEqual([
    { sum: 0 },
  ]);
});

test('reads a whole list in its order a batch at a time, without what was deleted meanwhile', async () => {
  const batches: number[][] = [];
  const asked: (readonly number[])[] = [];
  const read = async (part: readonly number[]) => {
    asked.push(part);
    // As the database may answer them: in another order, one deleted.
    return part
      .filter((id) => id !== 5)
      .sort((one, other) => one - other)
      .map((id) => ({ id }));
  };
  for await (const rows of inBatches([9, 2, 5, 7, 1], 2, read))
    batches.push(rows.map(({ id }) => id));
  expect(asked).toEqual([[9, 2], [5, 7], [1]]);
  expect(batches).toEqual([[9, 2], [7], [1]]);
  for await (const _rows of inBatches([], 2, read)) throw new Error('a batch of nothing');
});
