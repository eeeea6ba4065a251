import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { insertIntent, insertRefund, sellWifi } from '@nimule/fixtures/testing/wifi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../context.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents, sumOf } from '../kernel/money.ts';
import { checkBooks } from '../reports/checks/service.ts';
import type { WifiSessionFilter } from './schema.ts';
import { endWifiSession, getWifiSessionSums, getWifiStats, listWifiSessions } from './service.ts';
import { accessCodeOf } from './service-access.ts';
import { refundSession, sellSession, visitorSessionOf } from './service-sell.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
});
afterAll(() => app.close());

/** The lines of an entry: account, debit less credit, pounds. */
async function linesOf(source: string, id: number) {
  const { rows } = await app.pool.query(
    `select e.description, l.account_code as account, (l.debit_cents - l.credit_cents)::int as usd, l.ssp_cents::int as ssp
     from journal_entries e join journal_lines l on l.entry_id = e.id where e.source = $1 and e.source_id = $2
     order by l.line_no`,
    [source, id],
  );
  return rows;
}

describe('a session', () => {
  test('is sold with a number, an access code and its entry in pounds', async () => {
    const sold = await sellWifi(app, { packageId: 'student', hotspotId: 'airport' });
    expect(sold).toMatchObject({
      saleNumber: 'WF-2026-000001',
      packageName: 'Student Special',
      durationMinutes: 720,
      startTime: new Date('2026-11-23T08:00:00Z'),
      expiryTime: new Date('2026-11-23T20:00:00Z'),
    });
    expect(await linesOf('wifi.sale', sold.id)).toEqual([
      expect.objectContaining({ account: '1180', usd: 50, ssp: 20_000 }),
      expect.objectContaining({ account: '4320', usd: -50, ssp: null }),
    ]);
    const [{ description }] = await linesOf('wifi.sale', sold.id);
    expect(description).toBe('WiFi Student Special WF-2026-000001, simulated payment by MTN MoMo');
    const seen = await visitorSessionOf(contextOf(app), sold.intentId);
    expect(seen).toMatchObject({
      sessionId: 'WF-2026-000001',
      duration: '12 hours',
      dataLimit: '3 GB',
      speedLimit: '8 Mbps',
      amountPaid: 'SSP 200',
      paymentMethod: 'MTN MoMo',
      hotspotId: 'airport',
      status: 'active',
      accessCode: expect.stringMatching(/^([2-9A-HJ-KM-NP-Z]{4}-){2}[2-9A-HJ-KM-NP-Z]{4}$/),
    });
    expect(await accessCodeOf(contextOf(app), sold.id)).toBe(seen!.accessCode);
    const { rows } = await app.pool.query(
      `select access_encrypted from wifi_sessions union all select data::text from outbox where fact = 'wifi.sold'`,
    );
    const plain = seen!.accessCode.replaceAll('-', '');
    expect(rows.filter((row) => JSON.stringify(row).includes(plain))).toEqual([]);
    await expectSoundBooks(contextOf(app));
  });

  test('in US dollars is money of 1130', async () => {
    const sold = await sellWifi(app, {
      currency: 'USD',
      amountCents: cents(400),
      usdCents: cents(400),
      packageId: 'full-day',
      driver: 'momo',
    });
    expect(await linesOf('wifi.sale', sold.id)).toEqual([
      expect.objectContaining({ account: '1130', usd: 400, ssp: null }),
      expect.objectContaining({ account: '4320', usd: -400 }),
    ]);
    expect((await linesOf('wifi.sale', sold.id))[0].description).toMatch(/, paid by MTN MoMo$/);
    expect((await visitorSessionOf(contextOf(app), sold.intentId))!.amountPaid).toBe('$4.00');
    await expectSoundBooks(contextOf(app));
  });

  test('is sold once for a request, with any number at a time', async () => {
    const intentId = await insertIntent(app, { status: 'paid' });
    const sale = {
      ...{ intentId, packageId: 'quick', phone: '+211921000009', provider: 'NilePay' },
      ...{ currency: 'SSP' as const, amountCents: cents(20_000), usdCents: cents(50) },
      ...{ rateCents: cents(40_000), isSimulated: true },
    };
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => transact(contextOf(app), (tx) => sellSession(tx, sale))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ kind: 'conflict', code: 'wifi.alreadySold' });
    await expectSoundBooks(contextOf(app));
  });

  test('is refunded at its own rate and ends', async () => {
    const sold = await sellWifi(app, {});
    const refundId = await transact(contextOf(app), async (tx) => {
      const id = await insertRefund(tx, sold.intentId);
      await refundSession(tx, { intentId: sold.intentId, refundId: id });
      return id;
    });
    expect(await linesOf('wifi.refund', refundId)).toEqual([
      expect.objectContaining({ account: '4320', usd: 50 }),
      expect.objectContaining({ account: '1180', usd: -50, ssp: -20_000 }),
    ]);
    const { rows } = await listWifiSessions(contextOf(app), { q: sold.saleNumber });
    expect(rows).toMatchObject([{ isRefunded: true, status: 'ended', amountSsp: 20_000 }]);
    await expectSoundBooks(contextOf(app));
  });
});

