import { fillSafe } from '@nimule/fixtures/testing/cash';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { billOf, newSupplier, orderWithGoods } from '@nimule/fixtures/testing/procurement';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockMonth } from '../../accounting/service.ts';
import { approvalsWaiting } from '../../approvals/service.ts';
import { transact } from '../../context.ts';
import type { Actor } from '../../identity/actor.ts';
import { addDays, type IsoDate, isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { decideApproval } from '../../reports/approvals/service.ts';
import { listOrders } from '../orders/service-list.ts';
import { createSupplierPayment } from '../payments/service.ts';
import { updateProcurementSettings } from '../service-settings.ts';
import { createBill, getBill } from './service.ts';
import { acceptBill, cancelBill, refuseBill } from './service-decide.ts';
import { billAgeing, exportBills, listBills } from './service-list.ts';

let app: TestApp;
const ctx = () => contextOf(app, staff('billing'));
let today: IsoDate;
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  await fillSafe(app, { usd: 100_000_00, ssp: 40_000_000_00 });
  today = ctx().today;
});
afterAll(() => app.close());

/** Lines of the entries of a bill, credits below zero, with pounds. */
async function entriesOf(id: number) {
  const { rows } = await sql<{ source: string; date: string; line: string }>`
    select e.source, e.entry_date::text as date, string_agg(l.account_code || ' ' || (l.debit_cents - l.credit_cents)
      || coalesce(' SSP ' || l.ssp_cents, '') || coalesce(' of ' || l.supplier_id, ''), ', ' order by l.line_no) as line
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source like 'supplier.bill%' and e.source_id = ${id} group by e.id order by e.id`.execute(
    app.db,
  );
  return rows.map(({ source, date, line }) => `${source} ${date}: ${line}`);
}

const billed = async (orderId: number) =>
  (
    await sql<{ billed: number }>`
      select billed from purchase_order_lines where order_id = ${orderId} order by line_no`.execute(
      app.db,
    )
  ).rows.map((row) => row.billed);

