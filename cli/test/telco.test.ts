import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

const FILE = fileURLToPath(
  new URL('../../fixtures/files/telco-customer-churn.csv', import.meta.url),
);
const importing = [
  ...['import', 'customers', FILE],
  ...['--map', 'customerId=customerID', '--map', 'name=customerID'],
  ...['--map', 'monthlyFeeUsd=MonthlyCharges', '--map', 'status=Churn'],
  ...['--value', 'status.No=Active', '--value', 'status.Yes=Inactive'],
  ...['--set', 'packageType=Flexible Plan', '--set', 'type=individual'],
  ...['--set', 'location=Juba Central', '--set', 'serviceStartDate=2026-01-01'],
];
const RECEIVABLES = /^1[12]\d\d$/;

it('the first month from a real file, as typed: imported, billed once, and balanced to the cent', async () => {
  const imported = await shell.isp([...importing, '--format', 'json']);
  expect([imported.code, JSON.parse(imported.stdout)]).toMatchObject([
    0,
    { recordsProcessed: 7043, recordsCreated: 7043, recordsUpdated: 0, errors: [] },
  ]);
  const billing = 'billing run --month 2026-11 --yes --format json';
  const first = await shell.isp(billing);
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
    0,
    { month: '2026-11', invoicesGenerated: 5174, totalRevenue: 316_985.75 },
  ]);
  const second = await shell.isp(billing);
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([
    0,
    { month: '2026-11', invoicesGenerated: 0, totalRevenue: 0 },
  ]);
  const books = JSON.parse(
    (await shell.isp('books trial-balance --month 2026-11 --format json')).stdout,
  ) as {
    isBalanced: boolean;
    totalDebit: number;
    totalCredit: number;
    accounts: { code: string; name: string; debit: number }[];
  };
  expect(books).toMatchObject({
    isBalanced: true,
    totalDebit: 316_985.75,
    totalCredit: 316_985.75,
  });
  const receivables = books.accounts.filter(({ code }) => RECEIVABLES.test(code));
  expect(receivables.map(({ debit }) => debit).filter((debit) => debit > 0)).toEqual([316_985.75]);
});
