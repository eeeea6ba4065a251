import {
  delivered,
  moveTo,
  newBuyer,
  newItem,
  saleLine,
  sell,
} from '@nimule/fixtures/testing/sales';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getInvoice } from '../../billing/invoices/service.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { deleteCustomer } from '../../customers/service.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { searchEverything } from '../../reports/search/service.ts';
import type { SalesOrderDetail } from '../schema.ts';
import { updateSale } from './service.ts';
import { exportSales, getSale, listSales } from './service-list.ts';
import { returnSale } from './service-returns.ts';

let app: TestApp;
let clerk: StaffActor;
let customerId: number;
let item: number;
const ctx = (actor = clerk) => contextOf(app, actor);

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  clerk = await makeWorker(app, 'billing', 'Mary Keji');
});
beforeEach(async () => {
  customerId = await newBuyer(ctx(), 'Nile Hotel');
  item = await newItem(contextOf(app));
});
afterEach(async () => {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter((check) => !check.isSound)).toEqual([]);
});
afterAll(() => app.close());

async function stock(id = item) {
  const { rows } = await sql<{ level: number[] }>`
    select array[on_hand, reserved, value_cents::int] as level from stock_levels where equipment_id = ${id}`.execute(
    app.db,
  );
  return rows[0]?.level ?? [0, 0, 0];
}

async function posted(source: string, id: number) {
  const { rows } = await sql<{ line: string }>`
    select l.account_code || ' ' || (l.debit_cents - l.credit_cents) as line from journal_lines l
    join journal_entries e on e.id = l.entry_id where e.source = ${source} and e.source_id = ${id} order by l.line_no`.execute(
    app.db,
  );
  return rows.map(({ line }) => line);
}

async function placesOf(equipmentId: number) {
  const { rows } = await sql<{ unit: string }>`
    select serial || ' ' || place || case when customer_id is null then '' else ' ' || customer_id end as unit
    from equipment_units where equipment_id = ${equipmentId} order by serial`.execute(app.db);
  return rows.map(({ unit }) => unit);
}

test('each step answers the order as it is read afterwards, and audits its invoice as it is stored', async () => {
  const serialised = await newItem(contextOf(app), { serials: ['A1', 'A2'] });
  const read = async (answer: SalesOrderDetail) => {
    expect(answer).toEqual(await getSale(ctx(), answer.id));
    return answer;
  };
  // Without credit, with credit for a part, and with credit for all of it.
  for (const credit of [0, 10_00, 50_00]) {
    const owner = await newBuyer(ctx());
    if (credit > 0) await recordPayment(ctx(), { customerId: owner, amount: cents(credit) });
    const { id } = await read(await sell(ctx(), owner, [saleLine(item, 2)]));
    await read(await moveTo(ctx(), id, 'approved'));
    const { invoiceId } = await read(await moveTo(ctx(), id, 'confirmed'));
    const { rows } = await sql<{ after: Record<string, unknown> }>`
      select after from audit_log where entity = 'invoice' and entity_id = ${String(invoiceId)}`.execute(
      app.db,
    );
    const {
      amountUsd,
      paidUsd,
      invoiceId: invoiceNumber,
      ...shown
    } = await getInvoice(ctx(), invoiceId!);
    expect(rows[0]!.after).toMatchObject({
      ...{ amountUsd: amountUsd / 100, paidUsd: paidUsd / 100, invoiceId: invoiceNumber },
      ...{ customerNumber: shown.customerNumber, status: shown.status, dueDate: shown.dueDate },
    });
    await read(await moveTo(ctx(), id, 'delivered'));
  }
  const sold = await read(await sell(ctx(), customerId, [saleLine(serialised, 2)]));
  await read(await moveTo(ctx(), sold.id, 'confirmed'));
  const units = [{ lineNo: 1, serials: ['A2', 'A1'] }];
  await read(await moveTo(ctx(), sold.id, 'delivered', { units, receivedBy: 'Akol' }));
  const given = await sell(ctx(), customerId, [saleLine(item, 1)]);
  await moveTo(ctx(), given.id, 'confirmed');
  await read(await moveTo(ctx(), given.id, 'cancelled'));
  await read(
    await moveTo(ctx(), (await sell(ctx(), customerId, [saleLine(item, 1)])).id, 'rejected'),
  );
});

