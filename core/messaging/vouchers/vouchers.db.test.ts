import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '../../kernel/money.ts';
import { createBundle } from '../../vouchers/bundles/service.ts';
import { activateVoucher } from '../../vouchers/redeem/service.ts';
import { sellVouchers } from '../../vouchers/sales/service.ts';
import { voidVouchers } from '../../vouchers/sales/service-void.ts';
import { createSender } from '../sending/service.ts';
import { smsGateway } from '../sending/service-gateways.ts';
import { listMessages } from '../service.ts';
import { textVouchers } from './service.ts';

let app: TestApp;
let bundleId: number;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  const bundle = {
    name: 'Weekly {5} GB',
    dataAllowanceMB: 5120,
    validityDays: 7,
    priceUsd: cents(5_00),
  };
  bundleId = (await createBundle(ctx(), { ...bundle, bundleType: 'data' })).id;
});
afterAll(() => app.close());

const sell = (quantity: number, customerPhone = '+211977123456') =>
  sellVouchers(ctx(), { bundleId, quantity, customerPhone, customerName: 'Akol Deng' });
/** One pass of the sender, which then releases its lease. */
async function send(): Promise<void> {
  const sender = createSender(app, smsGateway(app));
  await sender.pass();
  await sender.end();
}
const texts = async () =>
  (await sql<{ line: string }>`select m::text as line from messages m`.execute(app.db)).rows.map(
    ({ line }) => line,
  );

test('codes are sent, four in a message, and kept in none', async () => {
  const { id, vouchers } = await sell(5);
  expect(await textVouchers(ctx(), id, {})).toEqual({
    queued: 5,
    phone: '+211977123456',
    leftOut: [],
  });
  expect(await texts()).toHaveLength(2);
  await send();
  const sent = app.sms.sent.map(({ text }) => text);
  const codes = vouchers.map(({ voucherCode }) => voucherCode);
  const name = app.config.company.name;
  expect(sent).toEqual([
    `${name}: Weekly {5} GB. Voucher codes ${codes.slice(0, 4).join(', ')}. Use by 23 Nov 2027.`,
    `${name}: Weekly {5} GB. Voucher code ${codes[4]}. Use by 23 Nov 2027.`,
  ]);
  const { rows } = await listMessages(ctx(), {});
  expect(rows.map(({ status, title }) => [status, title])).toEqual([
    ['sent', 'Voucher codes'],
    ['sent', 'Voucher codes'],
  ]);
  for (const line of await texts()) for (const code of codes) expect(line).not.toContain(code);
});

test('a code that was taken back in the meantime is not sent', async () => {
  const { id, vouchers } = await sell(2);
  await textVouchers(ctx(), id, { voucherIds: [vouchers[0]!.id] });
  await voidVouchers(ctx(), id, { voucherIds: [vouchers[0]!.id], reason: 'Wrong number' });
  const before = app.sms.sent.length;
  await send();
  expect(app.sms.sent).toHaveLength(before);
  const [message] = (await listMessages(ctx(), {})).rows;
  expect(message).toMatchObject({
    status: 'failed',
    error: 'The voucher is no longer unused: its code was not sent.',
  });
});

test('of several codes, those that are still unused are sent, and the message says which were left out', async () => {
  const { id, vouchers, batchNumber } = await sell(4);
  const codes = vouchers.map(({ voucherCode }) => voucherCode);
  await textVouchers(ctx(), id, {});
  const taken = [vouchers[1]!.id, vouchers[3]!.id];
  await voidVouchers(ctx(), id, { voucherIds: taken, reason: 'Wrong number' });
  await send();
  const name = app.config.company.name;
  expect(app.sms.sent.at(-1)!.text).toBe(
    `${name}: Weekly {5} GB. Voucher codes ${codes[0]}, ${codes[2]}. Use by 23 Nov 2027.`,
  );
  const [message] = (await listMessages(ctx(), {})).rows;
  expect(message).toMatchObject({
    status: 'sent',
    error: `Vouchers 2, 4 of ${batchNumber} left out: no longer unused.`,
    text: `${name}: Weekly {5} GB. Voucher codes •••, •••. Use by 23 Nov 2027.`,
  });
  await textVouchers(ctx(), id, {});
  await activateVoucher(ctx(), vouchers[0]!.id);
  await send();
  expect(app.sms.sent.at(-1)!.text).toContain(`Voucher code ${codes[2]}.`);
  await textVouchers(ctx(), id, { voucherIds: [vouchers[2]!.id] });
  const before = app.sms.sent.length;
  app.time.set('2027-11-24T08:00:00Z');
  await send();
  app.time.set('2026-11-23T08:00:00Z');
  expect(app.sms.sent).toHaveLength(before);
});

test('chosen vouchers that are used are left out and named in the answer', async () => {
  const { id, vouchers } = await sell(3);
  await voidVouchers(ctx(), id, { voucherIds: [vouchers[0]!.id], reason: 'x' });
  await activateVoucher(ctx(), vouchers[1]!.id);
  const voucherIds = vouchers.map((one) => one.id);
  expect(await textVouchers(ctx(), id, { voucherIds })).toEqual({
    queued: 1,
    phone: '+211977123456',
    leftOut: [
      { id: vouchers[0]!.id, lineNo: 1, status: 'void' },
      { id: vouchers[1]!.id, lineNo: 2, status: 'activated' },
    ],
  });
  await expect(
    textVouchers(ctx(), id, { voucherIds: voucherIds.slice(0, 2) }),
  ).rejects.toMatchObject({ code: 'voucher.notUnused' });
});

test('is refused without a number, for used vouchers and for those of another sale', async () => {
  const [silent, one, other] = [await sell(1, ''), await sell(1), await sell(1)];
  await expect(textVouchers(ctx(), silent.id, {})).rejects.toMatchObject({
    code: 'voucher.noPhone',
  });
  const foreign = { voucherIds: [other.vouchers[0]!.id] };
  await expect(textVouchers(ctx(), one.id, foreign)).rejects.toMatchObject({ kind: 'invalid' });
  await voidVouchers(ctx(), one.id, { reason: 'x' });
  await expect(textVouchers(ctx(), one.id, {})).rejects.toMatchObject({
    code: 'voucher.notUnused',
  });
});
