import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { addItem } from '@nimule/fixtures/testing/stock';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { lockMonth } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { adjustStock } from '../../stock/service-adjust.ts';
import { getImportRun, listKeptRecords } from '../runs/service-history.ts';
import type { ImportInput } from '../schema.ts';
import { undoRun } from '../undo/service.ts';

let app: MarkedApp;
const ctx = () => contextOf(app, staff('super_admin'));
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await app.mark();
});
afterEach(async () => {
  expect((await checkBooks(ctx())).checks.filter(({ isSound }) => !isSound)).toEqual([]);
  await app.restore();
});
afterAll(() => app.close());

const open = () => setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
const load = (text: string, input: Partial<ImportInput> = {}, by: Ctx = ctx()) =>
  importText(by, text, { type: 'items', ...input });

interface Stored {
  name: string;
  sku: string;
  category: string;
  cost: number;
  price: number;
  minimum: number;
  status: string;
  units: number | null;
  value: number | null;
}
const stored = async () =>
  (
    await sql<Stored>`select e.name, e.sku, c.name as category, e.unit_cost_cents::int as cost, e.selling_price_cents::int as price,
      e.minimum_stock as minimum, e.status, l.on_hand as units, l.value_cents::int as value
      from equipment e join equipment_categories c on c.id = e.category_id left join stock_levels l on l.equipment_id = e.id
      order by e.id`.execute(app.db)
  ).rows;
/** Debits less credits of an account in cents, and the days of its lines. */
const balance = async (account: string) => {
  const { rows } = await sql<{ cents: number; days: string[] | null }>`
    select coalesce(sum(l.debit_cents - l.credit_cents), 0)::int as cents, array_agg(distinct e.entry_date::text) as days
    from journal_lines l join journal_entries e on e.id = l.entry_id where l.account_code = ${account}`.execute(
    app.db,
  );
  return rows[0]!;
};

const HEADER = 'Item Name,SKU,Category,Unit,Unit Cost,Selling Price,Reorder Level,Qty,Avg Cost';
const FILE = csvOf(HEADER, [
  'Router,RT-1,Routers,piece,64.00,80.00,5,12,62.50',
  'Antenna,AN-1,Antennas,,110.00,150.00,2,3,',
  'Catalogue item,,Routers,,10.00,,,,',
]);

it('books the quantities of a file once, on the opening date, at what they have cost', async () => {
  await open();
  const first = await load(FILE);
  expect(first).toMatchObject({ recordsCreated: 3, recordsFailed: 0, errors: [] });
  expect(first.warnings.join('\n')).toContain(
    'Row 3: quantityInStock: The file says no cost of what is in stock; it is counted at the purchase price.',
  );
  expect(await stored()).toEqual([
    {
      ...{ name: 'Router', sku: 'RT-1', category: 'Routers', cost: 6400, price: 8000 },
      ...{ minimum: 5, status: 'active', units: 12, value: 75000 },
    },
    {
      ...{ name: 'Antenna', sku: 'AN-1', category: 'Antennas', cost: 11000, price: 15000 },
      ...{ minimum: 2, status: 'active', units: 3, value: 33000 },
    },
    {
      ...{ name: 'Catalogue item', sku: '', category: 'Routers', cost: 1000, price: 1250 },
      ...{ minimum: 5, status: 'active', units: null, value: null },
    },
  ]);
  expect(await balance('1410')).toEqual({ cents: 108000, days: ['2026-11-01'] });
  expect(await balance('3120')).toEqual({ cents: -108000, days: ['2026-11-01'] });
  expect((await getImportRun(ctx(), 1)).reconciliation).toMatchObject([
    { key: 'items', file: '3', books: '3', unexplained: '0' },
    { key: 'units', file: '15', books: '15', unexplained: '0' },
    { key: 'stockValue', file: '1080.00', books: '1080.00', unexplained: '0.00' },
  ]);

  const again = await load(FILE);
  expect([again.recordsCreated, again.recordsUpdated, again.recordsUnchanged]).toEqual([0, 0, 3]);
  expect(again.warnings.filter((line) => line.includes('quantityInStock'))).toEqual([]);
  expect((await balance('1410')).cents).toBe(108000);

  const changed = await load(FILE.replace('64.00,80.00,5', '66.00,82.50,6'));
  expect([changed.recordsUpdated, changed.recordsUnchanged]).toEqual([1, 2]);
  expect((await stored())[0]).toMatchObject({ cost: 6600, price: 8250, minimum: 6, units: 12 });
  expect((await balance('1410')).cents).toBe(108000);
});