describe('a new order', () => {
  test('is pending, sold by who is signed in, at its own totals, and reserves its units', async () => {
    const sent = {
      ...{ status: 'delivered', salesPersonId: 9, orderDate: '2020-01-01', totalAmountUsd: 1 },
      ...{
        deliveryDate: isoDate('2026-12-01'),
        deliveryAddress: 'Airport Road',
        notes: 'Call first',
      },
    };
    const made = await sell(ctx(), customerId, [saleLine(item, 2), saleLine(item, 1, 15_00)], sent);
    expect(made).toMatchObject({
      ...{ status: 'pending', paymentStatus: 'pending', orderDate: '2026-11-23' },
      ...{ salesPersonId: clerk.userId, salesPersonName: 'Mary Keji', customerId, units: 3 },
      ...{ subtotalUsd: 40_00, taxAmountUsd: 0, taxAmountSsp: 0, totalAmountUsd: 40_00 },
      ...{ totalAmountSsp: 16_000_00, exchangeRate: 400_00, invoiceId: null, priceCheck: 'none' },
      ...{ deliveryAddress: 'Airport Road', notes: 'Call first' },
      actions: ['edit', 'approve', 'reject', 'confirm', 'cancel'],
    });
    expect(made.orderNumber).toMatch(/^SO-2026-\d{4}$/);
    expect(made.items).toMatchObject([
      { lineNo: 1, unitPriceUsd: 12_50, listPriceUsd: 12_50, totalPriceSsp: 10_000_00 },
      { lineNo: 2, unitPriceUsd: 15_00, totalPriceUsd: 15_00 },
    ]);
    expect(await stock()).toEqual([10, 3, 100_00]);
  });

  test('is capped by what is on hand less reserved, over all its lines', async () => {
    await sell(ctx(), customerId, [saleLine(item, 4)]);
    const refused = { kind: 'rule', message: 'Insufficient stock! Available: 6' };
    await expect(sell(ctx(), customerId, [saleLine(item, 7)])).rejects.toMatchObject(refused);
    await expect(
      sell(ctx(), customerId, [saleLine(item, 3), saleLine(item, 4)]),
    ).rejects.toMatchObject(refused);
    expect(await stock()).toEqual([10, 4, 100_00]);
  });

  test('names a customer and equipment that exist, and a total that a document can have', async () => {
    const failing = (customer: number, line: ReturnType<typeof saleLine>) =>
      expect(sell(ctx(), customer, [line])).rejects;
    await failing(999_999, saleLine(item, 1)).toMatchObject({ kind: 'notFound' });
    await failing(customerId, saleLine(999_999, 1)).toMatchObject({
      fields: { 'items.0.equipmentId': 'This equipment does not exist.' },
    });
    await failing(customerId, saleLine(item, 1_000_000, 300_000_000)).toMatchObject({
      kind: 'invalid',
    });
  });

  test('keeps its customer from being deleted', async () => {
    await sell(ctx(), customerId, [saleLine(item, 1)]);
    // An active customer becomes Inactive first.
    await deleteCustomer(contextOf(app), customerId);
    await expect(deleteCustomer(contextOf(app), customerId)).rejects.toMatchObject({
      code: 'customer.inUse',
    });
  });
});

describe('a pending order that is changed', () => {
  test('reserves anew, counting its own units as available', async () => {
    const { id, version } = await sell(ctx(), customerId, [saleLine(item, 8)]);
    const other = await newItem(contextOf(app));
    const more = { items: [saleLine(item, 11)], version };
    await expect(updateSale(ctx(), id, more)).rejects.toMatchObject({
      message: 'Insufficient stock! Available: 10',
    });
    const changed = await updateSale(ctx(), id, {
      items: [saleLine(other, 2), saleLine(item, 10)],
      version,
    });
    expect(changed).toMatchObject({ totalAmountUsd: 150_00, version: version + 1 });
    expect([await stock(), await stock(other)]).toEqual([
      [10, 10, 100_00],
      [10, 2, 100_00],
    ]);
    await expect(updateSale(ctx(), id, { notes: 'Late', version })).rejects.toMatchObject({
      code: 'salesOrder.stale',
    });
    const buyer = await newBuyer(ctx());
    expect(await updateSale(ctx(), id, { customerId: buyer, notes: 'x' })).toMatchObject({
      ...{ customerId: buyer, notes: 'x', version: version + 2 },
      items: changed.items,
    });
    expect((await updateSale(ctx(), id, { notes: 'x' })).version).toBe(version + 2);
  });

  test('keeps the list price of the day on which a line was entered', async () => {
    const { id } = await sell(ctx(), customerId, [saleLine(item, 1)]);
    await sql`update equipment set selling_price_cents = 2000 where id = ${item}`.execute(app.db);
    const changed = await updateSale(ctx(), id, { items: [saleLine(item, 2)] });
    expect(changed).toMatchObject({ totalAmountUsd: 25_00, priceCheck: 'none' });
  });

  test('is not changed once it is approved', async () => {
    const { id, orderNumber } = await sell(ctx(), customerId, [saleLine(item, 1)]);
    await moveTo(ctx(), id, 'approved');
    await expect(updateSale(ctx(), id, { notes: 'x' })).rejects.toMatchObject({
      message: `${orderNumber} is approved: it cannot be changed.`,
    });
  });
});

