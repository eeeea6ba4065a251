import { signInFirst } from '@nimule/fixtures/testing/servers/first-sign-in';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { insertRefund, sellWifi } from '@nimule/fixtures/testing/wifi';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lockMonth, unlockMonth } from '../../accounting/service.ts';
import { type Ctx, createContext, transact } from '../../context.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { wifiSignIns } from '../../mobile-money/service.ts';
import { secretsOf } from '../../ports/secrets.ts';
import { clearPause, setPause } from '../../records/pause.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { endWifiSession } from '../../wifi/service.ts';
import { openSoldSessions } from '../../wifi/service-network.ts';
import { refundSession } from '../../wifi/service-sell.ts';
import { createBundle } from '../bundles/service.ts';
import { expireVouchers } from '../expiry/service.ts';
import { sellVouchers } from '../sales/service.ts';
import { voucherSignIns } from '../sales/service-batches.ts';
import { getVoucher } from '../sales/service-list.ts';
import { openSoldVouchers } from '../sales/service-network.ts';
import { voidVouchers } from '../sales/service-void.ts';
import { activateVoucher, redeemVoucher } from './service.ts';
import { activateSignedIn } from './service-sign-ins.ts';

/** Vouchers and WiFi as their codes sign in at hotspots. */
let app: TestApp;
let bundleId: number;
const ctx = (): Ctx => contextOf(app);
const visitor = () => createContext(app, { kind: 'visitor' }, { ip: '198.51.100.1' });
const later = (seconds: number) =>
  app.time.set(new Date(app.time.now.getTime() + seconds * 1000).toISOString());
