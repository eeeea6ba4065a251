import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { rateInForce } from './fragments.ts';
import { findRatesInForce } from './queries.ts';
import { rateOn } from './rules.ts';
import { ratePurposes } from './schema.ts';
import { listRates, updateRate } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp('2026-11-22T08:00:00Z');
});
afterAll(() => app.close());

test('the queries give each day the rate that the rule gives', async () => {
  const ctx = contextOf(app);
  const added = [
    ['standard', '2026-12-01', 410],
    ['standard', '2026-11-01', 405],
    ['standard', '2026-12-01', 420],
    ['voucher', '2026-11-10', 1350],
  ] as const;
  for (const [purpose, validFrom, pounds] of added)
    await updateRate(ctx, { purpose, validFrom: isoDate(validFrom), rate: cents(pounds * 100) });
  const { rows } = await listRates(ctx);
  const days = ['1999-12-31', '2000-01-01', '2026-10-31', '2026-11-01', '2026-11-10', '2026-12-01'];
  const wanted = days.map((day) => isoDate(day));
  for (const purpose of ratePurposes) {
    const many = await findRatesInForce(app.db, purpose, wanted);
    for (const day of wanted) {
      const expected = rateOn(rows, purpose, day);
      const { one } = await app.db
        .selectNoFrom(rateInForce(purpose, day).as('one'))
        .executeTakeFirstOrThrow();
      expect([one, many.get(day)], `${purpose} ${day}`).toEqual([expected ?? null, expected]);
    }
  }
});
