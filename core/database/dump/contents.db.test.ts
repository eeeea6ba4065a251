import { createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryOf, readTable } from './contents.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp();
  await app.pool.query(`
    create table public.sample (
      id bigint, small int, flag boolean, name text collate "C", note text, day date, at timestamptz, span interval,
      data jsonb, bytes bytea, ratio double precision, share numeric, tags text[], ids bigint[], ip inet, paid public.cents)`);
});
afterAll(() => app.close());

const ROW = `7, -3, true, 'Akol', E'a\\\\b\\t عربي 🛰', '2026-11-21', '2026-11-21T08:00:00.123456Z', '1 day 2 hours',
  '{"b": [1, 2.50, null], "a": "x"}', '\\x00ff', 0.1, 12.50, '{a,NULL,"b c"}', '{-1,9007199254740993}', '41.79.1.9', -125`;
const COLUMNS =
  'id, small, flag, name, note, day, at, span, data, bytes, ratio, share, tags, ids, ip, paid';

async function hashOf(...rows: string[]): Promise<string> {
  await app.pool.query('truncate public.sample');
  for (const row of rows) await app.pool.query(`insert into public.sample (${COLUMNS}) ${row}`);
  const table = { table: 'sample', columns: COLUMNS.split(', ') };
  const { hash } = await readTable(queryOf(app.pool), table);
  return hash;
}

const row = (id: number, paid: number | null) =>
  `select ${id}, 0, ${COLUMNS.split(', ')
    .slice(2, -1)
    .map(() => 'null')
    .join(', ')}, ${paid}`;

describe('the fingerprint of a table', () => {
  test('is the same on every database', async () => {
    expect(await hashOf()).toBe('0000000000000000');
    expect(await hashOf(`values (${ROW})`)).toBe('2514f7c2cf090492');
    expect(await hashOf(row(1, 2), row(2, -5), row(3, null))).toBe('585e837e7ee66792');
  });

  test('does not depend on the order of the rows', async () => {
    expect(await hashOf(row(2, null), row(1, 7))).toBe(await hashOf(row(1, 7), row(2, null)));
  });

  test('differs when a cent, a sign, a null, a row or the place of a value differs', async () => {
    const hashes = [
      await hashOf(row(1, 100), row(2, 200)),
      await hashOf(row(1, 200), row(2, 100)),
      await hashOf(row(1, 100), row(2, 201)),
      await hashOf(row(1, 100), row(2, -200)),
      await hashOf(row(1, 100), row(2, null)),
      await hashOf(row(1, 100), row(2, 0)),
      await hashOf(row(1, 100)),
      await hashOf(row(1, 100), row(1, 100)),
      await hashOf(row(100, 1), row(2, 200)),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
