import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import { formatSsp } from '../../kernel/money.ts';
import { listBundles, updateBundle } from '../../vouchers/bundles/service.ts';
import { sellVouchers } from '../../vouchers/sales/service.ts';
import type { VoucherSaleInput } from '../../vouchers/schema.ts';
import { getImportRun, listImportChanges, listKeptRecords } from '../runs/service-history.ts';
import type { ImportInput } from '../schema.ts';
import { undoRun } from '../undo/service.ts';

let app: MarkedApp;
const ctx = () => contextOf(app, staff('super_admin'));
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

const load = (text: string, input: Partial<ImportInput> = {}, by: Ctx = ctx()) =>
  importText(by, text, { type: 'bundles', ...input });
const stored = async () =>
  (await listBundles(ctx(), {})).rows.map(
    ({ name, validityDays, priceUsd, dataAllowanceMB, speedMbps, bundleType, isActive }) => [
      ...[name, validityDays, priceUsd, dataAllowanceMB, speedMbps, bundleType, isActive],
    ],
  );
const HEADER = 'Plan Name,Service Type,Price,Validity,Data,Speed,Enabled';
const FILE = csvOf(HEADER, [
  'Day,Hotspot,1.00,1 day,2 GB,5 Mbps,1',
  'Month,Hotspot,15.00,1 month,,10M/20M,1',
  'Home 10,PPPoE,30.00,30 days,,10M,1',
  'Hour,Hotspot,0.20,1 hour,500 MB,5,1',
  'Free,Hotspot,0,1 day,,,1',
  'Old,hotspot,3.00,7,1.5GB,512k,0',
]);

it('makes bundles of hotspot plans, tells the plans of customers, and is quiet the second time', async () => {
  const first = await load(FILE);
  expect([first.recordsProcessed, first.recordsCreated, first.recordsFailed]).toEqual([5, 3, 2]);
  expect(await stored()).toEqual([
    ['Day', 1, 100, 2048, 5, 'data', true],
    ['Month', 30, 1500, 0, 20, 'unlimited', true],
    ['Old', 7, 300, 1536, null, 'data', false],
  ]);
  const told = first.warnings.join('\n');
  expect(told).toContain(
    'Row 4: left out, because they are plans of customers: customers keep their fee with a Flexible Plan.',
  );
  expect(told).toContain('Row 3: validity: A month was read as 30 days.');
  expect(told).toContain('Row 3: data: The file says no data; the bundle is unlimited.');
  expect(told).toContain('Row 7: speed: This is no whole number of Mbps; it was left out.');
  expect(first.errors.join('\n')).toContain('Row 5: validity: Vouchers are valid for whole days');
  expect(first.errors.join('\n')).toContain('Row 6: priceUsd: Enter an amount above zero');
  const again = await load(FILE);
  expect([again.recordsCreated, again.recordsUpdated, again.recordsUnchanged]).toEqual([0, 0, 3]);
  expect((await getImportRun(ctx(), 1)).reconciliation).toMatchObject([
    { key: 'bundles', file: '5', books: '3', refused: '2', unexplained: '0' },
    { key: 'prices', file: '19.20', books: '19.00', refused: '0.20', unexplained: '0.00' },
  ]);
});

it('changes bundles of the name, and keeps what the file does not say', async () => {
  await load(FILE);
  const changed = await load(csvOf('Plan Name,Price,Validity', ['DAY,1.50,1 day', 'Month,15,30']));
  expect([changed.recordsUpdated, changed.recordsUnchanged]).toEqual([1, 1]);
  expect((await stored())[0]).toEqual(['DAY', 1, 150, 2048, 5, 'data', true]);
  expect((await listImportChanges(ctx(), 2, {})).rows).toMatchObject([
    {
      row: 2,
      label: 'Day',
      fields: [
        { field: 'name', before: 'Day', after: 'DAY' },
        { field: 'priceUsd', before: '1.00', after: '1.50' },
      ],
    },
  ]);
});

it('converts pounds at the voucher rate, so that the price in pounds stays', async () => {
  const file = csvOf('Plan Name,Price,Validity,Currency', ['A,1300,1 day,SSP', 'B,259,7 days,KES']);
  const first = await load(file);
  expect([first.recordsCreated, first.recordsFailed]).toEqual([1, 1]);
  expect(first.errors.join('\n')).toContain('KES is neither US dollars nor South Sudanese pounds');
  expect((await listBundles(ctx(), {})).rows).toMatchObject([
    { name: 'A', priceUsd: 100, priceSsp: 130000 },
  ]);
  expect(first.warnings.join('\n')).toContain(
    'converted at the voucher rate of the day of the import',
  );
  expect(first.warnings.join('\n')).not.toContain('official rate');
  expect(first.warnings.join('\n')).not.toContain('becomes another');
  const given = await load(file, { value: JSON.stringify({ 'currency.KES': '129.50' }) });
  expect([given.recordsCreated, given.recordsUnchanged]).toEqual([1, 1]);
  expect((await stored())[1]).toMatchObject(['B', 7, 200, 0, null, 'unlimited', true]);
});

it('tells each price in pounds that does not stay as it is', async () => {
  const file = csvOf('Plan Name,Price,Validity,Currency', ['A,1300,1 day,SSP', 'B,505,1 day,SSP']);
  const told = (await load(file)).warnings.join('\n');
  const [, b] = (await listBundles(ctx(), {})).rows;
  expect(b!.priceSsp).not.toBe(505_00);
  expect(told).toContain(
    `the price in pounds becomes another at the voucher rate: B SSP 505 becomes ${formatSsp(b!.priceSsp)}.`,
  );
});

it('an undo removes bundles that were not changed and not sold', async () => {
  await load(FILE);
  const bundles = (await listBundles(ctx(), {})).rows;
  const idOf = (name: string) => bundles.find((one) => one.name === name)!.id;
  await updateBundle(ctx(), idOf('Old'), { isActive: true });
  await sellVouchers(ctx(), {
    ...{ bundleId: idOf('Day'), quantity: 1, account: 'cash', from: 'safe' },
  } as VoucherSaleInput);
  await undoRun(ctx(), 1, { wait: true });
  expect((await getImportRun(ctx(), 1)).undo).toMatchObject({ removed: 1, reversed: 0, kept: 2 });
  expect(
    (await listKeptRecords(ctx(), 1, {})).rows.map(({ label, reason }) => [label, reason]),
  ).toEqual([
    ['Day', 'Vouchers of the bundle were sold.'],
    ['Old', 'The bundle was changed since.'],
  ]);
  expect((await load(FILE)).recordsCreated).toBe(1);
});

it('is for those who may define bundles', async () => {
  for (const role of ['support', 'billing'] as const)
    await expect(load(FILE, {}, contextOf(app, staff(role)))).rejects.toMatchObject({
      kind: 'forbidden',
    });
  const by = contextOf(app, staff('operations_manager'));
  expect((await load(FILE, {}, by)).recordsCreated).toBe(3);
});