describe("a bill at the order's price", () => {
  test('is numbered, due by the payment terms, and posted', async () => {
    const supplierId = await newSupplier(ctx());
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      lines: [
        { quantity: 10, unitPrice: 25_00 },
        { quantity: 4, unitPrice: 100_00, received: 2 },
      ],
    });
    const bill = await createBill(
      ctx(),
      billOf(supplierId, orderId, isoDate('2026-11-20'), [1, 6, 25_00], [2, 2, 100_00]),
    );
    expect(bill).toMatchObject({
      billId: 'BILL-2026-0001',
      dueDate: '2026-12-20',
      status: 'posted',
      state: 'open',
      totalUsd: 350_00,
      openUsd: 350_00,
      createdBy: 'Test billing',
      lines: [
        { orderLine: 1, expectedUsd: 150_00 },
        { orderLine: 2, expectedUsd: 200_00 },
      ],
    });
    expect(await entriesOf(bill.id)).toEqual([
      `supplier.bill 2026-11-20: 2130 35000 of ${supplierId}, 2110 -35000 of ${supplierId}`,
    ]);
    expect(await billed(orderId)).toEqual([6, 2]);
    const toBill = async () =>
      (await listOrders(ctx(), { supplierId, toBill: true })).rows.map(({ id }) => id);
    expect(await toBill()).toEqual([orderId]);
    await createBill(ctx(), billOf(supplierId, orderId, isoDate('2026-11-20'), [1, 4, 25_00]));
    expect(await toBill()).toEqual([]);
    expect((await listOrders(ctx(), { supplierId })).rows).toHaveLength(1);
    expect(await getBill(ctx(), bill.id)).toEqual(bill);
  });

  test('names goods that came and are not billed, of one supplier and currency', async () => {
    const [supplierId, other] = [await newSupplier(ctx()), await newSupplier(ctx())];
    const line = { quantity: 5, unitPrice: 10_00 };
    const orderId = await orderWithGoods(ctx(), { supplierId, lines: [{ ...line, received: 3 }] });
    const inPounds = await orderWithGoods(ctx(), { supplierId, currency: 'SSP', lines: [line] });
    const foreign = await orderWithGoods(ctx(), { supplierId: other, lines: [line] });
    const refused = (...lines: Parameters<typeof billOf>[3][]) =>
      refusal(createBill(ctx(), billOf(supplierId, orderId, today, ...lines)));
    expect(await refused([1, 4, 10_00])).toMatchObject({
      kind: 'invalid',
      fields: { 'lines.0.quantity': expect.stringContaining('only 3 were received') },
    });
    // Two lines for the same goods add up.
    expect(await refused([1, 2, 10_00], [1, 2, 10_00])).toMatchObject({
      fields: { 'lines.1.quantity': expect.stringContaining('only 1 were received') },
    });
    expect(await refused([7, 1, 10_00])).toMatchObject({
      fields: { 'lines.0.orderLine': expect.any(String) },
    });
    const bill = billOf(supplierId, orderId, today, [1, 1, 10_00]);
    const withLine = (id: number) => ({
      ...bill,
      lines: [...bill.lines, { ...bill.lines[0]!, orderId: id }],
    });
    expect(await refusal(createBill(ctx(), withLine(inPounds)))).toMatchObject({
      fields: { 'lines.1.orderId': expect.stringContaining('one currency') },
    });
    expect(await refusal(createBill(ctx(), withLine(foreign)))).toMatchObject({
      fields: { 'lines.1.orderId': expect.stringContaining('another supplier') },
    });
    expect(await refusal(createBill(ctx(), withLine(999_999)))).toMatchObject({ kind: 'invalid' });
    expect(await refusal(createBill(ctx(), { ...bill, supplierId: 999_999 }))).toMatchObject({
      kind: 'notFound',
    });
    for (const change of [
      { billDate: addDays(today, 1) },
      { billDate: isoDate('1999-12-31') },
      { dueDate: addDays(today, -1) },
      { dueDate: isoDate('2190-01-01') },
    ])
      expect(await refusal(createBill(ctx(), { ...bill, ...change }))).toMatchObject({
        kind: 'invalid',
      });
    expect(await refused([1, 3, 0])).toMatchObject({ kind: 'invalid' });
    expect(await refused([1, 3, 2_900_000_00])).toMatchObject({ kind: 'invalid' });
    expect(await billed(orderId)).toEqual([0]);
  });

  test('has a number that no other live bill of the supplier has, in any case', async () => {
    const supplierId = await newSupplier(ctx());
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      lines: [{ quantity: 5, unitPrice: 10_00 }],
    });
    const input = { ...billOf(supplierId, orderId, today, [1, 1, 10_00]), supplierNumber: 'Inv 7' };
    const first = await createBill(ctx(), input);
    const again = { ...input, supplierNumber: 'INV 7' };
    expect(await refusal(createBill(ctx(), again))).toMatchObject({
      code: 'supplierBill.numberTaken',
      fields: { supplierNumber: expect.any(String) },
    });
    await cancelBill(ctx(), first.id, { reason: 'Typing error', version: undefined });
    expect(await createBill(ctx(), again)).toMatchObject({ status: 'posted' });
  });

  test('goes to one of two callers who bill the same goods at once', async () => {
    const supplierId = await newSupplier(ctx());
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      lines: [{ quantity: 5, unitPrice: 10_00 }],
    });
    const attempts = await Promise.allSettled(
      [1, 2, 3].map(() => createBill(ctx(), billOf(supplierId, orderId, today, [1, 4, 10_00]))),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await billed(orderId)).toEqual([4]);
  });
});

