import { countsOf, csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  getJournalEntry,
  listJournalEntries,
  reverseJournalEntry,
} from '../../accounting/journal/service.ts';
import { lockMonth, unlockMonth } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import type { Role } from '../../identity/roles.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import type { ImportResult } from '../schema.ts';

let app: TestApp;
const ctx = (role: Role = 'super_admin'): Ctx => contextOf(app, staff(role));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
});
afterAll(async () => {
  await app.close();
});

const HEADER = 'Date,Voucher No,Account,Debit,Credit,Narration';

async function importRows(
  rows: string[],
  dryRun = false,
  role?: Role,
  header = HEADER,
): Promise<ImportResult> {
  return importText(ctx(role), csvOf(header, rows), { type: 'accounting', dryRun });
}

async function entriesOf(month: number) {
  return (await listJournalEntries(ctx(), { month, year: 2026, source: 'import.accounting' })).rows;
}

it('posts the rows of a reference as one entry, wherever they are in the file, once', async () => {
  const rows = [
    '2026-06-30,JV-1,Rent,500,,Office and shop',
    '2026-06-30,JV-2,5920,0.10,,',
    '2026-06-30,JV-1,rent,500.00,0.00,Shop',
    ',JV-2,5930,0.20,,',
    '2026-06-30,JV-1,1110 - Cash on Hand,,"1,000.00",',
    ',JV-2,Bank - Main,,0.30,',
  ];
  expect(countsOf(await importRows(rows, true))).toEqual([2, 0, 0, 0]);
  expect(await entriesOf(6)).toEqual([]);
  const done = await importRows(rows);
  expect(countsOf(done)).toEqual([2, 0, 0, 0]);
  expect(done.recordsProcessed).toBe(6);
  const entries = await entriesOf(6);
  const entry = await getJournalEntry(ctx(), entries.find((one) => one.reference === 'JV-1')!.id);
  expect(entry).toMatchObject({ description: 'Office and shop', totalDebit: 100_000 });
  expect(entry.lines).toMatchObject([
    { accountCode: '5910', debitAmount: 50_000, description: 'Office and shop' },
    { accountCode: '5910', debitAmount: 50_000, description: 'Shop' },
    { accountCode: '1110', creditAmount: 100_000 },
  ]);
  expect(countsOf(await importRows(rows))).toEqual([0, 0, 2, 0]);
  expect(countsOf(await importRows(rows.slice().reverse()))).toEqual([0, 0, 2, 0]);
  await lockMonth(ctx(), isoMonth('2026-06'));
  expect(countsOf(await importRows(rows))).toEqual([0, 0, 2, 0]);
  await unlockMonth(ctx(), isoMonth('2026-06'));
  await reverseJournalEntry(ctx(), entry.id, { reason: 'Typed twice' });
  expect(countsOf(await importRows(rows))).toEqual([0, 0, 2, 0]);
  const changed = await importRows(['2026-06-30,JV-2,5920,9,,', '2026-06-30,JV-2,1110,,9,']);
  expect(changed.errors).toEqual([expect.stringContaining('JV-2 is already posted with another')]);
  expect((await checkBooks(ctx())).isSound).toBe(true);
});