it('opens the stock of items that are there without, and tells what it does not take', async () => {
  await open();
  const empty = await addItem(ctx(), { name: 'Splitter' });
  const used = await addItem(ctx(), { name: 'Radio', unitCostUsd: 20, quantityInStock: 4 });
  await adjustStock(ctx(), used.id, { quantityInStock: 3, reason: 'Broken' });
  const file = csvOf('Item Name,Unit Cost,Qty', ['Splitter,2.50,40', 'Radio,20,4', 'RADIO,1,1']);
  const result = await load(file);
  expect([result.recordsUpdated, result.recordsUnchanged, result.recordsFailed]).toEqual([1, 1, 1]);
  expect(result.errors.join('\n')).toContain('Row 4: name: RADIO is already in row 3.');
  // The same opening as the form has booked; what moved since stays.
  expect(await stored()).toMatchObject([
    { name: 'Splitter', cost: 250, units: 40, value: 10000 },
    { name: 'Radio', units: 3, value: 6000 },
  ]);
  const more = await load(csvOf('Item Name,Unit Cost,Qty', ['Radio,20,9']));
  expect(more.warnings.join('\n')).toContain('The item has stock of its own here');
  expect((await getImportRun(ctx(), 2)).reconciliation).toMatchObject([
    { key: 'items', books: '1' },
    { key: 'units', file: '9', books: '4', different: '5', unexplained: '0' },
    { key: 'stockValue', file: '180.00', books: '80.00', different: '100.00' },
  ]);
  expect(empty.equipmentId).toBe('EQ-001');
});

it('invents no cost: a quantity without one is refused, and an item without one is told', async () => {
  await open();
  const result = await load(
    csvOf('Product,Price,Quantity', ['A,5.00,3', 'B,5.00,', 'C,1.50,0', 'D,2,1.5', 'E,2,-3']),
  );
  expect([result.recordsCreated, result.recordsFailed]).toEqual([2, 3]);
  expect(result.errors.join('\n')).toContain('Row 2: quantityInStock: Say what a unit has cost');
  expect(result.warnings.join('\n')).toContain('unitCostUsd: The file says no cost');
  expect(result.warnings.join('\n')).toContain('without a cost it was left out');
  expect((await balance('1410')).cents).toBe(0);
  const set = await load(csvOf('Product,Price,Quantity', ['A,5.00,3']), {
    set: JSON.stringify({ unitCostUsd: '4' }),
  });
  expect(set.recordsCreated).toBe(1);
  expect((await balance('1410')).cents).toBe(1200);
});

it('makes a markup of the selling price, and tells where it cannot be the price', async () => {
  await open();
  const result = await load(
    csvOf('Item,Cost,Price,SKU', [
      'Exact,37.00,49.99,1',
      'Large,1234.57,1999.99,2',
      'Loss,10.00,8.00,3',
      'Wrong,0.05,9000.00,4',
    ]),
  );
  expect([result.recordsCreated, result.recordsFailed]).toEqual([3, 1]);
  expect((await stored()).map(({ price }) => price)).toEqual([4999, 200000, 1000]);
  expect(result.warnings.join('\n')).toContain('so it differs from the file by cents');
  expect(result.warnings.join('\n')).toContain('The price is below the cost');
  expect(result.errors.join('\n')).toContain('more than a hundred times the cost');
});