describe('a bill in pounds', () => {
  test('has a difference of prices at its own rate and one of rates, to the cent', async () => {
    await updateProcurementSettings(ctx(), { adminLimitUsd: null, priceTolerancePoints: 1000 });
    const supplierId = await newSupplier(ctx());
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      currency: 'SSP',
      exchangeRate: 350_00,
      lines: [{ quantity: 3, unitPrice: 1000_00 }],
    });
    const bill = await createBill(
      ctx(),
      billOf(supplierId, orderId, today, [1, 1, 1000_00], [1, 2, 1050_00]),
    );
    const rate = bill.exchangeRate / 100;
    const total = Math.round(3100_00 / rate);
    const ofPrice = Math.round(100_00 / rate);
    const expected = Math.round(3000_00 / 350);
    expect(bill.totalUsd).toBe(total);
    const gain = expected + ofPrice - total;
    expect(gain).toBeGreaterThan(0);
    expect(await entriesOf(bill.id)).toEqual([
      `supplier.bill ${today}: 2130 ${expected} of ${supplierId}, 5240 ${ofPrice}, 4520 -${gain}, 2140 -${total} SSP -310000 of ${supplierId}`,
    ]);
    await updateProcurementSettings(ctx(), { adminLimitUsd: null, priceTolerancePoints: 0 });
  });

  test('one unit at a time relieves account 2130 of what was received', async () => {
    const supplierId = await newSupplier(ctx());
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      currency: 'SSP',
      lines: [{ quantity: 3, unitPrice: 133_37 }],
    });
    const bills = [];
    for (let unit = 0; unit < 3; unit += 1)
      bills.push(await createBill(ctx(), billOf(supplierId, orderId, today, [1, 1, 133_37])));
    await cancelBill(ctx(), bills[0]!.id, { reason: 'Wrong', version: undefined });
    await createBill(ctx(), billOf(supplierId, orderId, today, [1, 1, 133_37]));
    const { rows } = await sql`
      select sum(debit_cents - credit_cents)::int as rest from journal_lines
      where account_code = '2130' and supplier_id = ${supplierId}`.execute(app.db);
    expect(rows).toEqual([{ rest: 0 }]);
  });
});

describe('a bill at another price', () => {
  async function heldBill(billDate = today) {
    const supplierId = await newSupplier(ctx());
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      lines: [{ quantity: 5, unitPrice: 10_00 }],
      date: billDate,
    });
    const bill = await createBill(ctx(), billOf(supplierId, orderId, billDate, [1, 5, 11_00]));
    return { supplierId, orderId, bill };
  }

  test('is held, unposted and unpayable, and takes its goods', async () => {
    const { supplierId, orderId, bill } = await heldBill();
    expect(bill).toMatchObject({ status: 'held', state: 'held', openUsd: 0, postedOn: null });
    expect(bill.heldReason).toContain('ordered at $10.00, billed at $11.00');
    expect(await entriesOf(bill.id)).toEqual([]);
    expect(await billed(orderId)).toEqual([5]);
    const waiting = await approvalsWaiting(ctx());
    expect(waiting.find(({ entityId }) => entityId === bill.id)).toMatchObject({
      kind: 'supplier_bill',
      record: bill.billId,
      amountUsd: 55_00,
      reason: bill.heldReason,
    });
    const payment = createSupplierPayment(ctx(), {
      supplierId,
      amount: cents(1_00),
      account: 'cash',
      billIds: [bill.id],
    });
    expect(await refusal(payment)).toMatchObject({
      kind: 'invalid',
      fields: { billIds: `${bill.billId} cannot be paid: it is held.` },
    });
    expect(
      await refusal(createBill(ctx(), billOf(supplierId, orderId, today, [1, 1, 10_00]))),
    ).toMatchObject({ kind: 'invalid' });
  });

  test('is posted with its price difference when accepted', async () => {
    const { bill, supplierId } = await heldBill();
    await transact(ctx(), (tx) => acceptBill(tx, bill.id));
    expect(await entriesOf(bill.id)).toEqual([
      `supplier.bill ${today}: 2130 5000 of ${supplierId}, 5240 500, 2110 -5500 of ${supplierId}`,
    ]);
    expect(await getBill(ctx(), bill.id)).toMatchObject({ status: 'posted', openUsd: 55_00 });
    const again = transact(ctx(), (tx) => acceptBill(tx, bill.id));
    expect(await refusal(again)).toMatchObject({ code: 'supplierBill.notHeld' });
  });

  test('is decided by another person than who recorded it', async () => {
    const [first, second] = [await heldBill(), await heldBill()];
    const waiting = await approvalsWaiting(ctx());
    const requestOf = (id: number) => waiting.find(({ entityId }) => entityId === id)!.id;
    const admin = { ...staff('admin'), userId: 2 } as Actor;
    const decision = (accept: boolean) => ({ accept, reason: 'Agreed on the telephone' });
    const decided = (id: number, accept: boolean, actor = admin) =>
      decideApproval(contextOf(app, actor), requestOf(id), decision(accept));
    // The clerk who recorded it does not hold the permission.
    expect(await refusal(decided(first.bill.id, true, staff('billing')))).toMatchObject({
      kind: 'forbidden',
    });
    await decided(first.bill.id, true);
    await decided(second.bill.id, false);
    expect(await getBill(ctx(), first.bill.id)).toMatchObject({ state: 'open', openUsd: 55_00 });
    expect(await getBill(ctx(), second.bill.id)).toMatchObject({ state: 'refused' });
    expect(await billed(second.orderId)).toEqual([0]);
  });

  test('frees its goods when refused or cancelled', async () => {
    const { bill, orderId, supplierId } = await heldBill();
    await transact(ctx(), (tx) => refuseBill(tx, bill.id));
    expect(await billed(orderId)).toEqual([0]);
    expect(await getBill(ctx(), bill.id)).toMatchObject({ status: 'refused', state: 'refused' });
    const next = await createBill(ctx(), {
      ...billOf(supplierId, orderId, today, [1, 5, 12_00]),
      supplierNumber: bill.supplierNumber,
    });
    await cancelBill(ctx(), next.id, { reason: 'Sent twice', version: next.version });
    expect(await billed(orderId)).toEqual([0]);
    expect(await approvalsWaiting(ctx())).not.toContainEqual(
      expect.objectContaining({ entityId: next.id }),
    );
    const again = cancelBill(ctx(), next.id, { reason: 'Again', version: undefined });
    expect(await refusal(again)).toMatchObject({ code: 'supplierBill.closed' });
  });

  test('within the tolerance is posted, above and below', async () => {
    await updateProcurementSettings(ctx(), { adminLimitUsd: null, priceTolerancePoints: 250 });
    const supplierId = await newSupplier(ctx());
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      lines: [{ quantity: 9, unitPrice: 40_00 }],
    });
    const statusAt = async (price: number) =>
      (await createBill(ctx(), billOf(supplierId, orderId, today, [1, 1, price]))).status;
    expect(await statusAt(41_00)).toBe('posted');
    expect(await statusAt(41_01)).toBe('held');
    expect(await statusAt(39_00)).toBe('posted');
    expect(await statusAt(38_99)).toBe('held');
    await updateProcurementSettings(ctx(), { adminLimitUsd: null, priceTolerancePoints: 0 });
  });

  test('is posted today if its month was locked in the meantime', async () => {
    const { bill } = await heldBill(isoDate('2026-09-10'));
    await lockMonth(contextOf(app), isoMonth('2026-09'));
    await transact(ctx(), (tx) => acceptBill(tx, bill.id));
    expect(await getBill(ctx(), bill.id)).toMatchObject({ postedOn: today, dueDate: '2026-10-10' });
    expect((await entriesOf(bill.id))[0]).toContain(`supplier.bill ${today}:`);
    // A new one cannot be dated in a locked month, held or not.
    const supplierId = await newSupplier(ctx());
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      lines: [{ quantity: 9, unitPrice: 40_00 }],
    });
    for (const price of [40_00, 41_00]) {
      const late = billOf(supplierId, orderId, isoDate('2026-09-20'), [1, 1, price]);
      expect(await refusal(createBill(ctx(), late))).toMatchObject({ code: 'month.locked' });
    }
  });
});

