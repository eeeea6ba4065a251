import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../context.ts';
import { type IsoDate, isoDate } from '../kernel/dates.ts';
import type { Db } from './connect.ts';
import {
  type Numbering,
  predictIdentities,
  takeIdentities,
  takeNumbers,
  takePredicted,
  takeYearlyNumbers,
} from './counters.ts';
import { mayRetry, NumberConflict } from './errors.ts';

const INVOICES: Numbering = { counter: 'invoice', prefix: 'INV' };
const isEmbedded = process.env.NIMULE_TEST_ENGINE === 'embedded';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => sql`delete from counters`.execute(app.db));
afterAll(() => app.close());

const dates = (...texts: string[]): IsoDate[] => texts.map((text) => isoDate(text));
const OLD = '2026-12-31';
const NEW = '2027-01-01';

async function counters(): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; value: number }>`select name, value from counters`.execute(
    app.db,
  );
  return Object.fromEntries(rows.rows.map(({ name, value }) => [name, value]));
}

/** Runs `work` in its own transaction. */
const within = <T>(work: (db: Db) => Promise<T>) => transact(contextOf(app), (tx) => work(tx.db));

describe('numbers', () => {
  test('are consecutive within each year', async () => {
    expect(await takeNumbers(app.db, 'customer', 3)).toBe(1);
    expect(await takeNumbers(app.db, 'customer')).toBe(4);
    expect(await takeYearlyNumbers(app.db, INVOICES, dates(NEW, OLD, NEW))).toEqual([
      'INV-2027-000001',
      'INV-2026-000001',
      'INV-2027-000002',
    ]);
    expect(await counters()).toEqual({ customer: 4, 'invoice:2026': 1, 'invoice:2027': 2 });
  });

  test('come with ids that do not restart each year', async () => {
    await takeIdentities(app.db, INVOICES, dates(OLD));
    const taken = await takeIdentities(app.db, INVOICES, dates(OLD, NEW));
    expect(taken.ids).toEqual([2, 3]);
    expect(taken.numbers).toEqual(['INV-2026-000002', 'INV-2027-000001']);
    expect(await counters()).toEqual({ invoice: 3, 'invoice:2026': 2, 'invoice:2027': 1 });
  });

  test('are not taken when there is nothing to number', async () => {
    expect(await takeIdentities(app.db, INVOICES, [])).toMatchObject({ ids: [], numbers: [] });
    expect(await takeYearlyNumbers(app.db, INVOICES, [])).toEqual([]);
    expect(await counters()).toEqual({});
  });
});

describe('predicted numbers', () => {
  test('are those taken afterwards, repeatedly', async () => {
    let before = await takeIdentities(app.db, INVOICES, dates(OLD, OLD));
    for (let step = 0; step < 3; step += 1) {
      const predicted = predictIdentities(before, INVOICES, dates(OLD, OLD, OLD))!;
      const first = 3 + step * 3;
      expect(predicted.ids).toEqual([first, first + 1, first + 2]);
      expect(predicted.numbers[0]).toBe(`INV-2026-${String(first).padStart(6, '0')}`);
      await within((db) => takePredicted(db, predicted));
      before = predicted;
    }
    expect(await counters()).toEqual({ invoice: 11, 'invoice:2026': 11 });
  });

  test('may be empty', async () => {
    const before = await takeIdentities(app.db, INVOICES, dates(OLD));
    const predicted = predictIdentities(before, INVOICES, [])!;
    await within((db) => takePredicted(db, predicted));
    expect(predicted.ids).toEqual([]);
    expect(await counters()).toEqual({ invoice: 1, 'invoice:2026': 1 });
  });

  test('are unknown for a year in which the previous batch took none', async () => {
    const before = await takeIdentities(app.db, INVOICES, dates(OLD));
    expect(predictIdentities(before, INVOICES, dates(OLD, NEW))).toBeUndefined();
  });

  test.each([
    ['a number', () => takeYearlyNumbers(app.db, INVOICES, dates(OLD))],
    ['an id', () => takeNumbers(app.db, 'invoice')],
  ])('is overtaken by whoever has taken %s, and nothing of it is kept', async (_what, take) => {
    const before = await takeIdentities(app.db, INVOICES, dates(OLD));
    const predicted = predictIdentities(before, INVOICES, dates(OLD))!;
    await take();
    const kept = await counters();
    const taking = within((db) => takePredicted(db, predicted));
    // Retried as after a deadlock; here nothing predicts new numbers, so all tries fail.
    await expect(taking).rejects.toMatchObject({ code: 'database.busy' });
    expect(await counters()).toEqual(kept);
  });

  // The embedded database has one session, so no other transaction can be open.
  if (!isEmbedded) {
    test('do not wait for a transaction that is taking a number', async () => {
      const before = await takeIdentities(app.db, INVOICES, dates(OLD));
      const predicted = predictIdentities(before, INVOICES, dates(OLD))!;
      const failure = await within(async (db) => {
        await takeNumbers(db, 'invoice:2026');
        return app.db
          .transaction()
          .execute((trx) => takePredicted(trx, predicted))
          .catch((error: unknown) => error);
      });
      expect(failure).toBeInstanceOf(NumberConflict);
      expect(mayRetry(failure)).toBe(true);
    });
  }
});
