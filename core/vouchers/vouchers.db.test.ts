import { actingAs, userIdOf } from '@nimule/fixtures/testing/accounts';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Ctx, createContext } from '../context.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { openTill } from '../till/service-open.ts';
import { createBundle, listBundles, updateBundle } from './bundles/service.ts';
import { expireVouchers } from './expiry/service.ts';
import { activateVoucher, redeemVoucher } from './redeem/service.ts';
import { sellVouchers } from './sales/service.ts';
import { listBatches } from './sales/service-batches.ts';
import { exportVouchers, getVoucherBatch, listVouchers } from './sales/service-list.ts';
import { voidVouchers } from './sales/service-void.ts';
import { type VoucherBatchDetail, type VoucherSaleInput, voucherBatchDetail } from './schema.ts';
import { updateVoucherSettings } from './settings/service.ts';
import { getVoucherStats, listVoucherSellers } from './stats/service.ts';

const CODE = /^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){2}$/;

let app: TestApp;
let clerk: Ctx;
let bundleId: number;
let addresses = 0;

const ctx = () => contextOf(app);
/** A visitor at an address of their own, since tries are counted by address. */
function visitor(ip?: string): Ctx {
  addresses += 1;
  return createContext(app, { kind: 'visitor' }, { ip: ip ?? `198.51.100.${addresses}` });
}
const sell = (more: Partial<VoucherSaleInput> = {}, by = ctx()) =>
  sellVouchers(by, { bundleId, quantity: 1, ...more });
