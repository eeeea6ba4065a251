import { newOrder, passSeconds, visitorOf } from '@nimule/fixtures/testing/payments';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIMULATED_DELAY_MS } from '../ports/payments/simulated.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { buyWifi, checkPurchase, endOwnSession, getWifiOffer } from './service-visitors.ts';

let app: TestApp;
const visitor = () => visitorOf(app);
const later = (ms: number) => passSeconds(app, ms / 1000);

beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
});
afterAll(() => app.close());

test('the offer has the packages at the rate of the day and says that payments are simulated', async () => {
  const offer = await getWifiOffer(visitor());
  expect(offer.packages.map(({ name }) => name)).toEqual([
    'Quick Browse',
    'Half Day',
    'Full Day',
    'Weekly Pass',
    'Student Special',
  ]);
  expect(offer).toMatchObject({ isSimulated: true, takesPayments: true });
  expect(offer.providers.map(({ name, dialCode }) => `${name} ${dialCode}`)).toEqual([
    'MTN MoMo *165#',
    'm-GURUSH *185#',
    'NilePay *844#',
  ]);
});

test('a purchase waits three seconds, then has its session and its entry', async () => {
  const input = newOrder();
  expect(await buyWifi(visitor(), input)).toMatchObject({ status: 'waiting', session: null });
  expect(await checkPurchase(visitor(), input)).toMatchObject({ status: 'waiting' });
  later(SIMULATED_DELAY_MS);
  const paid = await checkPurchase(visitor(), input);
  expect(paid).toMatchObject({ status: 'paid', isSimulated: true, message: '' });
  expect(paid.session?.accessCode).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/);
  // The same key is the same purchase.
  expect(await buyWifi(visitor(), input)).toEqual(paid);
  const { rows } = await sql<{ description: string }>`
    select description from journal_entries where source = 'wifi.sale'`.execute(app.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.description).toContain('simulated');
  expect((await endOwnSession(visitor(), input)).session?.status).toBe('ended');
  const { checks } = await checkBooks(contextOf(app));
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
