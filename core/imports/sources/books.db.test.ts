import { readFile, stat } from 'node:fs/promises';
import { sourceFile } from '@nimule/fixtures/testing/documents/source-imports';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { listAccounts, trialBalance } from '../../accounting/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import type { ImportResult } from '../schema.ts';
import { importFile } from '../service.ts';

let app: MarkedApp;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

async function importSource(key: string): Promise<ImportResult> {
  const path = sourceFile(key);
  const upload = { filename: `${key}.csv`, path, size: (await stat(path)).size };
  return importFile(ctx(), upload, { type: 'general' });
}

it('a chart of accounts of Xero is imported once, each account once', async () => {
  const before = await listAccounts(ctx());
  const made = await importSource('xero-accounts');
  expect([made.recordsCreated, made.recordsFailed]).toEqual([14, 0]);
  const lines = (await readFile(sourceFile('xero-accounts'), 'utf8')).trim().split('\n').slice(1);
  const accounts = await listAccounts(ctx());
  // With the groups Other Assets and Other Liabilities.
  expect(accounts.length - before.length).toBe(lines.length + 2);
  for (const line of lines) {
    const [code, name] = line.split(',');
    expect(accounts.find((one) => one.code === code)).toMatchObject({ name, level: 2 });
  }
  expect((await importSource('xero-accounts')).recordsUnchanged).toBe(14);
});

it('a trial balance of QuickBooks reconciles to the cent', async () => {
  const made = await importSource('quickbooks-trial-balance');
  expect(made.errors).toEqual([
    expect.stringContaining('opening balances of customers'),
    expect.stringContaining('importing items, or entering equipment, with the quantity in stock'),
  ]);
  expect([made.recordsCreated, made.recordsFailed]).toEqual([10, 2]);
  expect(made.warnings.join('\n')).toContain('Row 16: left out');
  const { accounts } = await trialBalance(ctx(), { month: 10, year: 2026 });
  const books = new Map(accounts.map(({ name, debit, credit }) => [name, debit - credit]));
  // Debits less credits of the file in cents, from its text.
  const text = await readFile(sourceFile('quickbooks-trial-balance'), 'utf8');
  const rows = text.trim().split('\n').slice(3, -1);
  const file = new Map(
    rows.map((line) => {
      const [name = '', type = '', , debit = '', credit = ''] = line
        .replace(/"([^"]*)"/g, (_, cell: string) => cell.replaceAll(',', ''))
        .split(',');
      return [name, { type, net: Math.round((Number(debit) - Number(credit)) * 100) }];
    }),
  );
  const earned = ['Income', 'Cost of Goods Sold', 'Expenses'];
  const byModules = ['Residential AR', 'Equipment Inventory'];
  let result = 0;
  for (const [name, { type, net }] of file) {
    if (earned.includes(type)) result += net;
    else if (!byModules.includes(name)) expect([name, books.get(name)]).toEqual([name, net]);
  }
  expect(books.get('Retained Earnings')).toBe(result);
  const open = byModules.reduce((sum, name) => sum + file.get(name)!.net, 0);
  expect(books.get('Opening Balances')).toBe(open);
});