it('finds items by SKU before the name, and refuses names that are several items', async () => {
  await open();
  await load(csvOf('SKU,Name,Unit Cost', ['A1,Router,10', 'A2,Router,20']));
  const renamed = await load(csvOf('SKU,Name,Unit Cost', ['a1,Router AC,10', 'EQ-002,Router,21']));
  expect([renamed.recordsUpdated, renamed.recordsFailed]).toEqual([2, 0]);
  expect(await stored()).toMatchObject([
    { sku: 'a1', name: 'Router AC', cost: 1000 },
    { sku: 'A2', name: 'Router', cost: 2100 },
  ]);
  await load(csvOf('SKU,Name,Unit Cost', ['A3,Router,30']));
  const ambiguous = await load(csvOf('Name,Unit Cost', ['Router,5']));
  expect(ambiguous.errors.join('\n')).toContain('Several items have this name: give the SKU');
  // An item without a SKU gets that of the file.
  await addItem(ctx(), { name: 'Modem', unitCostUsd: 5 });
  await load(csvOf('SKU,Name,Unit Cost', ['M1,Modem,5']));
  expect((await stored()).filter(({ name }) => name === 'Modem')).toMatchObject([{ sku: 'M1' }]);
});

it('is refused after a closed month and before the books begin, and dated today without an opening date', async () => {
  const text = csvOf('Item,Unit Cost,Qty', ['A,2.00,5']);
  const undated = await load(text.replace('A,', 'Z,'));
  expect(undated.warnings.join('\n')).toContain('the stock is opened today');
  expect((await balance('1410')).days).toEqual(['2026-11-21']);
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-10-01') });
  await lockMonth(ctx(), isoMonth('2026-10'));
  expect((await load(text)).errors.join('\n')).toContain(
    'quantityInStock: October 2026 is locked in the books.',
  );
  // The same stock that is there already needs no open month.
  expect((await load(text.replace('A,', 'Z,'))).recordsUnchanged).toBe(1);
  await app.restore();
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-12-01') });
  expect((await load(text)).errors.join('\n')).toContain(
    'The books begin on 1 Dec 2026: import what is in stock from that day on.',
  );
});

it('converts pounds at the rate of the opening date, others at the rate that is given, and refuses the rest by name', async () => {
  await open();
  const file = csvOf('Item,SKU,Unit Cost,Selling Price,Qty,Currency', [
    'Cable,C1,130,,1000,SSP',
    'Radio,C2,12950,25900,2,KES',
    'Router,C3,64,80,1,USD',
  ]);
  const first = await load(file);
  expect([first.recordsCreated, first.recordsFailed]).toEqual([2, 1]);
  expect(first.errors.join('\n')).toContain('KES is neither US dollars nor South Sudanese pounds');
  const told = first.warnings.join('\n');
  expect(told).toContain('converted at the official rate of the');
  expect(told).toContain(
    '2 rows (2, 4): quantityInStock: The file says no cost of what is in stock',
  );
  expect(first.warnings.join('\n')).toContain('official rate of the opening date');
  // 130,000 pounds at 400, not 1,000 times $0.33.
  expect(await stored()).toMatchObject([
    { name: 'Cable', cost: 33, units: 1000, value: 32500 },
    { name: 'Router', units: 1, value: 6400 },
  ]);
  const given = await load(file, { value: JSON.stringify({ 'currency.KES': '129.50' }) });
  expect([given.recordsCreated, given.recordsUnchanged]).toEqual([1, 2]);
  expect((await stored())[2]).toMatchObject({
    name: 'Radio',
    cost: 10000,
    price: 20000,
    value: 20000,
  });
  expect((await balance('1410')).cents).toBe(58900);
  expect((await getImportRun(ctx(), 2)).reconciliation?.at(-1)).toMatchObject({
    ...{ key: 'stockValue', file: '589.00', books: '589.00', unexplained: '0.00' },
  });
});

it('an undo takes the stock out again and removes what nothing used', async () => {
  await open();
  await load(FILE);
  const { rows } = await sql<{ id: number }>`select id from equipment where sku = 'AN-1'`.execute(
    app.db,
  );
  await adjustStock(ctx(), rows[0]!.id, { quantityInStock: 2, reason: 'Broken' });
  await undoRun(ctx(), 1, { wait: true });
  expect((await getImportRun(ctx(), 1)).undo).toMatchObject({
    ...{ status: 'done', removed: 1, reversed: 1, kept: 3 },
  });
  const kept = await listKeptRecords(ctx(), 1, {});
  expect(kept.rows.map(({ label, reason }) => [label, reason])).toEqual([
    ['Opening stock EQ-002', 'The item has moved since.'],
    ['EQ-001 Router', expect.stringContaining('stays as discontinued')],
    ['EQ-002 Antenna', 'The item has stock, or orders or other documents name it.'],
  ]);
  expect(await stored()).toMatchObject([
    { name: 'Router', status: 'discontinued', units: 0, value: 0 },
    { name: 'Antenna', status: 'active', units: 2 },
  ]);
  expect(await balance('1410')).toMatchObject({ cents: 22000 });

  // The corrected file opens the stock anew.
  const again = await load(FILE.replace('12,62.50', '10,62.50'));
  expect([again.recordsCreated, again.recordsUpdated, again.recordsUnchanged]).toEqual([1, 1, 1]);
  expect((await stored())[0]).toMatchObject({ status: 'active', units: 10, value: 62500 });
  await undoRun(ctx(), 2, { wait: true });
  expect((await stored())[0]).toMatchObject({ units: 0, value: 0 });
});

