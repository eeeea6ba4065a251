import { createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrayOf, type ColumnType, rowsOf } from './bulk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());

type Value = string | number | boolean | Date | null;

/** The values of a column as the database reads them, as text. */
async function written(type: ColumnType, values: readonly Value[]): Promise<(string | null)[]> {
  const rows = rowsOf(
    values.map((value, place) => ({ value, place: place * 2 })),
    { place: ['int', (row) => row.place], value: [type, (row) => row.value] },
  );
  const result = await sql<{ text: string | null }>`
    select value::text as text from (${rows}) n order by place`.execute(app.db);
  return result.rows.map(({ text }) => text);
}

const integers = [
  0,
  -1,
  7,
  null,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  -(2 ** 32),
  2 ** 53 - 1,
  1 - 2 ** 53,
];

test.each<[string, ColumnType, Value[]]>([
  ['differ', 'bigint', integers],
  ['differ', 'int', [5, -5, null, 2 ** 31 - 1, -(2 ** 31)]],
  ['count up', 'bigint', [41, 42, 43]],
  ['count up over nothing', 'bigint', [41, null, 43]],
  ['are the same', 'bigint', [9, 9, 9]],
  ['are nothing', 'bigint', [null, null]],
  ['differ', 'text', ['a', '', null, 'NULL', '{x,"y"}', 'back\\slash', 'два\nlines', "it's", ' ']],
  ['differ', 'text', ['plain', 'x'.repeat(127), 'y'.repeat(128), '', null]],
  ['differ', 'text', ['é'.repeat(100), '\u{1f600}'.repeat(70_000), 'z'.repeat(70_000), null]],
  ['are the same', 'text', ['"', '"']],
  ['differ', 'date', ['2026-11-21', null, '2024-02-29']],
  ['differ', 'boolean', [true, false, null]],
])('values that %s come out of %s as they went in', async (_how, type, values) => {
  const texts = values.map((value) => (value === null ? null : String(value)));
  expect(await written(type, values)).toEqual(texts);
});

test('instants and objects are read back unchanged', async () => {
  const moments = [new Date('2026-11-21T08:00:00.123Z'), new Date('2026-11-21T08:00:01Z')];
  const rows = rowsOf(moments, { at: ['timestamptz', (moment) => moment] });
  const back = await sql<{ at: Date }>`select at from (${rows}) n order by at`.execute(app.db);
  expect(back.rows.map(({ at }) => at)).toEqual(moments);
  expect(await written('jsonb', ['{"a": "\\"quoted\\""}', '{}'])).toEqual([
    '{"a": "\\"quoted\\""}',
    '{}',
  ]);
});

test.each<[ColumnType, Value]>([
  ['bigint', 1.5],
  ['bigint', 2 ** 53],
  ['bigint', Number.NaN],
  ['bigint', '7'],
  ['int', 2 ** 31],
])('a list of %s refuses %s', (type, value) => {
  expect(() => arrayOf(type, [1, value])).toThrow(RangeError);
});

test('a list of keys finds its rows, and an empty one none', async () => {
  const found = async (type: ColumnType, values: Value[]) => {
    const result = await sql<{ n: number }>`
      select n from generate_series(1, 9) n where n::text = any((${arrayOf(type, values)})::text[])
      order by n`.execute(app.db);
    return result.rows.map(({ n }) => n);
  };
  expect(await found('bigint', [3, 7, 20])).toEqual([3, 7]);
  expect(await found('text', ['4', 'x'])).toEqual([4]);
  expect(await found('bigint', [])).toEqual([]);
  expect(await found('text', [])).toEqual([]);
});
