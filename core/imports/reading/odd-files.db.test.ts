import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { withoutLocations } from '@nimule/fixtures/testing/documents/imported';
import { formatStyles, inline, workbook } from '@nimule/fixtures/testing/documents/workbook';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import { lookupCustomer } from '../../customers/service.ts';
import { isAppError } from '../../kernel/errors.ts';
import { waitForImportSlot } from '../runs/service-queue.ts';
import type { ImportInput, ImportResult } from '../schema.ts';
import { type ImportOptions, importFile, importStatus } from '../service.ts';

let app: TestApp;
let folder: string;
const ctx = (): Ctx => contextOf(app, staff('admin'));

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-odd-'));
});
afterEach(async () => {
  await emptyTables(app, 'customers');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

let written = 0;

async function importBytes(
  bytes: string | Uint8Array,
  input: Partial<ImportInput> = {},
  given: { as?: Ctx; filename?: string; options?: ImportOptions } = {},
): Promise<ImportResult> {
  written += 1;
  const path = join(folder, `upload-${written}`);
  await writeFile(path, bytes);
  const upload = { filename: given.filename ?? 'customers.csv', path, size: bytes.length };
  const sent = { type: 'customers' as const, ...input };
  const result = await importFile(given.as ?? ctx(), upload, sent, given.options);
  return { ...result, warnings: withoutLocations(result.warnings) };
}

async function refusal(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const number = (value: number, style = 0) => `<c s="${style}"><v>${value}</v></c>`;

describe('a text file', () => {
  const LINES = [
    ['customerId', 'name', 'monthlyFee', 'Start', 'notes'],
    ['A-1', 'Café Müller', 'USD 1.200,00', '31-Jan-26', 'é'],
    ['A-2', 'Nyandeng', '(35,00)', '01/02/2026', ''],
    ['A-3', 'Deng “Ayii”', '1.200,00', '46053', ''],
  ];
  const text = (separator: string, end = '\r\n') =>
    LINES.map((cells) => cells.join(separator)).join(end);
  const utf16 = (content: string) => Buffer.from(`\uFEFF${content}`, 'utf16le');
  const windows1252 = (content: string) =>
    Buffer.from(content.replace('“', '\x93').replace('”', '\x94'), 'latin1');

  it.each([
    ['in UTF-16 with tabs, as Excel writes Unicode text', utf16(text('\t'))],
    ['in UTF-16 with the high byte first', Buffer.from(utf16(text('\t'))).swap16()],
    ['in Windows-1252 with semicolons', windows1252(text(';'))],
    ['in UTF-8 with a mark and semicolons', `\uFEFF${text(';', '\n')}`],
    ['in UTF-8 with tabs', text('\t', '\r')],
  ])('%s is read the same', async (_, bytes) => {
    const map = JSON.stringify({ serviceStartDate: 'Start' });
    const set = JSON.stringify({ packageType: 'Flexible Plan' });
    const result = await importBytes(bytes, { map, set });
    expect([result.recordsCreated, result.recordsFailed]).toEqual([2, 1]);
    expect(result.errors).toEqual([
      expect.stringMatching(/^Row 3: monthlyFeeUsd: .* it says \(35,00\)/),
    ]);
    expect(result.warnings.join('\n')).toMatch(/46053 is a number.*\(2026-01-31\)/);
    expect(result.warnings.join('\n')).toMatch(/01\/02\/2026 can be read in two ways/);
    const fields = { monthlyFeeUsd: 120_000, serviceStartDate: '2026-01-31' };
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({ ...fields, name: 'Café Müller' });
    expect(await lookupCustomer(ctx(), 'A-3')).toMatchObject({ ...fields, name: 'Deng “Ayii”' });
  });
});

describe('a workbook', () => {
  it('with the 1904 date system has the correct bill dates, also with tags of Excel', async () => {
    await importBytes('customerId,name\nA-1,Akol\n');
    const header = row(...['Invoice No', 'Customer No', 'Amount', 'Date', 'Due'].map(inline));
    const bill = row(
      ...[inline('B-1'), inline('A-1'), number(180), number(44_865, 1), number(44_880, 1)],
    );
    const bytes = workbook([{ name: 'Bills', rows: header + bill }], {
      properties: '<workbookPr date1904="1"/>',
      extensions: '<extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>',
      styles: formatStyles(['yyyy-mm-dd']),
    });
    const result = await importBytes(bytes, { type: 'billing' }, { filename: 'bills.xlsx' });
    expect(result).toMatchObject({ recordsCreated: 1, errors: [] });
    const { rows } = await sql`
      select bill_date::text, due_date::text from invoices`.execute(app.db);
    expect(rows).toEqual([{ bill_date: '2026-11-01', due_date: '2026-11-16' }]);
  });

  it('does not import pounds as dollars, and keeps the leading zeros of its ids', async () => {
    const formats = ['00000', '"SSP" #,##0', '"£"#,##0', '[$€-2]\\ #,##0', '"$"#,##0.00', '0.00'];
    const header = row(...['Customer ID', 'Name', 'Monthly Fee'].map(inline));
    const rows = formats
      .slice(1)
      .map((_, at) => row(number(at + 1, 1), inline(`Name ${at + 1}`), number(45_000, at + 2)));
    const bytes = workbook([{ name: 'S', rows: header + rows.join('') }], {
      styles: formatStyles(formats),
    });
    const set = JSON.stringify({ packageType: 'Flexible Plan' });
    const result = await importBytes(bytes, { set }, { filename: 'customers.xlsx' });
    const pounds = 'This amount is in South Sudanese pounds. Enter it in US dollars';
    const amount = 'Enter an amount such as 125 or 1,250.50';
    expect(result.errors).toEqual([
      `Row 2: monthlyFeeUsd: ${pounds}; it says SSP 45000.`,
      `Row 3: monthlyFeeUsd: ${amount}; it says £45000.`,
      `Row 4: monthlyFeeUsd: ${amount}; it says €45000.`,
    ]);
    // The same texts in a .csv are refused alike.
    const csv = await importBytes('customerId,name,fee\n1,A,SSP 45000\n2,B,£45000\n3,C,€45000\n');
    expect(csv.errors).toEqual(result.errors);
    expect(await lookupCustomer(ctx(), '00004')).toMatchObject({ monthlyFeeUsd: 4_500_000 });
    expect(await lookupCustomer(ctx(), '00005')).toMatchObject({ monthlyFeeUsd: 4_500_000 });
    expect(result.recordsCreated).toBe(2);
  });
});

describe('a truncated .csv', () => {
  it('creates no customer from an incomplete row, and reports rows without minor cells', async () => {
    const result = await importBytes(
      [
        'customerId,name,monthlyFeeUsd,status,phone,notes',
        'C-1,Akol,20,Active,,first',
        'C-2,Bol,20,Inactive',
        'C-3,Chol,20',
        'C-4,Deng',
        'C-5,Emmanuel,20,Active,,x',
        'C-6,Fatuma,2',
      ].join('\n'),
    );
    expect(result.errors).toEqual([
      'Row 4: This row has 3 of 6 cells, and none for status. Was it cut off?',
      'Row 5: This row has 2 of 6 cells, and none for monthlyFeeUsd, status. Was it cut off?',
      'Row 7: The file ends in the middle of this row: it has 3 of 6 cells. If the file was cut off, save or send it again.',
    ]);
    expect(result.warnings).toEqual([
      'Columns that were not read: notes.',
      'Rows with fewer cells than the header: 3. What is missing there was taken as empty.',
    ]);
    expect(await lookupCustomer(ctx(), 'C-2')).toMatchObject({ status: 'Inactive' });
    expect([result.recordsCreated, result.recordsFailed]).toEqual([3, 3]);
  });

  it('of bills creates none without an amount', async () => {
    await importBytes('customerId,name\nA-1,Akol\n');
    const result = await importBytes(
      'invoiceId,customerId,billDate,amountUsd\nB-1,A-1,2026-11-01\n',
      {
        type: 'billing',
      },
    );
    expect(result.errors).toEqual([
      'Row 2: This row has 3 of 4 cells, and none for amountUsd. Was it cut off?',
    ]);
  });
});

describe('a header', () => {
  const titled =
    'Nile Link Ltd\nCustomers,as of 2026-11-01\n\nNr,Customer Name,Fee,Fee\nA-1,Akol,1,2\n';

  it('below titles is found, and either of two columns with one name can be mapped', async () => {
    const map = JSON.stringify({ customerId: 'Nr', monthlyFeeUsd: 'Fee (2)' });
    const result = await importBytes(titled, { map });
    expect(result).toMatchObject({ recordsCreated: 1, errors: [] });
    expect(result.warnings).toEqual([
      'The header is in row 4; the rows above it were left out.',
      'Columns of one name are told apart from left to right; those that come again are called "Fee (2)".',
      'Columns that were not read: Fee.',
    ]);
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({ name: 'Akol', monthlyFeeUsd: 200 });
  });

  it('can be given by its row, which the refusal asks for', async () => {
    const unknown = 'Kunden\nNummer,Wer\nA-1,Akol\n';
    const { message } = await refusal(importBytes(unknown));
    expect(message).toBe(
      'No column of the file is known to hold customerId. Name it: customerId=Header. Columns: Kunden. If these are not the headers, say in which row they are.',
    );
    const map = JSON.stringify({ customerId: 'Nummer', name: 'Wer' });
    expect((await importBytes(unknown, { map, headerRow: 2 })).recordsCreated).toBe(1);
    expect((await refusal(importBytes(unknown, { headerRow: 9 }))).fields).toEqual({
      headerRow: 'Row 9 of the file has no header: nothing is written there.',
    });
  });
});

describe('a file that is no spreadsheet by its name', () => {
  it.each(['list.pdf', 'list.txt', 'list.json'])('is refused unread: %s', async (filename) => {
    const refused = await refusal(importBytes('customerId,name\nA-1,Akol\n', {}, { filename }));
    expect([refused.kind, refused.message]).toEqual([
      'unsupported',
      'Please upload an Excel (.xlsx, .xls) or CSV file.',
    ]);
  });
});

describe('several imports at once', () => {
  const file = (name: string) => `customerId,name\n${name},Akol\n`;

  it('run in sequence, and those that waited report it', async () => {
    const before: number[] = [];
    const options = { onWait: (count: number) => void before.push(count) };
    const results = await Promise.all(
      ['W-1', 'W-2', 'W-3'].map((name) => importBytes(file(name), {}, { options })),
    );
    expect(results.map(({ recordsCreated }) => recordsCreated)).toEqual([1, 1, 1]);
    const waited = results.map(({ warnings }) => warnings.join());
    expect(
      waited.filter((text) => /^This import waited \d+ s for others to end\.$/.test(text)),
    ).toHaveLength(2);
    expect(before).toEqual([1, 2, 1]);
    expect(importStatus(ctx())).toMatchObject({ running: false, waiting: 0, position: null });
  });

  it('are refused while waiting when the program stops, before they are read', async () => {
    const stop = new AbortController();
    const stopping = { ...ctx(), stopping: stop.signal };
    // Taken by the test: of two concurrent imports either may be first.
    const slot = await waitForImportSlot('another', { stops: [] });
    const second = refusal(
      importBytes(file('S-2'), {}, { as: stopping, options: { onWait: () => stop.abort() } }),
    );
    expect(await second).toMatchObject({
      kind: 'unavailable',
      code: 'run.stopped',
      retryAfter: 10,
    });
    slot.end();
    expect((await importBytes(file('S-1'))).recordsCreated).toBe(1);
    const after = await refusal(importBytes(file('S-3'), {}, { as: stopping }));
    expect(after.message).toMatch(/^The program is stopping\. Nothing of this file was imported/);
    expect(await lookupCustomer(ctx(), 'S-1')).toBeDefined();
  });

  it('continue although one of them fails', async () => {
    const broken = importBytes('customerId,name\nX,"never closed\n');
    const fine = importBytes(file('F-1'));
    expect((await refusal(broken)).code).toBe('sheet.openQuote');
    expect((await fine).recordsCreated).toBe(1);
  });

  it('refuse at once without permission or with a wrong file name', async () => {
    const first = importBytes(file('P-1'));
    const as = contextOf(app, staff('technician'));
    expect((await refusal(importBytes(file('P-2'), {}, { as }))).kind).toBe('forbidden');
    expect((await first).recordsCreated).toBe(1);
  });

  it('stop after the current batch when the program stops', async () => {
    const stop = new AbortController();
    const rows = Array.from({ length: 5_001 }, (_, at) => `B-${at},Name ${at}`);
    const stopped = await refusal(
      importBytes(
        `customerId,name\n${rows.join('\n')}\n`,
        {},
        { as: { ...ctx(), stopping: stop.signal }, options: { onProgress: () => stop.abort() } },
      ),
    );
    expect(stopped.message).toBe(
      'Stopped. 5000 rows were imported before this; import the same file again to go on.',
    );
  });
});