it('leaves nothing of an import that was undone, and the opening date can move over it', async () => {
  await open();
  await load(csvOf('Item,Category,Unit Cost', ['A,New kind,2']));
  await load(FILE);
  await expect(setOpeningDate(ctx(), { openingDate: isoDate('2026-11-02') })).rejects.toMatchObject(
    { code: 'openingDate.posted' },
  );
  await undoRun(ctx(), 2, { wait: true });
  await undoRun(ctx(), 1, { wait: true });
  expect(await balance('1410')).toEqual({ cents: 0, days: ['2026-11-01'] });
  const { rows } =
    await sql`select name from equipment_categories where name in ('New kind', 'Antennas')`.execute(
      app.db,
    );
  expect(rows).toEqual([{ name: 'Antennas' }]);
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-02') });
});

it('takes items from those who write equipment, and stock of known items from those who adjust it', async () => {
  await open();
  await addItem(ctx(), { name: 'Splitter' });
  const as = (role: Parameters<typeof staff>[0]) => contextOf(app, staff(role));
  await expect(load(FILE, {}, as('support'))).rejects.toMatchObject({ kind: 'forbidden' });
  const billing = await load(FILE, {}, as('billing'));
  expect(billing.recordsCreated).toBe(3);
  const known = await load(csvOf('Item,Unit Cost,Qty', ['Splitter,1,5']), {}, as('manager'));
  expect(known.errors.join('\n')).toContain('your role may not adjust stock');
  await expect(undoRun(as('manager'), 1, { wait: true })).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

it('the books get the sum of quantity and cost of the file, to the cent', async () => {
  await open();
  const row = fc.record({
    quantity: fc.integer({ min: 0, max: 5000 }),
    cost: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: undefined }),
    average: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: undefined }),
    value: fc.option(fc.integer({ min: 0, max: 9_999_999 }), { nil: undefined }),
  });
  let batch = 0;
  let sum = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      batch += 1;
      const money = (cents: number | undefined) =>
        cents === undefined ? '' : (cents / 100).toFixed(2);
      const text = csvOf(
        'SKU,Name,Unit Cost,Qty,Avg Cost,Asset Value',
        rows.map(
          ({ quantity, cost, average, value }, place) =>
            `S${batch}-${place},Item ${place},${money(cost)},${quantity},${money(average)},${money(value)}`,
        ),
      );
      const result = await load(text);
      const refused = rows.filter(
        ({ quantity, cost, average, value }) =>
          quantity > 0 && (value ?? average ?? cost) === undefined,
      );
      const tooLarge = rows.filter(
        ({ quantity, cost, average, value }) =>
          (value ?? quantity * (average ?? cost ?? 0)) > 300_000_000,
      );
      expect(result.recordsFailed).toBe(refused.length + tooLarge.length);
      for (const one of rows) {
        const { quantity, cost, average, value } = one;
        if (quantity === 0 || refused.includes(one) || tooLarge.includes(one)) continue;
        sum += value ?? quantity * (average ?? cost!);
      }
      expect((await balance('1410')).cents).toBe(sum);
      const [items, , stock] = (await getImportRun(ctx(), batch)).reconciliation!;
      expect(items).toMatchObject({ unexplained: '0', different: '0' });
      if (stock) expect(stock).toMatchObject({ unexplained: '0.00', different: '0.00' });
      const again = await load(text);
      batch += 1;
      expect([again.recordsCreated, again.recordsUpdated]).toEqual([0, 0]);
    }),
    { numRuns: 8 },
  );
});