/** A sale as the API answers it. */
const shown = (batch: VoucherBatchDetail) => z.encode(voucherBatchDetail, batch);
const codeOf = async (more: Partial<VoucherSaleInput> = {}) =>
  (await sell(more)).vouchers[0]!.voucherCode;

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  clerk = await actingAs(app, 'billing');
  const bundle = await createBundle(ctx(), {
    ...{ name: 'Weekly 5 GB', dataAllowanceMB: 5120, validityDays: 7, priceUsd: cents(5_00) },
    bundleType: 'data',
  });
  bundleId = bundle.id;
});
afterEach(async () => {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
afterAll(() => app.close());

async function linesOf(source: string, sourceId: number) {
  const { rows } = await sql<{ account: string; net: number; ssp: number | null }>`
    select l.account_code as account, l.debit_cents - l.credit_cents as net, l.ssp_cents as ssp
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source = ${source} and e.source_id = ${sourceId} order by l.account_code`.execute(
    app.db,
  );
  return rows.map(({ account, net, ssp }) => [account, Number(net), ssp]);
}
const entries = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from journal_entries`.execute(app.db))
    .rows[0]!.count;

describe('bundles', () => {
  test('show their price in pounds at the voucher rate, keep their names and are changed by version', async () => {
    const { rows } = await listBundles(ctx(), {});
    expect(rows[0]).toMatchObject({ name: 'Weekly 5 GB', priceSsp: 6_500_00, isActive: true });
    const again = { name: 'weekly 5 gb', dataAllowanceMB: 1, validityDays: 1, priceUsd: cents(1) };
    await expect(createBundle(ctx(), { ...again, bundleType: 'data' })).rejects.toMatchObject({
      kind: 'conflict',
      fields: { name: expect.any(String) },
    });
    const none = { ...again, name: 'None', dataAllowanceMB: 0, bundleType: 'time' as const };
    await expect(createBundle(ctx(), none)).rejects.toMatchObject({ kind: 'invalid' });
    const made = await createBundle(ctx(), { ...none, bundleType: 'unlimited' });
    const changed = await updateBundle(ctx(), made.id, { speedMbps: 10, version: 1 });
    expect(changed).toMatchObject({ speedMbps: 10, version: 2 });
    const stale = updateBundle(ctx(), made.id, { name: 'Other', version: 1 });
    await expect(stale).rejects.toMatchObject({ kind: 'conflict' });
    await updateBundle(ctx(), made.id, { isActive: false });
    await expect(sell({ bundleId: made.id })).rejects.toMatchObject({
      kind: 'rule',
      message: 'None is no longer sold.',
    });
  });

  test('change no sold voucher', async () => {
    const made = await createBundle(ctx(), {
      ...{ name: 'Changing', dataAllowanceMB: 100, validityDays: 1, priceUsd: cents(2_00) },
      bundleType: 'data',
    });
    const sold = await sell({ bundleId: made.id });
    await updateBundle(ctx(), made.id, { name: 'Changed', priceUsd: cents(3_00), validityDays: 9 });
    await updateRate(ctx(), { purpose: 'voucher', rate: cents(150_000) });
    expect(shown(await getVoucherBatch(ctx(), sold.id))).toEqual(shown(sold));
    await expect(sell({ bundleId: made.id, priceUsd: cents(2_00) })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'The price of Changed is $3.00 now. Check the sale and try again.',
    });
    const later = await sell({ bundleId: made.id, priceUsd: cents(3_00) });
    expect(later).toMatchObject({ priceUsd: 3_00, priceSsp: 4_500_00 });
    await updateRate(ctx(), { purpose: 'voucher', rate: cents(130_000) });
  });
});

describe('a sale', () => {
  test('is a batch with codes, owed until they are activated', async () => {
    const sold = await sell({
      quantity: 100,
      customerName: 'Nyachieŋ',
      customerPhone: '+211977123456',
    });
    expect(sold).toMatchObject({
      ...{ quantity: 100, unused: 100, active: 0, currency: 'USD', account: 'cash' },
      ...{ priceUsd: 5_00, priceSsp: 6_500_00, revenueUsd: 500_00, lapsesOn: '2027-11-23' },
    });
    const codes = sold.vouchers.map(({ voucherCode }) => voucherCode);
    expect(new Set(codes).size).toBe(100);
    for (const code of codes) expect(code).toMatch(CODE);
    expect(await linesOf('voucher.sale', sold.id)).toEqual([
      ['1110', 500_00, null],
      ['2220', -500_00, null],
    ]);
    const [found] = (await listVouchers(ctx(), { q: codes[42]!.toLowerCase() })).rows;
    expect(found).toMatchObject({ voucherCode: codes[42], batchNumber: sold.batchNumber });
    for (const q of ['nyachieng', '0977 123 456', sold.batchNumber.toLowerCase()])
      expect((await listVouchers(ctx(), { q, total: true, pageSize: 5 })).total).toBe(100);
    expect((await listVouchers(ctx(), { q: '222222222222' })).rows).toEqual([]);
  });

  test('in pounds is posted at the standard rate on the pound account', async () => {
    const sold = await sell({
      ...{ quantity: 3, currency: 'SSP', account: 'mobile_money', reference: 'MM-1' },
    });
    expect(await linesOf('voucher.sale', sold.id)).toEqual([
      ['1180', 48_75, 19_500_00],
      ['2220', -48_75, null],
    ]);
    expect(sold.revenueUsd).toBe(48_75);
    const after = await voidVouchers(ctx(), sold.id, {
      voucherIds: [sold.vouchers[1]!.id],
      reason: 'Wrong bundle',
    });
    expect(after).toMatchObject({
      ...{ unused: 2, void: 1, revenueUsd: 32_50 },
      voids: [{ quantity: 1, amountUsd: 16_25, amountSsp: 6_500_00, reason: 'Wrong bundle' }],
    });
    expect(await linesOf('voucher.void', after.voids[0]!.id)).toEqual([
      ['1180', -16_25, -6_500_00],
      ['2220', 16_25, null],
    ]);
  });

  test('makes a code again that was taken', async () => {
    let turn = 0;
    // The first code of both sales is the same.
    const random = { ...app.random, integer: () => Math.floor(turn++ / 12) % 31 };
    const first = await sell({}, { ...ctx(), random });
    turn = 0;
    const second = await sell({ quantity: 2 }, { ...ctx(), random });
    expect(first.vouchers[0]!.voucherCode).toBe('2222-2222-2222');
    expect(second.vouchers.map(({ voucherCode }) => voucherCode)).toEqual([
      '4444-4444-4444',
      '3333-3333-3333',
    ]);
  });

  test('is repeated with the same key as the same sale, and no code is kept', async () => {
    const keyed = () =>
      createContext(app, clerk.actor, { ip: '192.0.2.9', idempotencyKey: 'sale-1' });
    const before = await entries();
    const sold = await sell({ quantity: 2 }, keyed());
    expect(shown(await sell({ quantity: 2 }, keyed()))).toEqual(shown(sold));
    expect(await entries()).toBe(before + 1);
    await expect(sell({ quantity: 3 }, keyed())).rejects.toMatchObject({
      code: 'idempotency.reused',
    });
    const voucher = sold.vouchers[0]!;
    await activateVoucher(keyed(), voucher.id);
    expect((await activateVoucher(keyed(), voucher.id)).status).toBe('activated');
    for (const table of [
      'idempotency_keys',
      'audit_log',
      'outbox',
      'journal_entries',
      'vouchers',
      'voucher_batches',
    ]) {
      const { rows } = await sql<{
        text: string;
      }>`select t::text as text from ${sql.table(table)} t`.execute(app.db);
      const text = rows.map((row) => row.text).join('\n');
      for (const { voucherCode } of sold.vouchers) {
        expect(text).not.toContain(voucherCode);
        expect(text).not.toContain(voucherCode.replaceAll('-', ''));
      }
    }
  });

  test('is in the till of the seller, and leaves it when it is taken back', async () => {
    await openTill(clerk, { floatUsd: cents(1_00), floatSsp: cents(0) });
    const held = async () =>
      (
        await sql<{ usd: number; ssp: number }>`select usd_cents as usd, ssp_cents as ssp from tills
        where user_id = ${userIdOf(clerk)}`.execute(app.db)
      ).rows[0];
    const sold = await sell({ quantity: 2 }, clerk);
    await sell({ quantity: 1, currency: 'SSP' }, clerk);
    await expect(sell({ quantity: 1, account: 'bank' }, clerk)).rejects.toMatchObject({
      fields: { reference: expect.stringContaining('needs one') },
    });
    const paid = await sell({ quantity: 1, account: 'bank', reference: 'DEP-7' }, clerk);
    expect(paid).toMatchObject({ reference: 'DEP-7' });
    expect(await held()).toEqual({ usd: 11_00, ssp: 6_500_00 });
    await voidVouchers(clerk, sold.id, { reason: 'Not wanted' });
    expect(await held()).toEqual({ usd: 1_00, ssp: 6_500_00 });
    const other = await sell({ quantity: 1 });
    await expect(voidVouchers(clerk, other.id, { reason: 'No' })).rejects.toMatchObject({
      kind: 'rule',
      message: expect.stringMatching(/^The till holds only \$1\.00/),
    });
  });

  test('with the reference of another sale to the account is a question', async () => {
    const paid = { account: 'bank', reference: 'DEP 88' } as const;
    const first = await sell({ ...paid, quantity: 2 });
    const before = await entries();
    const again = { ...paid, reference: 'dep88' };
    expect(await refusal(sell(again))).toMatchObject({
      ...{ kind: 'conflict', code: 'payment.referenceUsed' },
      message: `${first.batchNumber}, 2 × Weekly 5 GB, 23 Nov 2026, has the reference dep88 too. Is this other money?`,
    });
    expect(await entries()).toBe(before);
    const both = await Promise.allSettled([1, 2].map(() => sell({ ...paid, reference: 'DEP 89' })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await sell({ ...again, account: 'mobile_money' });
    const other = await sell({ ...again, sameReference: true });
    for (const { id } of [first, other]) await voidVouchers(ctx(), id, { reason: 'Not paid' });
    expect(await sell(again)).toMatchObject({ reference: 'dep88' });
  });

  test('is given back for unused vouchers of its own alone', async () => {
    const [one, other] = [await sell({ quantity: 2 }), await sell()];
    await activateVoucher(ctx(), one.vouchers[0]!.id);
    const back = (ids: number[]) => voidVouchers(ctx(), one.id, { voucherIds: ids, reason: 'x' });
    await expect(back([one.vouchers[0]!.id])).rejects.toMatchObject({ kind: 'rule' });
    await expect(back([other.vouchers[0]!.id])).rejects.toMatchObject({ kind: 'invalid' });
    expect(await voidVouchers(ctx(), one.id, { reason: 'x' })).toMatchObject({
      void: 1,
      active: 1,
    });
    await expect(voidVouchers(ctx(), one.id, { reason: 'x' })).rejects.toMatchObject({
      code: 'voucher.noneUnused',
    });
    await expect(voidVouchers(ctx(), 9_999_999, { reason: 'x' })).rejects.toMatchObject({
      kind: 'notFound',
    });
  });
});

describe('redeeming', () => {
  test('activates once, earns the price and answers the same device again', async () => {
    const sold = await sell();
    const { id, voucherCode } = sold.vouchers[0]!;
    const input = { code: voucherCode.toLowerCase(), deviceKey: 'a'.repeat(32) };
    const answer = await redeemVoucher(visitor(), input);
    expect(answer).toEqual({
      ...{ bundleName: 'Weekly 5 GB', bundleType: 'data', dataAllowanceMB: 5120 },
      ...{ speedMbps: null, validityDays: 7, activatedAt: new Date('2026-11-23T08:00:00Z') },
      expiryDate: new Date('2026-11-30T08:00:00Z'),
    });
    expect(await linesOf('voucher.activation', id)).toEqual([
      ['2220', 5_00, null],
      ['4310', -5_00, null],
    ]);
    expect(await redeemVoucher(visitor(), input)).toEqual(answer);
    for (const more of [{}, { deviceKey: 'b'.repeat(32) }])
      await expect(redeemVoucher(visitor(), { code: voucherCode, ...more })).rejects.toMatchObject({
        kind: 'conflict',
        message: 'This voucher has already been used.',
      });
    await expect(activateVoucher(ctx(), id)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(
      redeemVoucher(visitor(), { code: voucherCode, deviceKey: 'short' }),
    ).rejects.toMatchObject({ fields: { deviceKey: expect.any(String) } });
  });

  test('says of a void code what it says of an unknown one', async () => {
    const sold = await sell();
    await voidVouchers(ctx(), sold.id, { reason: 'Lost' });
    const refusals = await Promise.all(
      [sold.vouchers[0]!.voucherCode, 'ZZZZ-ZZZZ-ZZZZ', 'no code'].map((code) =>
        redeemVoucher(visitor(), { code }).catch((error) => [
          error.kind,
          error.code,
          error.message,
        ]),
      ),
    );
    expect(new Set(refusals.map(String)).size).toBe(1);
    expect(refusals[0]).toEqual([
      'invalid',
      'input.invalid',
      'This voucher code is not valid. Check it and try again.',
    ]);
  });

  test('of one code 50 times at once activates it once', async () => {
    const code = await codeOf();
    const before = await entries();
    const tried = await Promise.all(
      Array.from({ length: 50 }, () =>
        redeemVoucher(visitor('203.0.113.7'), { code }).then(
          () => 'done',
          (error) => error.code,
        ),
      ),
    );
    expect(tried.filter((one) => one === 'done')).toHaveLength(1);
    expect(tried.filter((one) => one === 'voucher.used')).toHaveLength(49);
    expect(await entries()).toBe(before + 1);
  });

  test('wrong codes of an address are held back after 300, and right ones never', async () => {
    const ip = '203.0.113.50';
    const code = await codeOf();
    await sql`insert into voucher_attempts (address, at)
      select ${ip}, ${app.clock()}::timestamptz from generate_series(1, 270)`.execute(app.db);
    const wrong = (index: number) =>
      redeemVoucher(visitor(ip), {
        code: `ZZZZ-ZZZZ-Z${String(222 + index).replace(/[01]/g, '9')}`,
      });
    const tried = await Promise.all(
      Array.from({ length: 40 }, (_, index) => wrong(index).catch((error) => error.kind)),
    );
    expect(tried.filter((kind) => kind === 'invalid')).toHaveLength(31);
    expect(tried.filter((kind) => kind === 'tooMany')).toHaveLength(9);
    await expect(wrong(50)).rejects.toMatchObject({ kind: 'tooMany', retryAfter: 15 });
    expect(await redeemVoucher(visitor(ip), { code })).toMatchObject({ validityDays: 7 });
    await expect(redeemVoucher(visitor(ip), { code })).rejects.toMatchObject({
      code: 'voucher.used',
    });
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from voucher_attempts where address = ${ip}`.execute(app.db);
    expect(rows).toEqual([{ count: 301 }]);
  });
});