describe('staff', () => {
  test('find sales by number, phone, package and status', async () => {
    const ctx = contextOf(app);
    const sold = await sellWifi(app, { packageId: 'weekly', phone: '+211955123456' });
    const found = async (filter: Parameters<typeof listWifiSessions>[1]) =>
      (await listWifiSessions(ctx, filter)).rows.map(({ saleNumber }) => saleNumber);
    for (const q of [sold.saleNumber.toLowerCase(), '0955 123 456', '+211955123', '0955123'])
      expect(await found({ q })).toEqual([sold.saleNumber]);
    expect(await found({ q: 'nobody' })).toEqual([]);
    expect(await found({ packageId: 'weekly', status: 'active' })).toEqual([sold.saleNumber]);
    expect(await found({ packageId: 'weekly', status: 'expired' })).toEqual([]);
    expect(await found({ from: isoDate('2026-11-24') })).toEqual([]);
  });

  test('end an active session once; the line of the log has no access code', async () => {
    const sold = await sellWifi(app, {});
    const manager = contextOf(app, staff('admin'));
    const ended = await endWifiSession(manager, sold.id);
    expect(ended).toMatchObject({ status: 'ended', endedAt: app.time.now });
    await expect(endWifiSession(manager, sold.id)).rejects.toMatchObject({
      kind: 'rule',
      message: `Session ${sold.saleNumber} is over: it was ended.`,
    });
    await expect(endWifiSession(manager, 99_999)).rejects.toMatchObject({ kind: 'notFound' });
    const { rows } = await app.pool.query(
      `select summary, after from audit_log where action = 'wifi.end'`,
    );
    expect(rows).toEqual([
      {
        summary: `${sold.saleNumber}, Quick Browse`,
        after: expect.objectContaining({ status: 'ended' }),
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/access/i);
  });

  test.each<[string, WifiSessionFilter]>([
    ['all', {}],
    ['a package', { packageId: 'weekly' }],
    ['a status', { status: 'ended' }],
    ['nothing', { q: 'nobody' }],
  ])('see the sum line of the rows: %s', async (_, filter) => {
    const { rows } = await listWifiSessions(contextOf(app), filter);
    const refunded = rows.filter(({ isRefunded }) => isRefunded);
    const dollars = rows.filter(({ currency }) => currency === 'USD');
    expect(await getWifiSessionSums(contextOf(app), filter)).toEqual({
      sessions: rows.length,
      refunded: refunded.length,
      amountUsd: sumOf(rows, ({ amountUsd }) => amountUsd),
      receivedUsd: sumOf(dollars, ({ amountUsd }) => amountUsd),
      receivedSsp: sumOf(rows, ({ amountSsp }) => amountSsp),
      refundedUsd: sumOf(refunded, ({ amountUsd }) => amountUsd),
      refundedSsp: sumOf(refunded, ({ amountSsp }) => amountSsp),
    });
  });

  test('see sales and failed payments of a range of days', async () => {
    await insertIntent(app, { status: 'failed' });
    await insertIntent(app, { status: 'expired', at: new Date('2026-11-21T10:00:00Z') });
    await insertIntent(app, { status: 'review' });
    const all = await getWifiStats(contextOf(app), {});
    expect(all).toMatchObject({ failed: 2, inReview: 1 });
    const quick = all.byPackage.find(({ packageId }) => packageId === 'quick')!;
    expect(quick).toMatchObject({ packageName: 'Quick Browse', sales: 2, revenueUsd: 100 });
    expect(all.sales).toBe(5);
    const today = await getWifiStats(contextOf(app), { from: isoDate('2026-11-23') });
    expect(today).toMatchObject({ failed: 1, inReview: 1, sales: 5 });
  });
});

test('the books show a sale without its entry and a session of an unpaid request', async () => {
  const intentId = await insertIntent(app, { status: 'failed' });
  await app.pool.query(
    `insert into wifi_sessions (sale_number, intent_id, package_id, package_name, duration_minutes, data_mb, speed_mbps, phone,
       provider, money_account, currency, amount_cents, usd_cents, rate_cents, access_hash, access_encrypted, sold_on,
       started_at, expires_at)
     values ('WF-2026-000900', $1, 'quick', 'Quick', 60, 500, 5, '', '', '1180', 'SSP', 20000, 50, 40000,
       decode(repeat('ab', 32), 'hex'), 'v1', '2026-11-23', '2026-11-23', '2026-11-24')`,
    [intentId],
  );
  const { checks } = await checkBooks(contextOf(app));
  const broken = checks.filter(({ isSound }) => !isSound);
  expect(broken.map(({ name }) => name)).toEqual([
    'Requests for mobile money have one sale where they were paid, and none elsewhere',
    'Sales of WiFi stand in the ledger with their money and pounds',
    'Requests for WiFi that were paid have their session, others none',
    'Numbers of WiFi sales follow each other without gaps',
  ]);
});