test('a cancelled bill is reversed today, unless something is paid or somebody changed it', async () => {
  const supplierId = await newSupplier(ctx());
  const orderId = await orderWithGoods(ctx(), {
    supplierId,
    lines: [{ quantity: 5, unitPrice: 10_00 }],
  });
  const bill = await createBill(
    ctx(),
    billOf(supplierId, orderId, isoDate('2026-11-10'), [1, 5, 10_00]),
  );
  const reason = 'Goods went back';
  const stale = cancelBill(ctx(), bill.id, { reason, version: bill.version + 1 });
  expect(await refusal(stale)).toMatchObject({ code: 'bill.stale' });
  const paid = await createSupplierPayment(ctx(), {
    supplierId,
    amount: cents(1_00),
    account: 'cash',
    billIds: [bill.id],
  });
  expect(paid.advanceUsd).toBe(0);
  const refused = cancelBill(ctx(), bill.id, { reason, version: undefined });
  expect(await refusal(refused)).toMatchObject({ code: 'supplierBill.paid' });
  const other = await createBill(
    ctx(),
    billOf(
      supplierId,
      await orderWithGoods(ctx(), { supplierId, lines: [{ quantity: 1, unitPrice: 7 }] }),
      isoDate('2026-11-10'),
      [1, 1, 7],
    ),
  );
  const cancelled = await cancelBill(ctx(), other.id, { reason, version: undefined });
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    cancelledOn: today,
    cancelReason: reason,
  });
  expect(await entriesOf(other.id)).toEqual([
    `supplier.bill 2026-11-10: 2130 7 of ${supplierId}, 2110 -7 of ${supplierId}`,
    `supplier.bill.reversal ${today}: 2130 -7 of ${supplierId}, 2110 7 of ${supplierId}`,
  ]);
});

