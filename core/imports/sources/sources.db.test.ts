import { stat } from 'node:fs/promises';
import { countsOf } from '@nimule/fixtures/testing/documents/imported';
import { sourceFile } from '@nimule/fixtures/testing/documents/source-imports';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { getCustomerStats, lookupCustomer } from '../../customers/service.ts';
import { readSheet } from '../../documents/sheets/sheets.ts';
import { isoDate } from '../../kernel/dates.ts';
import { importers } from '../importers/service.ts';
import { type Mapping, writeMapping } from '../reading/rules-mapping.ts';
import type { ImportResult } from '../schema.ts';
import { importFile } from '../service.ts';
import { suggestMapping } from './rules-suggest.ts';

let app: MarkedApp;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  // Some files hold what customers owe.
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

type Changes = Partial<Mapping> & { dryRun?: boolean };

/** Imports a file with the mapping that is suggested for it, and what the user changes. */
async function importSource(key: string, changes: Changes = {}): Promise<ImportResult> {
  const path = sourceFile(key);
  const type = key.endsWith('invoices') ? 'billing' : 'customers';
  const names = new Map([
    ['firstname', 1],
    ['lastname', 1],
  ]);
  const sheet = await readSheet(path, { header: { names } });
  const rows: string[][] = [];
  for await (const batch of sheet.rows) rows.push(...batch.map(({ cells }) => cells));
  const { source, mapping } = suggestMapping(importers[type].table, sheet.info.header, rows);
  expect(source?.key).toBe(key);
  const { dryRun = false, map, value, set } = changes;
  return importFile(
    ctx(),
    { filename: `${key}.csv`, path, size: (await stat(path)).size },
    {
      type,
      dryRun,
      combineRows: source?.combinesRows,
      ...writeMapping({
        map: { ...mapping.map, ...map },
        value: { ...mapping.value, ...value },
        set: { ...mapping.set, ...set },
      }),
    },
  );
}

const splynxPlans = {
  'packageType.Home 10Mbps': 'Basic Fiber',
  'packageType.Home 50Mbps': 'Standard Fiber',
  'packageType.Office 100Mbps': 'Business Fiber',
};

describe('a file of Splynx', () => {
  it('becomes customers once their plans are translated, the same file again changes nothing', async () => {
    const refused = await importSource('splynx-customers', { dryRun: true });
    expect(countsOf(refused)).toEqual([0, 0, 0, 48]);
    expect(refused.errors).toHaveLength(3);
    expect(refused.errors[0]).toContain('packageType: "Home');

    const made = await importSource('splynx-customers', { value: splynxPlans });
    expect(countsOf(made)).toEqual([48, 0, 0, 0]);
    expect(made.warnings.join(' ')).not.toContain('No cell of the file');
    expect(await lookupCustomer(ctx(), '10')).toMatchObject({
      phone: expect.stringMatching(/^\+211/),
    });
    expect(await lookupCustomer(ctx(), '9')).toMatchObject({
      name: 'Juba Bridge Hotel',
      type: 'business',
      location: 'Wau',
      status: 'Suspended',
    });
    const again = await importSource('splynx-customers', { value: splynxPlans });
    expect(countsOf(again)).toEqual([0, 0, 48, 0]);
    expect(await getCustomerStats(ctx())).toMatchObject({ total: 48 });

    const invoices = await importSource('splynx-invoices', { dryRun: true });
    expect(countsOf(invoices)).toEqual([40, 0, 0, 0]);
  });
});

describe('a file of UISP CRM', () => {
  it('names its customers in two columns, and its invoices find them by name', async () => {
    const made = await importSource('uisp-clients');
    expect(countsOf(made)).toEqual([40, 0, 0, 0]);
    expect(await lookupCustomer(ctx(), '106')).toMatchObject({
      name: 'Juba Bridge Hotel',
      type: 'business',
      packageType: 'Flexible Plan',
    });
    expect(await lookupCustomer(ctx(), '101')).toMatchObject({ type: 'individual' });

    const invoices = await importSource('uisp-invoices', {
      dryRun: true,
      // The export has no date of payment.
      map: { paidDate: '' },
    });
    const reasons = invoices.errors.join('\n');
    expect(reasons).toContain(
      'customerName: Several customers are named Rebecca Lado, for example',
    );
    expect(reasons).toContain('customerName: There is no customer named Achol Nobody.');
    expect(invoices.recordsCreated).toBeGreaterThan(5);
  });
});

describe('a file of PHPNuxBill', () => {
  const plans = {
    'packageType.Hotspot-1day': 'Flexible Plan',
    'packageType.PPPoE-10M': 'Basic Fiber',
    'packageType.PPPoE-50M': 'Standard Fiber',
  };

  it('has several rows of one customer, which become one with the plan that is on', async () => {
    const made = await importSource('phpnuxbill-customers', { value: plans });
    expect(countsOf(made)).toEqual([30, 0, 0, 0]);
    expect(made.warnings).toContain('Rows that belong to the record of another row: 7.');
    expect(await lookupCustomer(ctx(), 'user020')).toMatchObject({ status: 'Inactive' });
    expect(await lookupCustomer(ctx(), 'user025')).toMatchObject({
      status: 'Active',
      packageType: 'Basic Fiber',
    });
    const again = await importSource('phpnuxbill-customers', { value: plans });
    expect(countsOf(again)).toEqual([0, 0, 30, 0]);
  });
});

describe('a file of Invoice Ninja', () => {
  it('becomes customers, and invoices with what is paid', async () => {
    expect(countsOf(await importSource('invoice-ninja-clients'))).toEqual([25, 0, 0, 0]);
    expect(await lookupCustomer(ctx(), '0002')).toMatchObject({ phone: '+211912516584' });
    const invoices = await importSource('invoice-ninja-invoices', {
      dryRun: true,
      map: { paidDate: 'Invoice Date' },
      value: { 'status.Sent': '' },
    });
    expect(invoices.warnings.join('\n')).toContain('left out, because drafts have not been issued');
  });
});
