import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { getImportRun } from '../runs/service-history.ts';
import type { ImportInput } from '../schema.ts';

let app: MarkedApp;
const ctx = () => contextOf(app, staff('super_admin'));
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

/** The largest amount that is read, at the smallest rate that can be given. */
const MOST = '9999999999.99';
const TINY = { value: JSON.stringify({ 'currency.KES': '0.000001' }) };
const FILES: readonly [ImportInput['type'], string, string[]][] = [
  ['customers', 'customerId,name,monthlyFeeUsd,currency', [`C1,One,${MOST},KES`]],
  ['customers', 'customerId,name,openingBalanceUsd,currency', [`C1,One,-${MOST},KES`]],
  [
    'billing',
    'invoiceId,customerId,amountUsd,billDate,currency',
    [`A1,SC001,${MOST},2026-11-02,KES`],
  ],
  [
    'billing',
    'invoiceId,customerId,description,amountUsd,billDate,currency',
    [`A1,SC001,one,${MOST},2026-11-02,KES`, `A1,SC001,two,${MOST},2026-11-02,KES`],
  ],
  ['cash', 'date,amount,account,counterAccount,currency', [`2026-11-02,-${MOST},1110,5110,KES`]],
  ['openings', 'account,debit,credit,currency', [`1110,${MOST},,KES`, `3110,,${MOST},KES`]],
  ['expenses', 'date,vendor,category,amount,currency', [`2026-11-02,Shop,rent,${MOST},KES`]],
  ['items', 'name,unitCostUsd,quantityInStock,currency', [`Router,${MOST},9,KES`]],
  ['bundles', 'name,price,validity,currency', [`Day,${MOST},1 day,KES`]],
  ['fees', 'customerId,amount,frequency,currency', [`SC001,${MOST},monthly,KES`]],
];

describe('an amount that is too large at its rate', () => {
  it.each(FILES)('refuses its rows in words: %s %s', async (type, header, rows) => {
    await importText(ctx(), 'customerId,name\nSC001,Akol Traders\n', { type: 'customers' });
    const text = csvOf(header, rows);
    const result = await importText(ctx(), text, { type, ...TINY });
    expect([result.recordsCreated, result.recordsUpdated]).toEqual([0, 0]);
    expect(result.recordsFailed).toBe(rows.length);
    expect(result.errors.join('\n')).toMatch(
      /cannot be (above|larger than) \$|cannot be worth|come to more/,
    );
    const dry = await importText(ctx(), text, { type, ...TINY, dryRun: true });
    expect(dry.errors).toEqual(result.errors);
    for (const { unexplained } of (await getImportRun(ctx(), 2)).reconciliation ?? [])
      expect(Number(unexplained)).toBe(0);
  });
});

it('a trial balance that is larger than the books can be is refused, whatever its columns', async () => {
  for (const rows of [
    ['1110,40000000000000,-40000000000000,,', '3110,,1,,'],
    ['1110,30000000000000,,,', '1120,30000000000000,,,', '3110,,60000000000000,,'],
    ...[[...Array.from({ length: 4500 }, () => '1130,,,9999999999.99,'), '3110,,,,5']],
  ]) {
    const text = csvOf('account,debit,credit,debitSsp,creditSsp', rows);
    const result = await importText(ctx(), text, { type: 'openings' });
    expect(result.errors.join('\n')).toContain('An entry cannot be larger than');
  }
});

it('a column of numbers that are no amounts is refused, and summed up', async () => {
  const rows = Array.from(
    { length: 4200 },
    (_, n) => `2026-11-02,9999999999.${10 + (n % 90)},1115`,
  );
  const text = csvOf('date,moneyInSsp,account', rows);
  const result = await importText(ctx(), text, { type: 'cash' });
  expect(result.recordsFailed).toBe(4200);
  const inSsp = (await getImportRun(ctx(), 1)).reconciliation?.find(({ key }) => key === 'inSsp');
  expect(inSsp?.file).toBe(inSsp?.refused);
  expect(Number(inSsp?.file)).toBeGreaterThan(4.1e13);
});

it('an invoice in pounds may have lines of more pounds than an invoice may have dollars', async () => {
  await importText(ctx(), 'customerId,name\nSC001,Akol Traders\n', { type: 'customers' });
  const result = await importText(
    ctx(),
    csvOf('invoiceId,customerId,description,amountUsd,billDate,currency', [
      'A1,SC001,one,2000000,2026-11-02,SSP',
      'A1,SC001,two,2000000,2026-11-02,SSP',
    ]),
    { type: 'billing' },
  );
  expect(result.errors).toEqual([]);
  const { rows } = await sql<{
    usd: number;
  }>`select amount_cents::int as usd from invoices`.execute(app.db);
  expect(rows.length).toBe(1);
});