describe('lists', () => {
  let supplierId: number;
  const idsOf = async (filter: Parameters<typeof listBills>[1]) =>
    (await listBills(ctx(), { supplierId, sort: 'dueDate', ...filter })).rows.map(
      ({ supplierNumber }) => supplierNumber,
    );
  beforeAll(async () => {
    supplierId = await newSupplier(ctx(), 'Nyachieŋ Traders');
    const orderId = await orderWithGoods(ctx(), {
      supplierId,
      date: isoDate('2026-07-01'),
      lines: [{ quantity: 100, unitPrice: 10_00 }],
    });
    const due: Record<string, string> = {
      ancient: '2026-07-02',
      older: '2026-09-01',
      late: '2026-11-01',
      soon: '2026-11-28',
      later: '2026-11-29',
    };
    for (const [name, dueDate] of Object.entries(due)) {
      const input = billOf(supplierId, orderId, isoDate('2026-07-01'), [1, 10, 10_00]);
      const { id } = await createBill(ctx(), {
        ...input,
        supplierNumber: name,
        dueDate: isoDate(dueDate),
      });
      const paid = { older: 30_00, late: 100_00, later: 40_00 }[name];
      if (paid)
        await createSupplierPayment(ctx(), {
          supplierId,
          amount: cents(paid),
          account: 'checking',
          billIds: [id],
        });
    }
    await createBill(ctx(), {
      ...billOf(supplierId, orderId, today, [1, 1, 11_00]),
      supplierNumber: 'dear',
    });
  });

  test('are filtered by state, supplier and due date, searched, sorted and counted', async () => {
    expect(await idsOf({ state: 'open' })).toEqual(['ancient', 'older', 'soon', 'later']);
    expect(await idsOf({ state: 'part' })).toEqual(['older', 'later']);
    expect(await idsOf({ state: 'paid' })).toEqual(['late']);
    expect(await idsOf({ state: 'overdue' })).toEqual(['ancient', 'older']);
    expect(await idsOf({ state: 'held' })).toEqual(['dear']);
    expect(await idsOf({ state: 'open', dueBy: isoDate('2026-11-28') })).toEqual([
      'ancient',
      'older',
      'soon',
    ]);
    expect(await idsOf({ q: 'LATE' })).toEqual(['late', 'later']);
    expect(await idsOf({ q: 'nyachieng' })).toHaveLength(6);
    expect(await idsOf({ sort: '-openUsd', pageSize: 2 })).toHaveLength(2);
    for (const sort of ['billDate', 'dueDate', 'billId', 'supplierName', 'openUsd'] as const)
      expect(await listBills(ctx(), { supplierId, sort, total: true, pageSize: 1 })).toMatchObject({
        total: 6,
      });
    const { rows } = await listBills(ctx(), { supplierId, sort: 'dueDate' });
    expect(rows.map(({ state, daysPastDue }) => [state, daysPastDue])).toEqual([
      ['overdue', 142],
      ['overdue', 81],
      ['paid', 0],
      ['open', 0],
      ['part', 0],
      ['held', 0],
    ]);
  });

  test('age what is owed and say what is due in the next seven days', async () => {
    const { day, suppliers } = await billAgeing(ctx());
    expect(day).toBe(today);
    expect(suppliers.find((row) => row.supplierId === supplierId)).toEqual({
      supplierId,
      supplierName: expect.stringContaining('Nyachieŋ'),
      notDueUsd: 160_00,
      days30Usd: 0,
      days60Usd: 0,
      days90Usd: 70_00,
      olderUsd: 100_00,
      totalUsd: 330_00,
      dueThisWeekUsd: 100_00,
    });
  });

  test('are exported', async () => {
    const file = await exportBills(ctx(), { supplierId, state: 'part', format: 'csv' });
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.body as AsyncIterable<Uint8Array>) chunks.push(chunk);
    const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('part');
  });
});