describe('the end of vouchers', () => {
  test('follows from the clock, then from the daily job; unused ones lapse after their last day', async () => {
    await updateVoucherSettings(ctx(), { lapseDays: 30 });
    const sold = await sell({ quantity: 3, customerName: 'Lapsing' });
    await updateVoucherSettings(ctx(), { lapseDays: 365 });
    await activateVoucher(ctx(), sold.vouchers[0]!.id);
    const batch = async () =>
      (await listBatches(ctx(), { q: 'lapsing' })).rows.map(({ unused, active, expired }) => [
        unused,
        active,
        expired,
      ]);
    expect(await batch()).toEqual([[2, 1, 0]]);
    app.time.set('2026-12-01T08:00:00Z');
    expect(await batch()).toEqual([[2, 0, 1]]);
    const list = (status: 'activated' | 'expired' | 'unused') =>
      listVouchers(ctx(), { status, batchId: sold.id }).then(({ rows }) =>
        rows.map((row) => row.status),
      );
    expect(await list('activated')).toEqual([]);
    expect(await list('expired')).toEqual(['expired']);
    app.time.set('2026-12-23T20:00:00Z');
    expect((await expireVouchers(ctx())).lapsed).toBe(0);
    expect(await list('expired')).toEqual(['expired']);
    app.time.set('2026-12-23T22:00:00Z');
    const code = sold.vouchers[1]!.voucherCode;
    const refusal = { kind: 'rule', message: 'This voucher was not used in time and has expired.' };
    await expect(redeemVoucher(visitor(), { code })).rejects.toMatchObject(refusal);
    await expect(voidVouchers(ctx(), sold.id, { reason: 'x' })).rejects.toMatchObject(refusal);
    expect((await expireVouchers(ctx())).lapsed).toBe(2);
    expect(await expireVouchers(ctx())).toEqual({ ended: 0, lapsed: 0 });
    expect(await linesOf('voucher.lapse', sold.id)).toEqual([
      ['2220', 10_00, null],
      ['4310', -10_00, null],
    ]);
    expect(await batch()).toEqual([[0, 0, 3]]);
    await expect(redeemVoucher(visitor(), { code })).rejects.toMatchObject({
      code: 'voucher.lapsed',
    });
  });
});

