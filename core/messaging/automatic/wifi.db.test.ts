import { newSender, resetMessages } from '@nimule/fixtures/testing/messages';
import type { FakeGateway } from '@nimule/fixtures/testing/servers/gateway';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sellWifi } from '@nimule/fixtures/testing/wifi';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endWifiSession } from '../../wifi/service.ts';
import { accessCodeOf } from '../../wifi/service-access.ts';
import { queueFacts } from './service.ts';
import { updateMessageType } from './service-types.ts';

let app: TestApp;
let gateway: FakeGateway;
const ctx = () => contextOf(app);
async function send(): Promise<void> {
  const sender = newSender(app);
  await sender.pass();
  await sender.end();
}

beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T20:30:00Z');
});
afterAll(() => app.close());
beforeEach(async () => {
  gateway = await resetMessages(app);
  app.time.set('2026-11-23T20:30:00Z');
});

test('the receipt of WiFi goes to the phone that paid, at night too, and its code is in no table', async () => {
  await sellWifi(app, {});
  await updateMessageType(ctx(), 'wifi_receipt', { isOn: true });
  const sold = await sellWifi(app, { packageId: 'quick', phone: '+211955000007' });
  const ended = await sellWifi(app, { phone: '+211955000008' });
  await queueFacts(ctx());
  expect(await queueFacts(ctx())).toBe('');
  await endWifiSession(ctx(), ended.id);
  await send();
  const code = await accessCodeOf(ctx(), sold.id);
  expect(gateway.taken.map(({ to, text }) => [to, text])).toEqual([
    [
      '+211955000007',
      `WiFi Quick Browse: SSP 200 paid, receipt ${sold.saleNumber}. Access code ${code}, until 23 Nov 2026 23:30. ${app.config.company.name}`,
    ],
  ]);
  const { rows } = await app.pool.query(
    `select m.*, to_jsonb(m)::text as whole from messages m where type = 'wifi_receipt' order by id`,
  );
  expect(rows.map(({ status, error }) => [status, error])).toEqual([
    ['sent', ''],
    ['cancelled', 'The WiFi session is over.'],
  ]);
  expect(rows.filter(({ whole }) => whole.includes(code))).toEqual([]);
});