const DAY = 86_400;
const after = (from: Date, days: number) => new Date(from.getTime() + days * DAY * 1000);

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  const bundle = { name: 'Weekly 5 GB', dataAllowanceMB: 5120, validityDays: 7, speedMbps: 4 };
  const made = { ...bundle, priceUsd: cents(5_00), bundleType: 'data' } as const;
  bundleId = (await createBundle(ctx(), made)).id;
});
afterEach(async () => {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
afterAll(() => app.close());

const rows = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.pool.query(text, values)).rows;
const sell = (quantity = 1) => sellVouchers(ctx(), { bundleId, quantity });
async function sellOne() {
  const { id: batchId, vouchers } = await sell();
  return { batchId, id: vouchers[0]!.id, code: vouchers[0]!.voucherCode };
}
const accountOf = async (id: number, source = 'voucher') =>
  (
    await rows(
      'select access, reason, ends_at as "endsAt" from access_accounts where source = $1 and source_id = $2',
      [source, id],
    )
  )[0];
const waiting = async () =>
  (await rows('select count(*)::int as n from access_first_sign_ins'))[0]!.n;

test('a sale makes an account for each of its codes', async () => {
  const { batchNumber, lapsesOn } = await sell(100);
  const made = await rows(
    `select count(*)::int as n, count(distinct a.code_hash)::int as codes, min(source_id) = min(v.id) as same, min(valid_seconds) as seconds,
      min(lapses_on) as "lapsesOn", min(data_bytes)::bigint as bytes, min(download_kbps) as kbps, bool_or(is_one_device) as one
    from access_accounts a join vouchers v on a.source = 'voucher' and v.id = a.source_id and a.username = $1 || '/' || v.line_no`,
    [batchNumber.toLowerCase()],
  );
  expect(made).toEqual([
    {
      ...{ n: 100, codes: 100, same: true, seconds: 7 * DAY, lapsesOn, bytes: 5120 * 1024 ** 2 },
      ...{ kbps: 4000, one: false },
    },
  ]);
});

test('the sign-ins of a sale, or of a payment of WiFi, are those of its codes', async () => {
  const { id: batchId, vouchers, batchNumber } = await sell(3);
  const uses = await voucherSignIns(ctx(), batchId);
  expect(uses.map(({ sourceId, label }) => [sourceId, label])).toEqual(
    vouchers.map(({ id }, at) => [id, `${batchNumber}/${at + 1}`]),
  );
  await expect(voucherSignIns(ctx(), 999_999)).rejects.toMatchObject({ kind: 'notFound' });
  const session = await sellWifi(app);
  const [sold] = await wifiSignIns(ctx(), session.intentId);
  expect(sold).toMatchObject({ sourceId: session.id, firstSignInAt: null, endedBy: null });
  await expect(wifiSignIns(ctx(), 999_999)).rejects.toMatchObject({ kind: 'notFound' });
});

test.each(['the WiFi page', 'the counter'])(
  'one that is redeemed at %s runs from then on, or from its sign-in',
  async (where) => {
    const redeem = ({ id, code }: { id: number; code: string }) =>
      where === 'the counter' ? activateVoucher(ctx(), id) : redeemVoucher(visitor(), { code });
    const first = await sellOne();
    await redeem(first);
    const endsAt = after(app.time.now, 7);
    expect(await accountOf(first.id)).toEqual({ access: 'on', reason: '', endsAt });
    const second = await sellOne();
    const signedIn = app.time.now;
    expect(await signInFirst(app, second.id)).toBe(true);
    later(1);
    expect(await redeem(second)).toMatchObject({ activatedAt: signedIn });
    expect(await getVoucher(ctx(), second.id)).toMatchObject({
      ...{ status: 'activated', activatedAt: signedIn, expiryDate: after(signedIn, 7) },
    });
    expect(await accountOf(second.id)).toMatchObject({ endsAt: after(signedIn, 7) });
    expect([await waiting(), await activateSignedIn(ctx())]).toEqual([0, 0]);
  },
);

test('sign-ins activate once, however many take them over, and not in a pause', async () => {
  const { vouchers } = await sell(100);
  for (const { id } of vouchers) await signInFirst(app, id);
  const signedIn = app.time.now;
  await transact(ctx(), (tx) => setPause(tx, { since: tx.now, by: 'test', filename: 'x.nimule' }));
  later(5);
  expect(await activateSignedIn(ctx())).toBe(0);
  await transact(ctx(), (tx) => clearPause(tx));
  const counts = await Promise.all(Array.from({ length: 3 }, () => activateSignedIn(ctx())));
  expect(counts.reduce((sum, count) => sum + count)).toBe(100);
  expect(await waiting()).toBe(0);
  const [all] = await rows(
    `select count(*)::int as n, min(activated_at) as first, max(activated_at) as last, max(activated_by) as by, max(activated_on) as on
    from vouchers where id = any($1) and status = 'activated' and device_hash is null`,
    [vouchers.map(({ id }) => id)],
  );
  expect(all).toEqual({ n: 100, first: signedIn, last: signedIn, by: '', on: ctx().today });
});

test('one that was voided does not sign in, and one that has signed in cannot be voided', async () => {
  const { batchId, id } = await sellOne();
  await voidVouchers(ctx(), batchId, { reason: 'Test' });
  expect(await accountOf(id)).toMatchObject({ access: 'off', reason: 'void' });
  expect(await signInFirst(app, id)).toBe(false);

  const two = await sell(2);
  const [used, unused] = two.vouchers.map((voucher) => voucher.id);
  await signInFirst(app, used!);
  const refused = expect.objectContaining({
    code: 'voucher.notUnused',
    message: expect.stringContaining(`No longer unused in ${two.batchNumber}: 1.`),
  });
  const all = { voucherIds: [used!, unused!], reason: 'Test' };
  await expect(voidVouchers(ctx(), two.id, all)).rejects.toEqual(refused);
  // All that are unused: the other one.
  await voidVouchers(ctx(), two.id, { reason: 'Test' });
  expect(await getVoucher(ctx(), unused!)).toMatchObject({ status: 'void' });
  await expect(voidVouchers(ctx(), two.id, { reason: 'Test' })).rejects.toMatchObject({
    code: 'voucher.noneUnused',
  });
  expect(await activateSignedIn(ctx())).toBe(1);
  expect(await getVoucher(ctx(), used!)).toMatchObject({ status: 'activated' });
});

test('a sign-in in a locked month is posted on the first day that is open', async () => {
  const [atRouter, atCounter] = [await sellOne(), await sellOne()];
  await lockMonth(ctx(), isoMonth('2026-11'));
  await signInFirst(app, atRouter.id);
  expect(await activateSignedIn(ctx())).toBe(1);
  await expect(activateVoucher(ctx(), atCounter.id)).rejects.toMatchObject({ kind: 'rule' });
  const posted = await rows(
    "select entry_date as date from journal_entries where source = 'voucher.activation' and source_id = $1",
    [atRouter.id],
  );
  expect(posted).toEqual([{ date: '2026-12-01' }]);
  await unlockMonth(ctx(), isoMonth('2026-11'));
});

test('a batch that fails is logged, and neither the next one nor the expiry waits for it', async () => {
  const { vouchers } = await sell(100);
  const [lapsing, next] = [vouchers[0]!, await sellOne()];
  for (const { id } of [...vouchers, next]) await signInFirst(app, id);
  await app.pool.query(
    `create function refuse_voucher() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_voucher before update on vouchers for each row when (old.id = ${lapsing.id})
    execute function refuse_voucher()`,
  );
  const logged: string[] = [];
  const log = { ...app.log, warn: (_: object, message: string) => void logged.push(message) };
  expect(await activateSignedIn(contextOf({ ...app, log }))).toBe(1);
  expect(await getVoucher(ctx(), next.id)).toMatchObject({ status: 'activated' });
  later(366 * DAY);
  await expireVouchers(contextOf({ ...app, log }));
  expect(logged).toEqual(Array(2).fill('vouchers that signed in wait to be activated'));
  expect(await getVoucher(ctx(), next.id)).toMatchObject({ status: 'expired' });
  // They have signed in: they do not lapse.
  expect([await getVoucher(ctx(), lapsing.id), await waiting()]).toMatchObject([
    ...[{ status: 'unused' }, 100],
  ]);
  await app.pool.query('drop trigger refuse_voucher on vouchers; drop function refuse_voucher()');
  expect(await activateSignedIn(ctx())).toBe(100);
});

test('when vouchers end or lapse their codes are closed; a sign-in on the last day counts', async () => {
  const [used, lapsed, late] = [await sellOne(), await sellOne(), await sellOne()];
  await activateVoucher(ctx(), used.id);
  later(365 * DAY);
  expect(await signInFirst(app, late.id)).toBe(true);
  const signedIn = app.time.now;
  later(DAY);
  await expireVouchers(ctx());
  const closed = { access: 'off', reason: 'ended' };
  expect(await accountOf(used.id)).toMatchObject(closed);
  expect(await accountOf(lapsed.id)).toMatchObject(closed);
  expect(await getVoucher(ctx(), late.id)).toMatchObject({
    ...{ status: 'activated', activatedAt: signedIn },
  });
});

test('codes that were sold before are opened by a job, those of another key are counted', async () => {
  const [unused, running] = [await sellOne(), await sellOne()];
  const [ended, taken] = [await sellOne(), await sellOne()];
  await activateVoucher(ctx(), ended.id);
  later(8 * DAY);
  await activateVoucher(ctx(), running.id);
  await voidVouchers(ctx(), taken.batchId, { reason: 'Test' });
  const wifi = await sellWifi(app, {});
  const over = await sellWifi(app, {});
  await endWifiSession(ctx(), over.id);
  const before = await rows(
    "select source, source_id, code_hash, ends_at, username from access_accounts where access = 'on' and (ends_at is null or ends_at > $1) order by 1, 2",
    [app.time.now],
  );
  await app.pool.query('delete from access_accounts');
  const other = secretsOf(Buffer.alloc(32, 9), ctx().random);
  const elsewhere = contextOf({ ...app, ports: { ...app.ports, secrets: other } });
  const [unread, open] = [await openSoldVouchers(elsewhere), await openSoldVouchers(ctx())];
  expect(unread).toEqual({ opened: 0, unreadable: open.opened });
  expect(open).toEqual({ opened: before.length - 1, unreadable: 0 });
  expect(await openSoldSessions(elsewhere)).toEqual({ opened: 0, unreadable: 1 });
  expect(await openSoldSessions(ctx())).toEqual({ opened: 1, unreadable: 0 });
  const after = await rows(
    'select source, source_id, code_hash, ends_at, username from access_accounts order by 1, 2',
  );
  expect(after).toEqual(before);
  expect(after.map(({ source_id: id }) => Number(id))).toEqual(
    expect.arrayContaining([unused.id, running.id, wifi.id]),
  );
  const again = [await openSoldVouchers(ctx()), await openSoldSessions(ctx())];
  expect(again).toEqual(Array(2).fill({ opened: 0, unreadable: 0 }));
});

test('WiFi runs from its sale, and is closed when it is ended or refunded', async () => {
  const sold = await sellWifi(app, {});
  const [made] = await rows(
    `select username, valid_seconds, lapses_on, ends_at, is_one_device, data_bytes::bigint, download_kbps from access_accounts
    where source = 'wifi' and source_id = $1`,
    [sold.id],
  );
  expect(made).toEqual({
    ...{ username: `${sold.saleNumber.toLowerCase()}/1`, valid_seconds: null, lapses_on: null },
    ...{ ends_at: sold.expiryTime, is_one_device: true, data_bytes: 500 * 1024 ** 2 },
    download_kbps: 5000,
  });
  await endWifiSession(ctx(), sold.id);
  const closed = { access: 'off', reason: 'ended' };
  expect(await accountOf(sold.id, 'wifi')).toMatchObject(closed);
  const refunded = await sellWifi(app, {});
  await transact(ctx(), async (tx) => {
    const refundId = await insertRefund(tx, refunded.intentId);
    await refundSession(tx, { intentId: refunded.intentId, refundId });
  });
  expect(await accountOf(refunded.id, 'wifi')).toMatchObject(closed);
});
