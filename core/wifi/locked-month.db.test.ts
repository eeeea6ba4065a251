import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sellWifi } from '@nimule/fixtures/testing/wifi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockMonth } from '../accounting/service.ts';
import { isoMonth } from '../kernel/dates.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
});
afterAll(() => app.close());

test('a session of a locked month is served, and posted on the first open day with the day of the sale', async () => {
  await lockMonth(contextOf(app), isoMonth('2026-11'));
  const sold = await sellWifi(app, {});
  expect(sold).toMatchObject({ soldDate: '2026-11-23', startTime: app.time.now });
  const { rows } = await app.pool.query(
    `select entry_date::text as date, description from journal_entries where source = 'wifi.sale' and source_id = $1`,
    [sold.id],
  );
  expect(rows).toEqual([
    {
      date: '2026-12-01',
      description: `WiFi Quick Browse ${sold.saleNumber}, simulated payment by MTN MoMo on 23 Nov 2026, in a locked month`,
    },
  ]);
  await expectSoundBooks(contextOf(app));
});
