import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutDefaults } from '@nimule/fixtures/testing/documents/imported';
import { sourceFile, sourceFiles } from '@nimule/fixtures/testing/documents/source-imports';
import { inline, workbook } from '@nimule/fixtures/testing/documents/workbook';
import { patiently } from '@nimule/fixtures/testing/machine';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import type { Ctx } from '../../context.ts';
import { isoDate } from '../../kernel/dates.ts';
import { isAppError } from '../../kernel/errors.ts';
import { writeMapping } from '../reading/rules-mapping.ts';
import {
  type ImportPreview,
  importPreview,
  PREVIEW_ROWS,
  type PreviewInput,
} from '../schema-centre.ts';
import { importFile } from '../service.ts';
import { previewFile } from './service.ts';

let app: MarkedApp;
let folder: string;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-preview-'));
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await app.mark();
});
afterEach(() => app.restore());
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

type Given = Partial<Omit<PreviewInput, 'fileId'>>;

async function fileOf(rows: readonly string[]): Promise<string> {
  const path = join(folder, 'upload');
  await writeFile(path, `${rows.join('\n')}\n`);
  return path;
}

async function previewPath(path: string, given: Given = {}): Promise<ImportPreview> {
  const preview = await previewFile(
    ctx(),
    { path, filename: 'file' },
    { type: 'customers', show: 'all', ...given },
  );
  // The contract can encode it.
  importPreview.encode(preview);
  return { ...preview, reasons: withoutDefaults(preview.reasons) };
}

const previewRows = async (rows: readonly string[], given?: Given) =>
  previewPath(await fileOf(rows), given);

async function importRows(rows: readonly string[], { type = 'customers', settings }: Given = {}) {
  const path = await fileOf(rows);
  const upload = { path, filename: 'file', size: 1 };
  const { combineRows, keepPrices } = settings ?? {};
  return importFile(ctx(), upload, {
    type,
    ...(settings && { ...writeMapping(settings), combineRows, keepPrices }),
  });
}