describe('an order', () => {
  test.each(['rejected', 'cancelled'] as const)('that is %s releases its units', async (status) => {
    const { id } = await sell(ctx(), customerId, [saleLine(item, 4)]);
    await expect(moveTo(ctx(), id, status, { reason: '' })).rejects.toMatchObject({
      fields: { reason: 'Enter the reason.' },
    });
    const closed = await moveTo(ctx(), id, status);
    expect(closed).toMatchObject({ status, closedReason: 'Not wanted any more', actions: [] });
    expect(await stock()).toEqual([10, 0, 100_00]);
    expect(await moveTo(ctx(), id, status)).toEqual(closed);
    await expect(moveTo(ctx(), id, 'confirmed')).rejects.toMatchObject({
      message: `${closed.orderNumber} is ${status}: it cannot be confirmed.`,
    });
  });

  test('that is confirmed has the invoice of billing, and follows its payment', async () => {
    const { id, orderNumber } = await sell(ctx(), customerId, [saleLine(item, 4, 15_00)]);
    await moveTo(ctx(), id, 'approved');
    const confirmed = await moveTo(ctx(), id, 'confirmed');
    const invoice = await getInvoice(ctx(), confirmed.invoiceId!);
    expect(invoice).toMatchObject({
      ...{ kind: 'equipment', amountUsd: 60_00, customerId, billDate: '2026-11-23' },
      description: `Equipment, order ${orderNumber}`,
    });
    expect(confirmed).toMatchObject({
      ...{ invoiceNumber: invoice.invoiceId, paymentStatus: 'pending', openUsd: 60_00 },
      actions: ['deliver', 'cancel'],
    });
    expect(await posted('invoice', invoice.id)).toEqual(['1210 6000', '4410 -6000']);
    expect(await stock()).toEqual([10, 4, 100_00]);
    await recordPayment(ctx(), { customerId, amount: cents(20_00) });
    expect(await getSale(ctx(), id)).toMatchObject({ paymentStatus: 'partial', openUsd: 40_00 });
    await recordPayment(ctx(), { customerId, amount: cents(40_00) });
    expect(await getSale(ctx(), id)).toMatchObject({ paymentStatus: 'paid', openUsd: 0 });
  });

  test('that is cancelled after its invoice was paid leaves credit, and no revenue', async () => {
    const { id } = await sell(ctx(), customerId, [saleLine(item, 4)]);
    const { invoiceId } = await moveTo(ctx(), id, 'confirmed');
    await recordPayment(ctx(), { customerId, amount: cents(50_00) });
    const cancelled = await moveTo(ctx(), id, 'cancelled');
    expect(cancelled).toMatchObject({ paymentStatus: 'pending', openUsd: 0 });
    expect((await getInvoice(ctx(), invoiceId!)).status).toBe('cancelled');
    expect(await stock()).toEqual([10, 0, 100_00]);
    const again = await sell(ctx(), customerId, [saleLine(item, 2)]);
    expect(await moveTo(ctx(), again.id, 'confirmed')).toMatchObject({ paymentStatus: 'paid' });
  });

  test('that is delivered moves its goods at their cost and books it', async () => {
    const { id, orderNumber } = await sell(ctx(), customerId, [saleLine(item, 4)]);
    await expect(moveTo(ctx(), id, 'delivered')).rejects.toMatchObject({
      message: `${orderNumber} is pending: confirm it before its goods are delivered.`,
    });
    await moveTo(ctx(), id, 'confirmed');
    const done = await moveTo(ctx(), id, 'delivered', { receivedBy: 'John Deng' });
    expect(done).toMatchObject({
      ...{ status: 'delivered', deliveredOn: '2026-11-23', deliveredBy: 'Mary Keji' },
      ...{ receivedBy: 'John Deng', actions: ['return'] },
    });
    expect(await stock()).toEqual([6, 0, 60_00]);
    expect(await posted('sales.delivery', id)).toEqual(['5210 4000', '1410 -4000']);
    expect(await moveTo(ctx(), id, 'delivered')).toEqual(done);
    await expect(moveTo(ctx(), id, 'cancelled')).rejects.toMatchObject({ kind: 'rule' });
  });

  test('of items with serial numbers hands over units that are in stock', async () => {
    const router = await newItem(contextOf(app), { serials: ['SN-1', 'SN-2', 'SN-3'] });
    const { id } = await sell(ctx(), customerId, [saleLine(router, 2), saleLine(item, 1)]);
    await moveTo(ctx(), id, 'confirmed');
    const units = (...serials: string[]) => ({ units: [{ lineNo: 1, serials }] });
    const failing = (more: Parameters<typeof moveTo>[3]) =>
      expect(moveTo(ctx(), id, 'delivered', more)).rejects;
    await failing({}).toMatchObject({ message: expect.stringMatching(/the 2 serial numbers of/) });
    await failing(units('SN-1', 'sn-1 ')).toMatchObject({ code: 'unit.serialTwice' });
    await failing(units('SN-1', 'SN-9')).toMatchObject({ code: 'unit.notThere' });
    await failing({ units: [{ lineNo: 3, serials: [] }] }).toMatchObject({ kind: 'invalid' });
    const [one] = units('SN-1', 'SN-2').units;
    await failing({ units: [one!, { lineNo: 2, serials: ['X'] }] }).toMatchObject({
      message: expect.stringMatching(/has no serial numbers/),
    });
    const done = await moveTo(ctx(), id, 'delivered', units('SN-1', ' SN-3'));
    expect(done.deliveredUnits.map(({ serial }) => serial)).toEqual(['SN-1', 'SN-3']);
    expect(await placesOf(router)).toEqual([
      `SN-1 sold ${customerId}`,
      'SN-2 stock',
      `SN-3 sold ${customerId}`,
    ]);
  });

  test('that is approved, confirmed and delivered at once from many sides happens once', async () => {
    const { id } = await sell(ctx(), customerId, [saleLine(item, 4)]);
    await Promise.allSettled(Array.from({ length: 4 }, () => moveTo(ctx(), id, 'confirmed')));
    await Promise.allSettled(Array.from({ length: 4 }, () => moveTo(ctx(), id, 'delivered')));
    expect(await getSale(ctx(), id)).toMatchObject({ status: 'delivered', openUsd: 50_00 });
    expect(await stock()).toEqual([6, 0, 60_00]);
  });
});