it('refuses what cannot be posted, naming the rows', async () => {
  await lockMonth(ctx(), isoMonth('2026-05'));
  const pair = (reference: string, account: string, date = '2026-07-01') => [
    `${date},${reference},${account},10,,`,
    `${date},${reference},1110,,10,`,
  ];
  const result = await importRows([
    '2026-07-01,R-1,5910,10,,',
    '2026-07-01,R-1,1110,,9.99,',
    '2026-07-01,R-2,5910,10,,',
    '2026-07-01,R-3,5910,10,,',
    '2026-07-02,R-3,1110,,10,',
    '2026-07-01,R-4,5910,10,10,',
    '2026-07-01,R-4,1110,,,',
    ...pair('R-5', '9999'),
    ...pair('R-6', '1210'),
    ...pair('R-7', '5910', '2026-05-31'),
    ...pair('R-8', '5900'),
    ...pair('R-9', '5910', ''),
    '2026-07-01,R-10,,10,,',
    '2026-07-01,R-10,1110,,10,',
    '2026-07-01,R-11,5910,-10,,',
    '2026-07-01,R-11,1110,,10,',
  ]);
  await unlockMonth(ctx(), isoMonth('2026-05'));
  expect(countsOf(result)).toEqual([0, 0, 0, 21]);
  expect(result.errors).toEqual(
    expect.arrayContaining([
      '2 rows (2, 3): reference: Rows 2 and 3 have the reference R-1 and do not balance: debits $10.00, credits $9.99.',
      'Row 4: reference: R-2 stands in this row alone. An entry needs at least 2 rows with its reference, which balance.',
      '2 rows (5, 6): reference: Rows 5 and 6 have the reference R-3 and different dates (2026-07-01, 2026-07-02). An entry has one date.',
      '2 rows (7, 8): reference: Rows 7 and 8 have the reference R-4, and row 7 has a debit and a credit.',
      '2 rows (9, 10): account: Row 9: There is no account 9999.',
      expect.stringContaining(
        'account: Row 11: 1210 Residential AR is kept by invoices and payments',
      ),
      '2 rows (13, 14): date: May 2026 is locked in the books.',
      expect.stringContaining('account: Row 15: Only active level-2 accounts'),
      '2 rows (17, 18): reference: Rows 17 and 18 have the reference R-9, and none of them has a date.',
      '2 rows (19, 20): reference: Rows 19 and 20 have the reference R-10, and row 19 has no account.',
      'Row 21: debit: The amount cannot be negative; it says -10.',
    ]),
  );
  expect(await entriesOf(7)).toEqual([]);
});

it('needs the permission to post entries', async () => {
  await expect(importRows([], false, 'support')).rejects.toMatchObject({ kind: 'forbidden' });
  const rows = ['2026-08-01,C-1,5910,10,,', '2026-08-01,C-1,1110,,10,'];
  expect(countsOf(await importRows(rows, false, 'ceo'))).toEqual([1, 0, 0, 0]);
});

it('takes the pounds of lines on pound accounts, with or without a sign, and no others', async () => {
  const importPounds = (...rows: string[]) =>
    importRows(rows, false, undefined, 'Date,Voucher No,Account,Debit,Credit,SSP Amount');
  const wrong = await importPounds(
    '2026-05-04,P-1,1160,10,,',
    '2026-05-04,P-1,3110,,10,',
    '2026-05-04,P-2,1160,10,,4000',
    '2026-05-04,P-2,3110,,10,-4000',
    '2026-05-04,P-3,1160,10,,-4000',
    '2026-05-04,P-3,3110,,10,',
  );
  expect(countsOf(wrong)).toEqual([0, 0, 0, 6]);
  expect(wrong.errors).toEqual([
    '2 rows (2, 3): amountSsp: Row 2: 1160 Cash on Hand - SSP is kept in pounds: say how many pounds the line is, 0 for a revaluation.',
    "2 rows (4, 5): amountSsp: Row 5: 3110 Owner's Capital is kept in dollars: a line on it has no pounds.",
    '2 rows (6, 7): amountSsp: Row 6: The pounds of a debit cannot be below zero.',
  ]);

  const right = [
    '2026-05-04,P-1,1160,10,,"4,000.00"',
    '2026-05-04,P-1,1170,,6,-2400',
    '2026-05-04,P-1,1180,,3,1200',
    '2026-05-04,P-1,3110,,1,0.00',
    '2026-05-31,P-2,5620,2,,',
    '2026-05-31,P-2,1160,,2,0',
  ];
  expect(countsOf(await importPounds(...right))).toEqual([2, 0, 0, 0]);
  expect(countsOf(await importPounds(...right))).toEqual([0, 0, 2, 0]);
  const changed = right.map((row) => row.replace('2400', '2500'));
  expect((await importPounds(...changed)).errors).toEqual([
    expect.stringContaining('P-1 is already posted with another date or other amounts.'),
  ]);
  const entry = (await entriesOf(5)).find(({ reference }) => reference === 'P-1')!;
  expect((await getJournalEntry(ctx(), entry.id)).lines.map((one) => one.sspAmount)).toEqual([
    400_000,
    240_000,
    120_000,
    null,
  ]);
  expect((await checkBooks(ctx())).isSound).toBe(true);
});