/** The content of every table as one text. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(app.db);
  const digests: string[] = [];
  for (const { name } of rows) {
    const { rows: found } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
      from ${sql.raw(name)} t`.execute(app.db);
    digests.push(`${name} ${found[0]!.digest}`);
  }
  return digests.join('\n');
}

const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;

const CUSTOMERS = 'customerId,name,type,status,packageType,monthlyFeeUsd,openingBalanceUsd';
const INVOICES =
  'invoiceId,customerId,description,amountUsd,billDate,status,paidAmountUsd,paidDate';

describe('a preview', () => {
  it('tells the fate of each row, with problems and present values in their cells', async () => {
    await importRows([CUSTOMERS, 'C1,One,individual,Active,Flexible Plan,30,']);
    const rows = [
      CUSTOMERS,
      'C1,One,individual,Active,Flexible Plan,35,',
      'C2,Two,individual,Activ ,Flexible Plan,30,12.50',
      'C3,Three,individual,Active,Home 10 Mbps,much,',
      'C4,Four,business,Active,Flexible Plan,40,-7.25',
      'C4,Again,business,Active,Flexible Plan,41,',
    ];
    const before = await everything();
    const preview = await previewRows(rows);
    expect(await everything()).toBe(before);
    expect(preview.counts).toEqual({
      rows: 5,
      new: 2,
      changed: 1,
      same: 0,
      refused: 2,
      lines: 0,
      leftOut: 0,
    });
    expect(preview.rows.map(({ row, fate }) => [row, fate])).toEqual([
      [2, 'changed'],
      [3, 'new'],
      [4, 'refused'],
      [5, 'new'],
      [6, 'refused'],
    ]);
    const cell = (row: number, field: string) =>
      preview.rows[row - 2]!.cells.find((one) => one.field === field)!;
    expect(cell(2, 'monthlyFeeUsd')).toMatchObject({ text: '35', before: '30.00', problem: null });
    expect(cell(2, 'name').before).toBeNull();
    expect(cell(3, 'status')).toMatchObject({
      problem: null,
      note: expect.stringContaining(
        'This is none of the statuses here; a new customer is Inactive',
      ),
    });
    expect(cell(6, 'customerId').problem).toBe('C4 is already in row 5.');
    expect(preview.reasons).toContainEqual(
      expect.objectContaining({ field: 'status', text: 'Activ', suggestion: 'Active', rows: 1 }),
    );
    expect(preview.reasons).toContainEqual(
      expect.objectContaining({ field: 'packageType', suggestion: 'Basic Fiber' }),
    );
    expect(preview.totals.map(({ key, file }) => [key, file])).toEqual([
      ['customers', '5'],
      ['monthlyFees', '146.00'],
      ['billed', '116.00'],
      ['openingBalances', '5.25'],
    ]);
    const refusedTotals = preview.totals.map(({ key, refused: part }) => [key, part]);
    expect(Object.fromEntries(refusedTotals)).toMatchObject({
      ...{ customers: '2', monthlyFees: '41.00', openingBalances: '0.00' },
    });
    const refused = await previewRows(rows, { show: 'refused' });
    expect(refused.rows.map(({ row }) => row)).toEqual([4, 6]);
    const mended = await previewRows(rows, {
      settings: {
        ...preview.settings,
        value: { 'status.Activ': 'Active', 'packageType.Home 10 Mbps': 'Basic Fiber' },
      },
    });
    expect(mended.counts).toMatchObject({ new: 2, changed: 1, refused: 2 });
    expect(mended.settingsFrom).toBe('given');
  });

  it('knows rows with one id from the beginning to the end of a long file', async () => {
    const customer = (number: number) => `C${number},One,individual,Active,Flexible Plan,30,`;
    const rows = [CUSTOMERS, ...Array.from({ length: 2500 }, (_, at) => customer(at)), customer(3)];
    const { counts, reasons, settings } = await previewRows(rows);
    expect(counts).toMatchObject({ rows: 2501, new: 2500, refused: 1 });
    expect(reasons).toEqual([
      expect.objectContaining({
        message: 'customerId: C3 is already in row 5.',
        firstRows: [2502],
      }),
    ]);
    const combined = await previewRows(rows, { settings: { ...settings, combineRows: true } });
    expect(combined.counts).toMatchObject({ rows: 2501, new: 2500 });
    expect(combined.rows.map(({ row }) => row)).toEqual(
      Array.from({ length: PREVIEW_ROWS }, (_, at) => at + 2),
    );
  });

  it('tells what is wrong with settings, and shows the rows as they are', async () => {
    const rows = ['Nr,Who', 'C1,One', 'C2,Two'];
    const settings = { map: {}, value: {}, set: {}, keepPrices: false, combineRows: false };
    for (const [change, problem] of [
      [{}, 'Choose the column that tells the records apart'],
      [{ map: { customerId: 'Nummer' } }, 'The file has no column "Nummer"'],
      [{ map: { customerId: 'Nr', nick: 'Who' } }, 'There is no field "nick"'],
      [{ map: { customerId: 'Nr' }, set: { status: 'Gone' } }, 'status: "Gone" is unknown'],
      [{ map: { customerId: 'Nr' }, headerRow: 90 }, 'Row 90 of the file has no header'],
      [{ map: { customerId: 'Nr' }, sheet: 'Two' }, 'has no sheets'],
    ] as const) {
      const preview = await previewRows(rows, { settings: { ...settings, ...change } });
      expect(preview.problem).toContain(problem);
      expect(preview.headers).toEqual(['Nr', 'Who']);
      expect(preview.fields).toHaveLength(26);
      expect(preview.rows).toHaveLength(2);
      for (const { problems } of preview.rows) expect(problems).toEqual([preview.problem]);
      expect(preview.counts.rows).toBe(0);
    }
  });

  it('finds the header below title rows, and knows columns with one name or none', async () => {
    const preview = await previewRows([
      'Customers of ACME,,,',
      'Customer ID,Name,Phone,Phone,',
      'C1,One,,0912345678,x',
    ]);
    expect(preview.headerRow).toBe(2);
    expect(preview.headers).toEqual(['Customer ID', 'Name', 'Phone', 'Phone (2)']);
    expect(preview.counts.rows).toBe(1);
  });

  it('leaves the example of a template out', async () => {
    const preview = await previewRows(['customerId,name', 'EXAMPLE-001,Example Trading Co.']);
    expect(preview.counts).toMatchObject({ rows: 1, leftOut: 1, new: 0 });
    expect(preview.warnings.join()).toContain('is the example of the template');
  });

  it('keeps the fees of the file by default, also where a package is replaced', async () => {
    const rows = ['customerId,name,packageType,monthlyFeeUsd', 'C1,One,Basic,35', 'C2,Two,Basic,'];
    const first = await previewRows(rows);
    expect(first.settings.keepPrices).toBe(true);
    const settings = { ...first.settings, value: { 'packageType.Basic': 'Basic Fiber' } };
    const { counts, reasons, rows: grid } = await previewRows(rows, { settings });
    expect(counts).toMatchObject({ new: 2, refused: 0 });
    expect(reasons).toEqual([
      expect.objectContaining({
        rows: 1,
        firstRows: [2],
        message: expect.stringContaining('the customer has a Flexible Plan with those of the file'),
      }),
    ]);
    expect(withoutDefaults(grid[0]!.problems)).toHaveLength(1);
    const withoutFees = await previewRows(['customerId,name', 'C1,One']);
    expect(withoutFees.settings.keepPrices).toBe(false);
    const off = { ...first.settings, keepPrices: false };
    expect((await previewRows(rows, { settings: off })).settings.keepPrices).toBe(false);
  });

  it('takes saved settings before suggestions', async () => {
    const saved = async () => ({
      map: { customerId: 'Nr', name: 'Who' },
      value: {},
      set: {},
      keepPrices: false,
      combineRows: false,
    });
    const upload = { path: await fileOf(['Nr,Who', 'C1,One']), filename: 'f.csv' };
    const preview = await previewFile(ctx(), upload, { type: 'customers', show: 'all' }, saved);
    expect([preview.settingsFrom, preview.counts.new]).toEqual(['saved', 1]);
  });

  it('suggests columns for a chosen sheet or header row without a mapping', async () => {
    const rows = ['Our customers,in Juba', 'Customer No,Full Name', 'C1,One'];
    const none = { map: {}, value: {}, set: {}, keepPrices: false, combineRows: false };
    const chosen = await previewRows(rows, { settings: { ...none, headerRow: 2 } });
    expect(chosen).toMatchObject({ settingsFrom: 'suggested', problem: null, headerRow: 2 });
    expect(chosen.settings).toMatchObject({ headerRow: 2, map: { name: 'Full Name' } });
    const upload = { path: await fileOf(['Title,', 'Nr,Who', 'C1,One']), filename: 'f.csv' };
    const input = { type: 'customers', show: 'all', settings: { ...none, headerRow: 2 } } as const;
    const saved = async () => ({ ...none, map: { customerId: 'Nr', name: 'Who' } });
    const kept = await previewFile(ctx(), upload, input, saved);
    expect([kept.settingsFrom, kept.settings.headerRow, kept.counts.new]).toEqual(['saved', 2, 1]);
  });

  it('takes the first visible sheet with known headers', async () => {
    const path = join(folder, 'book.xlsx');
    const clients =
      row(inline('Client No'), inline('Full Name')) + row(inline('C1'), inline('One'));
    const sheets = [
      { name: 'Notes', rows: row(inline('Of last year')) },
      { name: 'Clients', rows: clients },
    ];
    await writeFile(path, workbook(sheets));
    for (const type of ['customers', 'general'] as const) {
      const preview = await previewPath(path, { type });
      expect(preview).toMatchObject({
        type: 'customers',
        sheet: 'Clients',
        settings: { sheet: 'Clients' },
      });
      expect(preview.counts.new).toBe(1);
    }
    expect((await previewPath(path, { type: 'billing' })).sheet).toBe('Notes');
  });

  it('ends when the caller leaves', async () => {
    const upload = { path: await fileOf(['Nr,Who', 'C1,One']), filename: 'f.csv' };
    const gone = { ...ctx(), origin: { ip: '', signal: AbortSignal.abort() } };
    const error = await previewFile(gone, upload, { type: 'customers', show: 'all' }).catch(
      (e) => e,
    );
    expect(isAppError(error) && error.code).toBe('import.left');
    expect((await previewRows(['customerId,name', 'C1,One'])).counts.new).toBe(1);
  });

  it('of naughty cells has no error and shows them cut', async () => {
    const naughty = await readFile(
      fileURLToPath(new URL('../../../fixtures/files/naughty-strings.txt', import.meta.url)),
      'utf8',
    );
    const texts = ['x'.repeat(30_000), ...naughty.split('\n').slice(0, 400)];
    const cellOf = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = texts.map((text, at) => `N${at},${cellOf(text)},${cellOf(text)},${cellOf(text)}`);
    const preview = await previewRows(['customerId,name,packageType,monthlyFeeUsd', ...rows], {
      show: 'refused',
    });
    expect(preview.counts.rows).toBe(texts.length);
    expect(Math.max(...preview.rows.flatMap(({ cells }) => cells.map((c) => c.text.length)))).toBe(
      300,
    );
  });
});

describe('files', () => {
  // Ten files, each recognised by its columns and judged.
  it('of other systems are recognised', { timeout: patiently(60_000) }, async () => {
    for (const key of sourceFiles) {
      const preview = await previewPath(sourceFile(key), { type: 'general' });
      expect([key, preview.settingsFrom, preview.problem]).toEqual([key, 'source', null]);
      expect(preview.counts.rows).toBeGreaterThan(0);
    }
  });

  it('of a bank say how they are read', async () => {
    const path = sourceFile('bank-statement');
    const first = await previewPath(path, { type: 'general' });
    expect(first).toMatchObject({ type: 'cash', headerRow: 3, settingsFrom: 'source' });
    expect(first.source).toContain('Credit is money in');
    expect(first.warnings).toContainEqual(expect.stringContaining('the other way round'));
    expect(first.totals.map(({ key, file }) => [key, file])).toEqual([
      ['in', '1250.00'],
      ['out', '312.50'],
    ]);
    const set = { account: '1120', counterAccount: '5930' };
    const settings = { ...first.settings, set };
    const { counts, reasons } = await previewPath(path, { type: 'cash', settings });
    expect([counts.new, counts.refused, reasons]).toEqual([3, 0, []]);
  });

  it('that can be read have a preview, and others the error of the reader', async () => {
    const sheets = fileURLToPath(new URL('../../../fixtures/files/sheets/', import.meta.url));
    // Each opens a thread to read: a third of the files in every run, all of them in the long one.
    const step = process.env.NIMULE_PROPERTY_RUNS ? 1 : 3;
    const names = (await readdir(sheets)).filter((_name, index) => index % step === 0);
    for (const name of names) {
      const read = previewPath(join(sheets, name)).catch((error: unknown) => error);
      const result = await read;
      const isExpected = isAppError(result)
        ? result.code.startsWith('sheet.')
        : 'headers' in (result as object);
      expect([name, isExpected]).toEqual([name, true]);
    }
  });
});

describe('what a preview counts', () => {
  const pick = <T>(...values: T[]) => fc.constantFrom(...values);
  const customer = fc
    .tuple(
      fc.integer({ min: 1, max: 12 }),
      pick('One', 'Two', ''),
      pick('individual', 'business', 'company?', ''),
      pick('Active', 'active', 'Gone', ''),
      pick('Flexible Plan', 'Basic Fiber', 'Gold', ''),
      pick('30', '1.250,50', 'much', '-5', ''),
      pick('', '', '12', '-4', 'x'),
    )
    .map(([id, ...cells]) => [`C${id}`, ...cells].join(','));
  const invoice = fc
    .tuple(
      fc.integer({ min: 1, max: 8 }),
      pick('C1', 'C2', 'c3', 'C99', ''),
      pick('Line', 'Other'),
      pick('30', '45.5', 'much'),
      pick('2026-11-03', '2026-10-03', '03/11/2026', 'soon'),
      pick('paid', 'pending', 'partial', 'cancelled', ''),
      pick('', '30', '10'),
      pick('', '2026-11-05', '2027-01-01'),
    )
    .map(([id, ...cells]) => [`I${id}`, ...cells].join(','));

  it(
    'is what the import does then',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(customer, { maxLength: 25 }),
          fc.array(invoice, { maxLength: 25 }),
          fc.boolean(),
          async (customers, invoices, combineRows) => {
            for (const [type, rows] of [
              ['customers', [CUSTOMERS, ...customers]],
              ['billing', [INVOICES, ...invoices]],
            ] as const) {
              const settings = {
                map: {},
                value: {},
                set: {},
                keepPrices: false,
                combineRows: combineRows && type === 'customers',
              };
              const shown = await previewRows(rows, { type, settings });
              const { counts, rows: grid } = shown;
              const run = await importRows(rows, { type, settings: shown.settings });
              expect(counts).toEqual({
                leftOut: 0,
                rows: run.recordsProcessed,
                new: run.recordsCreated,
                changed: run.recordsUpdated,
                same: run.recordsUnchanged,
                refused: run.recordsFailed,
                lines:
                  run.recordsProcessed -
                  run.recordsCreated -
                  run.recordsUpdated -
                  run.recordsUnchanged -
                  run.recordsFailed,
              });
              expect(grid).toHaveLength(counts.rows);
              expect(grid.filter(({ fate }) => fate === 'refused')).toHaveLength(counts.refused);
            }
          },
        ),
        { numRuns: 6 },
      );
    },
    patiently(60_000),
  );
});
