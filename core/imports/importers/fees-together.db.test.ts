import { csvOf, importText, previewText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { runBilling } from '../../billing/runs/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import type { ImportInput, ImportResult } from '../schema.ts';
import { undoRun } from '../undo/service.ts';

let app: MarkedApp;
const ctx = () => contextOf(app, staff('super_admin'));
const CUSTOMERS = 'customerId,name,email,packageType,bandwidth,status';
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await importText(
    ctx(),
    csvOf(CUSTOMERS, [
      'SC001,Akol Traders,akol@example.org,Flexible Plan,5,Active',
      'SC002,Deng Hotel,deng@example.org,Flexible Plan,8,Active',
    ]),
    { type: 'customers' },
  );
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

const HEADER =
  'Client ID,Client,Email,Amount,Frequency,Status,Plan,Number,Next Date,End Date,Currency';
const load = (rows: readonly string[], input: Partial<ImportInput> = {}) =>
  importText(ctx(), csvOf(HEADER, rows), { type: 'fees', ...input });
const terms = async (): Promise<string[]> =>
  (
    await sql<{
      text: string;
    }>`select customer_id || ' ' || package_type || ' ' || bandwidth || ' ' ||
      (monthly_fee_cents / 100.0)::numeric(12, 2) as text from customers order by customer_id`.execute(
      app.db,
    )
  ).rows.map(({ text }) => text);
const latestRun = async () =>
  (await sql<{ id: number }>`select max(id) as id from import_runs`.execute(app.db)).rows[0]!.id;
const told = ({ warnings, errors }: ImportResult) => [...warnings, ...errors].join('\n');
const BEFORE = ['SC001 Flexible Plan 5 0.00', 'SC002 Flexible Plan 8 0.00'];

describe('rows that name one customer in different ways stand or fall together', () => {
  const GOOD = [
    'SC001,,,50.00,monthly,Active,,R1,,,',
    ',Akol Traders,,20.00,monthly,Active,,R2,,,',
    ',Nobody,AKOL@example.org,5.00,monthly,Active,,R3,,,',
  ];
  const OTHER = 'SC002,,,30.00,monthly,Active,,R9,,,';

  it('are added where all of them can be taken', async () => {
    expect((await load([...GOOD, OTHER])).errors).toEqual([]);
    expect(await terms()).toEqual(['SC001 Flexible Plan 5 75.00', 'SC002 Flexible Plan 8 30.00']);
  });

  for (const [what, broken, reason] of [
    ['that cannot be read', 'sc001,akol,,5.00,now and then,Active,,R4,,,', '"now and then"'],
    ['that is no monthly fee', ',akol traders,,5.00,weekly,Active,,R4,,,', 'invoiced weekly'],
    ['without a rate', 'SC001,,x@example.org,5.00,monthly,Active,,R4,,,KES', 'KES is neither'],
    ['with another amount of a number', ',AKOL Traders,,5.00,monthly,Active,,R1,,,', 'number R1'],
  ] as const)
    it(`and none is taken beside one ${what}`, async () => {
      const result = await load([...GOOD, broken, OTHER]);
      expect([result.recordsUpdated, result.recordsFailed]).toEqual([1, 4]);
      expect(told(result)).toContain(reason);
      expect(told(result)).toMatch(/no row of SC001 is/i);
      expect(await terms()).toEqual([BEFORE[0], 'SC002 Flexible Plan 8 30.00']);
      const preview = await previewText(ctx(), csvOf(HEADER, [...GOOD, broken, OTHER]), {
        type: 'fees',
      });
      expect(preview.counts).toMatchObject({ refused: 4, same: 1 });
    });

  it('and an ended one takes nothing from the others', async () => {
    const result = await load([...GOOD, ',akol TRADERS,,9.00,weekly,Active,,R4,,2026-10-31,']);
    expect(result.errors).toEqual([]);
    expect((await terms())[0]).toBe('SC001 Flexible Plan 5 75.00');
  });

  it('and are refused where they come to more than an amount can be', async () => {
    const result = await load([
      'SC001,,,2900000.00,monthly,Active,,R1,,,',
      ',Akol Traders,,2900000.00,monthly,Active,,R2,,,',
    ]);
    expect([result.recordsUpdated, result.recordsFailed]).toEqual([0, 2]);
    expect(told(result)).toContain('together cannot be above $3,000,000.00');
  });
});

describe('the plan of a fee', () => {
  it('is not that of a row that has ended, nor the same twice', async () => {
    await load([
      'SC001,,,9.00,monthly,Active,Home 10,R1,,2026-10-31,',
      'SC001,,,125.00,monthly,Active,Basic Fiber,R2,,,',
      'SC002,,,125.00,monthly,Active,Basic Fiber,R3,,,',
      'SC002,,,125.00,monthly,Active,Basic Fiber,R3,,,',
    ]);
    expect(await terms()).toEqual(['SC001 Basic Fiber 10 125.00', 'SC002 Basic Fiber 10 125.00']);
  });
});

describe('who has paid ahead', () => {
  const FILE = [
    'SC001,,,50.00,monthly,Active,,R1,2026-12-01,,',
    'SC002,,,30.00,monthly,Active,,R2,2026-11-25,,',
  ];
  const AHEAD = 'look whether the customer has paid ahead';

  it('is told while the run of this month is still to come', async () => {
    const result = await load(FILE);
    expect(told(result)).toContain(`${AHEAD}: SC001`);
    expect(told(result)).not.toContain('SC002');
  });

  it('is judged by the next month once this one is billed', async () => {
    await runBilling(ctx());
    expect(told(await load(FILE))).not.toContain(AHEAD);
    const later = FILE.map((row) => row.replace('2026-12-01', '2027-01-01'));
    expect(told(await load(later))).toContain(`${AHEAD}: SC001`);
  });

  it('is judged by the next month where a former system has billed this one', async () => {
    await setOpeningDate(ctx(), { openingDate: isoDate('2026-12-01') });
    expect(told(await load(FILE))).not.toContain(AHEAD);
  });
});

it('a customer whom the undo of an import has taken back gets no fee, and comes back as new', async () => {
  const text = csvOf('customerId,name,packageType', ['SC003,Nile Clinic,Basic Fiber']);
  const bills = csvOf('invoiceId,customerId,amountUsd,billDate', ['A1,SC003,50,2026-11-05']);
  await importText(ctx(), text, { type: 'customers' });
  const customers = await latestRun();
  await importText(ctx(), bills, { type: 'billing' });
  await undoRun(ctx(), await latestRun(), { wait: true });
  await undoRun(ctx(), customers, { wait: true });
  const status = async () =>
    (
      await sql<{
        status: string;
      }>`select status from customers where customer_id = 'SC003'`.execute(app.db)
    ).rows.map((row) => row.status);
  expect(await status()).toEqual(['Inactive']);
  const fee = ['SC003,,,99.00,monthly,Active,,R1,,,'];
  const result = await load(fee);
  expect([result.recordsUpdated, result.recordsFailed]).toEqual([0, 1]);
  expect(told(result)).toContain('An import of SC003 was undone. Import the customers first.');
  expect(await importText(ctx(), text, { type: 'customers' })).toMatchObject({ recordsCreated: 1 });
  expect(await status()).toEqual(['Active']);
  expect(await load(fee)).toMatchObject({ recordsUpdated: 1 });
});