describe('a return', () => {
  test('credits the goods on the invoice, and puts them back at what they had cost', async () => {
    const { id } = await delivered(ctx(), customerId, [saleLine(item, 3), saleLine(item, 1)]);
    const back = await returnSale(ctx(), id, {
      lines: [{ lineNo: 1, quantity: 2 }],
      reason: 'Too many',
    });
    expect(back).toMatchObject({
      ...{ paymentStatus: 'partial', openUsd: 25_00, actions: ['return'] },
      items: [
        { lineNo: 1, returned: 2 },
        { lineNo: 2, returned: 0 },
      ],
      returns: [{ amountUsd: 25_00, reason: 'Too many', lines: [{ orderLine: 1, quantity: 2 }] }],
    });
    const [made] = back.returns;
    expect(made!.creditNote).toMatch(/^CN-2026-\d{6}$/);
    expect(await posted('payment', made!.creditNoteId!)).toEqual(['4410 2500', '1210 -2500']);
    expect(await posted('sales.return', made!.id)).toEqual(['1410 2000', '5210 -2000']);
    expect(await stock()).toEqual([8, 0, 80_00]);
    await expect(
      returnSale(ctx(), id, { lines: [{ lineNo: 1, quantity: 2 }], reason: 'More' }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/one unit can come back/) });
    const all = await returnSale(ctx(), id, {
      lines: [1, 2].map((lineNo) => ({ lineNo, quantity: 1 })),
      reason: 'The rest',
    });
    expect(all).toMatchObject({ paymentStatus: 'paid', openUsd: 0, actions: [] });
    await expect(
      returnSale(ctx(), id, { lines: [{ lineNo: 1, quantity: 1 }], reason: 'x' }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/came back/) });
    expect(await stock()).toEqual([10, 0, 100_00]);
  });

  test('of paid goods is the credit of the customer', async () => {
    const { id } = await delivered(ctx(), customerId, [saleLine(item, 2)]);
    await recordPayment(ctx(), { customerId, amount: cents(25_00) });
    await returnSale(ctx(), id, { lines: [{ lineNo: 1, quantity: 1 }], reason: 'Broken' });
    const { rows } = await sql<{ credit: number }>`
      select sum(unallocated_cents)::int as credit from payments where customer_id = ${customerId}`.execute(
      app.db,
    );
    expect(rows[0]!.credit).toBe(12_50);
  });

  test('takes back the units that were delivered, each once', async () => {
    const router = await newItem(contextOf(app), { serials: ['SN-1', 'SN-2', 'SN-3'] });
    const units = [{ lineNo: 1, serials: ['SN-1', 'SN-2'] }];
    const { id } = await delivered(ctx(), customerId, [saleLine(router, 2)], { units });
    await delivered(ctx(), await newBuyer(ctx()), [saleLine(router, 1)], {
      units: [{ lineNo: 1, serials: ['SN-3'] }],
    });
    const back = (...serials: string[]) =>
      returnSale(ctx(), id, {
        lines: [{ lineNo: 1, quantity: 1, serials }],
        reason: 'Broken',
      });
    await expect(back()).rejects.toMatchObject({
      message: expect.stringMatching(/Enter the serial number of/),
    });
    await expect(back('SN-3')).rejects.toMatchObject({
      message: 'The serial number SN-3 was not delivered with this line, or is back.',
    });
    const done = await back('sn-1');
    expect(done.deliveredUnits.map(({ serial }) => serial)).toEqual(['SN-2']);
    expect((await placesOf(router))[0]).toBe('SN-1 stock');
    await expect(back('SN-1')).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('the list', () => {
  test('filters by status, payment, customer, item and dates, and finds by number and customer', async () => {
    const first = await sell(ctx(), customerId, [saleLine(item, 1)]);
    const second = await delivered(ctx(), customerId, [saleLine(item, 2)]);
    await recordPayment(ctx(), { customerId, amount: cents(25_00) });
    const numbers = async (filter: Parameters<typeof listSales>[1]) =>
      (await listSales(ctx(), filter)).rows.map(({ orderNumber }) => orderNumber);
    const [one, two] = [first.orderNumber, second.orderNumber];
    expect(await numbers({ customerId })).toEqual([two, one]);
    expect(await numbers({ equipmentId: item, sort: 'orderNumber' })).toEqual([one, two]);
    expect(await numbers({ customerId, status: 'open' })).toEqual([one]);
    expect(await numbers({ customerId, status: 'delivered' })).toEqual([two]);
    expect(await numbers({ customerId, paymentStatus: 'paid' })).toEqual([two]);
    expect(await numbers({ customerId, paymentStatus: 'pending' })).toEqual([one]);
    expect(await numbers({ customerId, from: isoDate('2026-11-24') })).toEqual([]);
    const { total } = await listSales(ctx(), { customerId, total: true, pageSize: 1 });
    expect(total).toBe(2);
    expect(await numbers({ q: one.toLowerCase() })).toEqual([one]);
    const name = first.customerName;
    expect(await numbers({ q: name })).toEqual([two, one]);
    expect((await searchEverything(ctx(), name)).sales).toMatchObject([
      { orderNumber: two, status: 'delivered', customerName: name, totalAmountUsd: 25_00 },
      { orderNumber: one },
    ]);
    const { body } = await exportSales(ctx(), { customerId, format: 'csv' });
    const chunks: Buffer[] = [];
    for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(Buffer.from(chunk));
    const csv = Buffer.concat(chunks).toString();
    expect(csv.split('\n')[1]).toMatch(new RegExp(`^"?${two}.*Nile Hotel`));
  });
});
