import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from './connect.ts';
import { fetchIds } from './cursor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const upTo = (count: number) =>
  sql<{ id: number }>`select n as id from generate_series(1, ${count}::bigint) n order by n desc`;
const inTransaction = <T>(work: (db: Db) => Promise<T>) => app.db.transaction().execute(work);
const openCursors = async (db: Db) =>
  (await sql<{ name: string }>`select name from pg_cursors where name <> ''`.execute(db)).rows;

test('a cursor gives all ids in their order, at most so many at a time', async () => {
  for (const [count, sizes] of [
    [0, []],
    [19, [19]],
    [20, [20]],
    [45, [20, 20, 5]],
  ] as const) {
    await inTransaction(async (db) => {
      const batches: number[][] = [];
      for await (const some of fetchIds(db, upTo(count), 20)) batches.push(some);
      expect(batches.map(({ length }) => length)).toEqual(sizes);
      expect(batches.flat()).toEqual(Array.from({ length: count }, (_, at) => count - at));
      expect(await openCursors(db)).toEqual([]);
    });
  }
});

test('cursors are read side by side, and closed by a reader that stops early', async () => {
  await inTransaction(async (db) => {
    for await (const [first] of fetchIds(db, upTo(45), 20)) {
      expect(first).toBe(45);
      for await (const some of fetchIds(db, upTo(3), 20)) expect(some).toEqual([3, 2, 1]);
      expect(await openCursors(db)).toHaveLength(1);
      break;
    }
    expect(await openCursors(db)).toEqual([]);
  });
});

test('a cursor needs a transaction, and a failure in it is told as it is', async () => {
  const read = async (db: Db) => {
    for await (const _ of fetchIds(db, upTo(3), 2)) await sql`select 1 / 0`.execute(db);
  };
  await expect(read(app.db)).rejects.toThrow('a cursor needs a transaction');
  await expect(inTransaction(read)).rejects.toThrow('division by zero');
});