test('figures agree with the list and the ledger', async () => {
  const stats = await getVoucherStats(ctx());
  const all = (await listVouchers(ctx(), {})).rows;
  const count = (status: string) => all.filter((one) => one.status === status).length;
  expect(stats).toMatchObject({
    totalVouchers: all.length,
    activatedVouchers: count('activated'),
    unusedVouchers: count('unused'),
    activeBundles: 2,
  });
  const { rows } = await sql<{ owed: number; money: number }>`
    select -sum(l.debit_cents - l.credit_cents) filter (where l.account_code = '2220') as owed,
      sum(l.debit_cents - l.credit_cents) filter (where l.account_code like '11%') as money
    from journal_lines l join journal_entries e on e.id = l.entry_id where e.source like 'voucher.%'`.execute(
    app.db,
  );
  expect(stats.unusedValueUsd).toBe(Number(rows[0]!.owed));
  expect(stats.totalRevenue).toBe(Number(rows[0]!.money));
  const sellers = await listVoucherSellers(ctx(), {});
  expect(sellers).toHaveLength(2);
  expect(sellers.reduce((sum, { sold }) => sum + sold, 0)).toBe(all.length);
  expect(sellers.reduce((sum, { revenueUsd }) => sum + revenueUsd, 0)).toBe(stats.totalRevenue);
  const own = sellers.find(({ sellerId }) => sellerId === userIdOf(clerk))!;
  expect(own.sold).toBe((await listVouchers(ctx(), { soldById: userIdOf(clerk) })).rows.length);
});

