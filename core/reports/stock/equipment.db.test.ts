import { entryInput } from '@nimule/fixtures/testing/ledger';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createJournalEntry } from '../../accounting/journal/service.ts';
import { ledgerChecks, runChecks } from '../../accounting/service-check.ts';
import { transact } from '../../context.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { isoDate } from '../../kernel/dates.ts';
import {
  type AdjustInput,
  adjustInput,
  equipmentFilter,
  equipmentUpdate,
} from '../../stock/schema.ts';
import { createCategory } from '../../stock/service.ts';
import { listMoves } from '../../stock/service-list.ts';
import { moveStock } from '../../stock/service-moves.ts';
import { stockChecks } from './queries-check.ts';
import {
  adjust,
  exportEquipment,
  getEquipment,
  getEquipmentStats,
  listEquipment,
  updateEquipment,
} from './service.ts';

let app: TestApp;
let manager: StaffActor;
const ctx = (actor?: Parameters<typeof contextOf>[1]) => contextOf(app, actor);

beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  manager = await makeWorker(app, 'manager', 'Mary Keji');
});
afterEach(async () => {
  const check = await runChecks(ctx(), [...ledgerChecks, ...stockChecks]);
  expect(check.checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
afterAll(() => app.close());

const set = (id: number, sent: z.input<typeof adjustInput>) =>
  adjust(ctx(), id, z.decode(adjustInput, sent) as AdjustInput);
const put = (id: number, sent: z.input<typeof equipmentUpdate>, actor?: StaffActor) =>
  updateEquipment(ctx(actor), id, z.decode(equipmentUpdate, sent));

/** The entry of an item's last change: account → debit less credit. */
async function lastEntry(): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account_code as account, debit_cents - credit_cents as cents from journal_lines
    where entry_id = (select max(id) from journal_entries) order by 1`.execute(app.db);
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

describe('a new item', () => {
  test('has a number, the defaults, prices in both currencies and its opening stock', async () => {
    const item = await addItem(ctx(), {
      name: ' hAP ax² ',
      unitCostUsd: '80',
      quantityInStock: '12',
    });
    expect(item).toMatchObject({
      equipmentId: 'EQ-001',
      name: 'hAP ax²',
      categoryName: 'Other',
      markupPercentage: 25,
      sellingPriceUsd: 10_000,
      unitCostSsp: 3_200_000,
      sellingPriceSsp: 4_000_000,
      quantityInStock: 12,
      available: 12,
      averageCostUsd: 8_000,
      stockValueUsd: 96_000,
      minimumStock: 5,
      stockLabel: 'in',
      underWay: 0,
      status: 'active',
    });
    expect(item.moves).toMatchObject([{ kind: 'opening', quantity: 12, note: 'Opening stock' }]);
    expect(await lastEntry()).toEqual({ '1410': 96_000, '3120': -96_000 });
  });

  test('without stock moves and posts nothing', async () => {
    const { rows: before } = await sql`select count(*) from journal_entries`.execute(app.db);
    const item = await addItem(ctx(), { quantityInStock: 0 });
    expect(item).toMatchObject({ stockLabel: 'out', averageCostUsd: null, moves: [] });
    // Stock without cost has moves and no entry.
    expect(await addItem(ctx(), { unitCostUsd: 0, quantityInStock: 3 })).toMatchObject({
      averageCostUsd: 0,
      moves: [{ quantity: 3 }],
    });
    const { rows } = await sql`select count(*) from journal_entries`.execute(app.db);
    expect(rows).toEqual(before);
  });

  test('is refused with stock of an absurd value, an unknown category, and serials that do not fit', async () => {
    await expect(
      addItem(ctx(), { unitCostUsd: 3_000_000, quantityInStock: 1_000_000 }),
    ).rejects.toMatchObject({ kind: 'invalid', fields: { quantityInStock: expect.any(String) } });
    await expect(addItem(ctx(), { categoryId: 999 })).rejects.toMatchObject({
      fields: { categoryId: 'This category does not exist.' },
    });
    await expect(addItem(ctx(), { quantityInStock: 1, serials: ['A'] })).rejects.toMatchObject({
      fields: { serials: 'The units of this item have no serial numbers.' },
    });
    const two = { isSerialised: true, quantityInStock: 1, serials: ['A', 'B'] };
    await expect(addItem(ctx(), two)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(createCategory(ctx(), 'rOuters')).rejects.toMatchObject({
      code: 'equipmentCategory.nameTaken',
    });
  });
});

describe('an adjustment', () => {
  test('moves the difference at the average, or at the cost of what is added', async () => {
    const item = await addItem(ctx(), { quantityInStock: 3, unitCostUsd: 10 });
    const more = await set(item.id, { quantityInStock: 5, unitCostUsd: 20, reason: 'Found' });
    expect(more).toMatchObject({ quantityInStock: 5, stockValueUsd: 7_000, averageCostUsd: 1_400 });
    expect(await lastEntry()).toEqual({ '1410': 4_000, '5230': -4_000 });
    const less = await set(item.id, { quantityInStock: 4, reason: 'Broken' });
    expect(less).toMatchObject({ quantityInStock: 4, stockValueUsd: 5_600 });
    expect(await lastEntry()).toEqual({ '1410': -1_400, '5230': 1_400 });
    expect(less.moves[0]).toMatchObject({ kind: 'adjustment', quantity: -1, note: 'Broken' });
    expect(await set(item.id, { quantityInStock: 0, reason: 'Gone' })).toMatchObject({
      stockValueUsd: 0,
    });
  });

  test('is refused for a future day, before the last move, with outdated stock and for reserved units', async () => {
    const item = await addItem(ctx(), { quantityInStock: 3 });
    const change = { quantityInStock: 2, reason: 'x' };
    await expect(set(item.id, { ...change, date: '2026-11-24' })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { date: 'Stock cannot be adjusted on a day to come.' },
    });
    await expect(set(item.id, { ...change, date: '2026-11-22' })).rejects.toMatchObject({
      code: 'stock.dateOrder',
      message: `${item.equipmentId} has a move of 23 Nov 2026. Choose that day or a later one.`,
    });
    await expect(set(item.id, { ...change, quantityShown: 4 })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'stock.moved',
    });
    await expect(set(item.id, { ...change, version: 9 })).rejects.toMatchObject({
      code: 'item.stale',
    });
    await expect(set(99_999, change)).rejects.toMatchObject({ kind: 'notFound' });
    const reserve = { equipmentId: item.id, date: isoDate('2026-11-23'), kind: 'reserve' as const };
    await transact(ctx(), (tx) =>
      moveStock(tx, [
        { ...reserve, quantity: 0, reserved: 3, source: 'test', sourceId: item.id, reference: '' },
      ]),
    );
    await expect(set(item.id, change)).rejects.toMatchObject({
      code: 'stock.reserved',
      message: `3 units of ${item.equipmentId} are reserved: its stock cannot be lower.`,
    });
  });

  test('names the serial numbers that are gone', async () => {
    const serials = ['S1', 'S2', 'S3'];
    const item = await addItem(ctx(), { isSerialised: true, quantityInStock: 3, serials });
    await expect(set(item.id, { quantityInStock: 1, reason: 'x' })).rejects.toMatchObject({
      fields: {
        serials: 'Name the serial numbers of the units that are gone: 2 of them were in stock.',
      },
    });
    const gone = { quantityInStock: 1, reason: 'Stolen', serials: ['s1', 'S3'] };
    const after = await set(item.id, gone);
    expect(after.units.map(({ serial, place }) => [serial, place])).toEqual([
      ['S2', 'stock'],
      ['S1', 'lost'],
      ['S3', 'lost'],
    ]);
    await expect(
      set(item.id, { quantityInStock: 2, reason: 'x', serials: ['S2'] }),
    ).rejects.toMatchObject({
      code: 'unit.serialKnown',
      message: 'The serial number S2 is already known: that unit is in stock.',
    });
    // A unit in stock gets its number later.
    await set(item.id, { quantityInStock: 2, reason: 'Found' });
    expect(
      (await set(item.id, { quantityInStock: 2, reason: 'x', serials: ['S4'] })).units,
    ).toHaveLength(4);
  });
});

describe('a change', () => {
  test('recomputes the price, and adjusts only with permission and a reason', async () => {
    const item = await addItem(ctx(), { quantityInStock: 3 });
    const changed = await put(
      item.id,
      { unitCostUsd: '12.34', markupPercentage: '33.33', version: 1 },
      manager,
    );
    expect(changed).toMatchObject({ sellingPriceUsd: 1_645, version: 2, stockValueUsd: 3_000 });
    // What the form showed is no change.
    await put(item.id, { name: 'R', quantityInStock: 3 }, manager);
    await put(item.id, { quantityInStock: 9, quantityShown: 9 }, manager);
    await expect(put(item.id, { quantityInStock: 4, reason: 'x' }, manager)).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'Access Denied: your role (Manager) may not adjust stock and accept counts.',
    });
    const input = { quantityInStock: 4 };
    await expect(put(item.id, input)).rejects.toMatchObject({
      fields: { reason: 'Say why the stock changes.' },
    });
    expect(await put(item.id, { ...input, quantityShown: 3, reason: 'Found' })).toMatchObject({
      name: 'R',
      quantityInStock: 4,
      averageCostUsd: 1_000,
    });
    await expect(put(item.id, { name: 'x', version: 1 })).rejects.toMatchObject({
      code: 'item.stale',
    });
  });
});

describe('lists', () => {
  test('filter by label, category and words, sort, and export', async () => {
    const category = await createCategory(ctx(), 'Solar');
    const solar = { categoryId: category.id, name: 'Panel 300 W' };
    const low = await addItem(ctx(), { ...solar, brand: 'Zëta', quantityInStock: 5 });
    await addItem(ctx(), { ...solar, name: 'Battery', quantityInStock: 6 });
    await addItem(ctx(), { ...solar, name: 'Cable', status: 'discontinued' });
    const listed = async (query: z.input<typeof equipmentFilter>) => {
      const filter = z.decode(equipmentFilter, { ...query, categoryId: category.id });
      return (await listEquipment(ctx(), filter)).rows.map(({ name }) => name);
    };
    expect(await listed({})).toEqual(['Battery', 'Cable', 'Panel 300 W']);
    expect(await listed({ stock: 'low' })).toEqual(['Panel 300 W']);
    expect(await listed({ stock: 'out' })).toEqual(['Cable']);
    expect(await listed({ stock: 'short' })).toEqual(['Cable', 'Panel 300 W']);
    expect(await listed({ status: 'active', stock: 'in' })).toEqual(['Battery']);
    expect(await listed({ q: 'zeta' })).toEqual(['Panel 300 W']);
    expect(await listed({ q: low.equipmentId.toLowerCase() })).toEqual(['Panel 300 W']);
    expect(await listed({ sort: '-quantityInStock' })).toEqual(['Battery', 'Panel 300 W', 'Cable']);
    const page = await listEquipment(ctx(), { categoryId: category.id, total: true, pageSize: 1 });
    expect(page).toMatchObject({ total: 3, rows: [{ name: 'Battery' }] });
    const file = await exportEquipment(ctx(), { categoryId: category.id, format: 'csv' });
    let text = '';
    for await (const chunk of file.body as AsyncIterable<Uint8Array>) text += Buffer.from(chunk);
    expect(text.split('\r\n')).toHaveLength(5);
    expect(text).toContain('Low Stock');
    const moves = await listMoves(ctx(), { q: 'panel', kind: 'opening' });
    expect(moves.rows).toMatchObject([{ equipmentNumber: low.equipmentId, valueUsd: 5_000 }]);
  });

  test('count what is under way: requisitions without an order, and the rest of orders', async () => {
    const item = await addItem(ctx());
    const at = sql`${app.clock()}, ${app.clock()}`;
    const day = sql`date '2026-11-20', date '2026-12-01'`;
    const run = (statement: ReturnType<typeof sql>) => statement.execute(app.db);
    await run(sql`insert into suppliers (supplier_code, name, name_key, search_text, created_at, created_by, updated_at)
      values ('SUP-900', 'S', 's', 's', ${app.clock()}, 'x', ${app.clock()})`);
    for (const [number, status] of [
      ['R1', 'pending'],
      ['R2', 'approved'],
      ['R3', 'rejected'],
      ['R4', 'approved'],
    ] as const)
      await run(sql`insert into requisitions (requisition_id, requested_by, changed_by, request_date, expected_delivery_date, rate_cents, total_cents,
          status, search_text, created_at, updated_at) values (${number}, 'x', 'x', ${day}, 40000, 0, ${status}, '', ${at})`);
    await run(sql`insert into requisition_lines (requisition_id, line_no, equipment_id, description, quantity, unit_cost_cents)
      select id, 1, ${item.id}, 'x', 10, 0 from requisitions`);
    for (const [number, status, requisition] of [
      ['P1', 'approved', 'R4'],
      ['P2', 'cancelled', 'R3'],
      ['P3', 'received', ''],
    ] as const)
      await run(sql`insert into purchase_orders (po_number, requisition_id, supplier_id, order_date, expected_delivery, rate_cents,
          total_amount_cents, total_cents, status, search_text, changed_by, created_by, created_at, updated_at)
        select ${number}, (select id from requisitions where requisition_id = ${requisition}), id, ${day}, 40000, 0, 0, ${status}, '', 'x', 'x', ${at} from suppliers`);
    await run(sql`insert into purchase_order_lines (order_id, line_no, equipment_id, description, quantity, unit_price_cents, received)
      select id, 1, ${item.id}, 'x', 7, 0, 3 from purchase_orders`);
    // R1 and R2, and four of P1.
    expect((await getEquipment(ctx(), item.id)).underWay).toBe(24);
  });

  test('the cards count stock and the revenue of equipment of this month', async () => {
    const before = await getEquipmentStats(ctx());
    const lines = [
      ['1110', 5_000, 0],
      ['4410', 0, 5_000],
    ] as const;
    await createJournalEntry(ctx(), entryInput('2026-11-02', lines));
    await createJournalEntry(ctx(), entryInput('2026-10-02', lines));
    await addItem(ctx(), { quantityInStock: 2 });
    const after = await getEquipmentStats(ctx(staff('technician')));
    expect(after).toEqual({
      totalEquipment: before.totalEquipment + 1,
      activeEquipment: before.activeEquipment + 1,
      lowStockItems: before.lowStockItems + 1,
      totalValue: before.totalValue + 2_000,
      monthlyRevenue: before.monthlyRevenue + 5_000,
    });
  });

  test('the books refuse entries by hand on what modules keep', async () => {
    const onStock = [
      ['1410', 100, 0],
      ['3110', 0, 100],
    ] as const;
    await expect(
      createJournalEntry(ctx(), entryInput('2026-11-02', onStock)),
    ).rejects.toMatchObject({
      code: 'entry.keptByModule',
      message:
        'Account 1410 is kept by the moves of stock. Adjust the stock of an item in Equipment, count it, or receive or return goods of a purchase order: its entry follows.',
      fields: { 'entries.0.accountCode': expect.any(String) },
    });
    const onReceipts = [
      ['5910', 100, 0],
      ['2130', 0, 100],
    ] as const;
    await expect(
      createJournalEntry(ctx(), entryInput('2026-11-02', onReceipts)),
    ).rejects.toMatchObject({
      code: 'entry.keptByModule',
      fields: { 'entries.1.accountCode': expect.any(String) },
    });
  });
});
