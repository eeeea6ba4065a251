import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inline, workbook } from '@nimule/fixtures/testing/documents/workbook';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listCustomers } from '../../billing/accounts/service-list.ts';
import { previewFile } from '../preview/service.ts';
import { getImportRun, listImportRuns } from '../runs/service-history.ts';
import type { ImportInput } from '../schema.ts';
import type { ImportPreview } from '../schema-centre.ts';
import { importFile } from '../service.ts';

let app: TestApp;
let folder: string;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-told-'));
});
afterEach(async () => {
  await sql`delete from customers`.execute(app.db);
  await sql`delete from counters where name = 'customer'`.execute(app.db);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function written(content: string | Buffer): Promise<string> {
  const path = join(folder, 'upload');
  await writeFile(path, content);
  return path;
}
async function load(content: string | Buffer, input: Partial<ImportInput> = {}, forShell = false) {
  const path = await written(content);
  const upload = { filename: 'file', path, size: (await stat(path)).size };
  return importFile(ctx(), upload, { type: 'customers', ...input }, { forShell });
}
async function preview(content: string | Buffer, type: ImportInput['type'] = 'customers') {
  return previewFile(
    ctx(),
    { path: await written(content), filename: 'file' },
    { type, show: 'all' },
  );
}
async function customers(fields: readonly ('location' | 'packageType' | 'monthlyFeeUsd')[]) {
  const { rows } = await listCustomers(ctx(), { sort: 'customerId', pageSize: 100 });
  return rows.map((row) => [row.customerId, ...fields.map((field) => row[field])]);
}
const sumOf = ({ counts }: ImportPreview) =>
  counts.new + counts.changed + counts.same + counts.refused + counts.lines + counts.leftOut;

const cell = (column: string, row: number, text: string) =>
  text === '' ? '' : inline(text).replace('<c', `<c r="${column}${row}"`);
const towns = [
  ['Customer ID', 'Name', 'Location', 'Monthly Fee'],
  ['M-1', 'Achol Deng', 'Wau', '50'],
  ['M-2', 'Bol Garang', '', '60'],
  ['M-3', 'Chol Majok', '', '70'],
  ['M-4', 'Deng Lado', 'Yei', '80'],
  ['M-5', 'Emmanuel Wani', 'Malakal', '90'],
  ['M-6', 'Fatuma Juma', 'Malakal', ''],
];
const mergedTowns = workbook([
  {
    name: 'Customers',
    rows: towns
      .map((line, at) => {
        const row = at + 1;
        const texts = line.map((text, column) => cell('ABCD'[column]!, row, text)).join('');
        return `<row r="${row}"${row === 5 ? ' hidden="1"' : ''}>${texts}</row>`;
      })
      .join(''),
    after: '<mergeCells count="2"><mergeCell ref="C2:C4"/><mergeCell ref="D6:D7"/></mergeCells>',
  },
]);

it('a value merged over rows is that of each, a merged amount refuses them, and hidden rows are told', async () => {
  const result = await load(mergedTowns);
  expect(await customers(['location', 'monthlyFeeUsd'])).toEqual([
    ['M-1', 'Wau', 50_00],
    ['M-2', 'Wau', 60_00],
    ['M-3', 'Wau', 70_00],
    ['M-4', 'Yei', 80_00],
  ]);
  expect(result.warnings).toContain(
    '"Location" has cells that are merged over several rows; their value was taken for each of them: rows 2, 3, 4.',
  );
  expect(result.warnings).toContain(
    'Rows that are hidden in the workbook were read like the others: 5. Delete them there if they are not meant.',
  );
  expect(result.errors).toEqual([
    '2 rows (6, 7): The cell of the column "Monthly Fee" is merged over several rows. Write the amount of each row in its own cell.',
  ]);
  expect(await load(mergedTowns)).toMatchObject({ recordsUnchanged: 4, recordsUpdated: 0 });
});

it('a blank location is told, once for the file and only of new customers', async () => {
  const text =
    'customerId,name,location,status,packageType\nL-1,Akol,,Active,Basic Fiber\nL-2,Bol,Wau,Active,Basic Fiber\nL-3,Chol,,Active,Basic Fiber\n';
  const told =
    '2 rows (2, 4): location: The file says none; the customer is in Juba Central until it is changed.';
  const shown = await preview(text);
  expect(shown.reasons).toMatchObject([
    {
      field: 'location',
      isRefusal: false,
      rows: 2,
      message: expect.stringContaining('Juba Central'),
    },
  ]);
  expect((await load(text)).warnings).toContain(told);
  expect((await load(text)).warnings.filter((warning) => warning.includes('location'))).toEqual([]);
});

const FEES =
  'customerId,name,packageType,monthlyFeeUsd\nF-1,Akol,Basic Fiber,300\nF-2,Bol,Basic Fiber,125\n';
const KEPT = [
  ['F-1', 'Flexible Plan', 300_00],
  ['F-2', 'Basic Fiber', 125_00],
];
const fees = () => customers(['packageType', 'monthlyFeeUsd']);

it('the page and the call give a file with fees the same ones, and twice changes nothing', async () => {
  const shown = await preview(FEES);
  expect(shown.settings.keepPrices).toBe(true);
  expect(await load(FEES)).toMatchObject({ recordsCreated: 2 });
  expect(await fees()).toEqual(KEPT);
  for (const keepPrices of [undefined, true, false, true, undefined]) {
    const input = keepPrices === undefined ? {} : { keepPrices };
    expect(await load(FEES, input)).toMatchObject({ recordsUnchanged: 2, recordsUpdated: 0 });
    expect(await fees()).toEqual(KEPT);
  }
});

it('prices of packages are given if that is asked for, and kept ones stay once they are kept', async () => {
  await load(FEES, { keepPrices: false });
  expect(await fees()).toEqual([
    ['F-1', 'Basic Fiber', 125_00],
    ['F-2', 'Basic Fiber', 125_00],
  ]);
  expect(await load(FEES, { keepPrices: false })).toMatchObject({ recordsUnchanged: 2 });
  expect(await load(FEES)).toMatchObject({ recordsUpdated: 1 });
  expect(await load(FEES, { keepPrices: false })).toMatchObject({ recordsUnchanged: 2 });
  expect(await fees()).toEqual(KEPT);
  // Another fee in the file is a change, by the package's price where that is asked for.
  const other = FEES.replace('300', '310');
  expect(await load(other, { keepPrices: false })).toMatchObject({ recordsUpdated: 1 });
  expect((await fees())[0]).toEqual(['F-1', 'Basic Fiber', 125_00]);
});

it('an import that only changed fees says why it cannot be undone', async () => {
  await load(FEES);
  await load(FEES.replace('300', '310'));
  await load(FEES.replace('300', '310'));
  const { rows } = await listImportRuns(ctx(), { pageSize: 2 });
  const whys = await Promise.all(
    rows.map(async ({ id }) => (await getImportRun(ctx(), id)).whyNotUndo),
  );
  expect(whys).toEqual([
    'It created nothing.',
    'It created nothing, and what it changed is not set back: the list of changed records has the values before it.',
  ]);
});

it('the counts of a preview add up to the rows of the file', async () => {
  const shown = await preview(
    'customerId,name,monthlyFeeUsd\nC-1,Akol,10\nC-2,Bol,x\nC-3,Chol,20\nEXAMPLE-001,Example Trading Co.,180.00\n,Total,30\n',
  );
  expect(shown.counts).toMatchObject({ rows: 5, new: 2 });
  expect(sumOf(shown)).toBe(shown.counts.rows);
  const journal = await preview(
    'reference,date,account,debit,credit\nJ-1,2026-11-02,1110,10,\nJ-1,2026-11-02,3110,,10\nJ-2,2026-11-03,1110,5,\nJ-2,2026-11-03,9999,,5\n',
    'accounting',
  );
  expect(journal.counts).toMatchObject({ rows: 4, new: 1, lines: 1, refused: 2 });
  expect(sumOf(journal)).toBe(journal.counts.rows);
});

it('only the shell is told of its options', async () => {
  const text = 'customerId,name,monthlyFeeUsd\nC-1,Akol,thirty\n';
  const problem = 'Row 2: monthlyFeeUsd: Enter an amount such as 125 or 1,250.50; it says thirty.';
  expect((await load(text)).errors).toEqual([problem]);
  expect((await load(text, {}, true)).errors).toEqual([
    `${problem} Mend it with --value "monthlyFeeUsd.thirty=AMOUNT".`,
  ]);
});