test('a file has no codes', async () => {
  const { body } = (await exportVouchers(ctx(), { format: 'csv' })) as FileAnswer;
  let text = '';
  for await (const part of body as AsyncIterable<Uint8Array>) text += Buffer.from(part).toString();
  const { rows } = await listVouchers(ctx(), {});
  expect(text.trim().split('\r\n')).toHaveLength(rows.length + 1);
  for (const { voucherCode } of rows) {
    expect(text).not.toContain(voucherCode);
    expect(text).not.toContain(voucherCode.replaceAll('-', ''));
  }
});

describe('the database refuses', () => {
  beforeAll(async () => {
    await activateVoucher(ctx(), (await sell()).vouchers[0]!.id);
  });
  test.each([
    ['delete from vouchers', 'vouchers_kept'],
    ['truncate vouchers', 'vouchers_kept'],
    ['delete from voucher_batches', 'vouchers_kept'],
    ['update voucher_batches set price_cents = 1', 'vouchers_kept'],
    ['delete from voucher_voids', 'vouchers_kept'],
    [
      "update vouchers set status = 'unused', activated_at = null, expires_at = null, activated_on = null where status = 'activated'",
      'vouchers_forward',
    ],
    ["update vouchers set code_encrypted = 'x'", 'vouchers_forward'],
    ["update vouchers set code_hash = sha256('x')", 'vouchers_forward'],
    ["update vouchers set status = 'activated' where status = 'unused'", 'vouchers_status'],
    [
      "update vouchers set expires_at = expires_at + interval '1 day' where status = 'activated'",
      'vouchers_forward',
    ],
    [
      "insert into vouchers (batch_id, line_no, code_hash, code_encrypted) select batch_id, 100, code_hash, 'x' from vouchers where line_no = 1 limit 1",
      'vouchers_code',
    ],
  ])('%s', async (statement, constraint) => {
    await expect(sql.raw(statement).execute(app.db)).rejects.toMatchObject({ constraint });
  });
});
