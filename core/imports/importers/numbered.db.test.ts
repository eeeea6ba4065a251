import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceFile } from '@nimule/fixtures/testing/documents/source-imports';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listCustomers } from '../../billing/accounts/service-list.ts';
import { createCustomer } from '../../customers/service.ts';
import { isAppError } from '../../kernel/errors.ts';
import { previewFile } from '../preview/service.ts';
import { getImportRun, listImportRuns } from '../runs/service-history.ts';
import type { ImportInput } from '../schema.ts';
import { importFile } from '../service.ts';
import { undoRun } from '../undo/service.ts';

let app: TestApp;
let folder: string;
const ctx = () => contextOf(app, staff('super_admin'));
const list = sourceFile('customers-without-ids');

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-numbered-'));
});
afterEach(async () => {
  await sql`delete from customers`.execute(app.db);
  await sql`delete from counters where name = 'customer'`.execute(app.db);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(path: string, input: Partial<ImportInput> = { numberRows: true }) {
  const upload = { filename: 'customers.csv', path, size: (await stat(path)).size };
  return importFile(ctx(), upload, { type: 'customers', ...input });
}
async function loadText(text: string, input?: Partial<ImportInput>) {
  const path = join(folder, 'upload');
  await writeFile(path, text);
  return load(path, input);
}
async function customers() {
  const { rows } = await listCustomers(ctx(), { sort: 'customerId', pageSize: 100 });
  return rows.map(({ customerId, name, location }) => [customerId, name, location]);
}
const NUMBERED = [
  ['SC001', 'Achol Deng', 'Juba Central'],
  ['SC002', 'Bol Garang', 'Wau'],
  ['SC003', 'Deng Lado', 'Yei'],
  ['SC004', 'Deng Lado', 'Bor'],
  ['SC005', 'Keji Wani', 'Juba Central'],
  ['SC006', 'Mary Nyandeng', 'Malakal'],
];

it('numbers a list without ids, and finds the same customers when it comes again', async () => {
  await expect(load(list, { plain: true })).rejects.toSatisfy(
    (error) => isAppError(error) && error.code === 'import.mapping',
  );
  const proposed = await load(list, { dryRun: true });
  expect(proposed).toMatchObject({ recordsCreated: 6 });
  expect(proposed.warnings.join('\n')).toContain('new customers are numbered SC001');
  expect(await load(list, { numberRows: true, dryRun: true })).toMatchObject({ recordsCreated: 6 });
  expect(await customers()).toEqual([]);
  expect(await load(list)).toMatchObject({ recordsCreated: 6, errors: [] });
  expect(await customers()).toEqual(NUMBERED);
  expect(await load(list)).toMatchObject({ recordsUnchanged: 6, recordsCreated: 0 });
  expect(await customers()).toEqual(NUMBERED);
  const created = await createCustomer(ctx(), { name: 'Next' });
  expect(created.customerId).toBe('SC007');
});

it('the preview offers it, and its numbers are those of the import', async () => {
  const file = { path: list, filename: 'customers.csv' };
  const offered = await previewFile(ctx(), file, { type: 'customers', show: 'all' });
  expect(offered).toMatchObject({ problem: null, counts: { new: 6 } });
  expect(offered.warnings.join('\n')).toContain('new customers are numbered SC001');
  const off = { ...offered.settings, numberRows: false };
  const without = await previewFile(ctx(), file, {
    type: 'customers',
    show: 'all',
    settings: off,
  });
  expect(without.problem).toContain('have customers without an ID numbered');
  const settings = { ...offered.settings, numberRows: true };
  const shown = await previewFile(ctx(), file, { type: 'customers', show: 'all', settings });
  expect(shown).toMatchObject({ problem: null, missing: [], counts: { rows: 6, new: 6 } });
  const isRequired = ({ fields }: typeof shown) =>
    fields.find(({ field }) => field === 'customerId')!.isRequired;
  expect([isRequired(without), isRequired(shown)]).toEqual([true, false]);
  await load(list);
  const again = await previewFile(ctx(), file, { type: 'customers', show: 'all', settings });
  expect(again.counts).toMatchObject({ same: 6, new: 0 });
});

it('what changed of a found customer is changed, and reconciled with the books', async () => {
  await load(list);
  const text = 'Name,Phone,Monthly Fee\nBOL GARANG,0977123602,85\nNew Person,,40\n';
  expect(await loadText(text)).toMatchObject({ recordsUpdated: 1, recordsCreated: 1 });
  const { rows } = await listImportRuns(ctx(), { pageSize: 1 });
  const run = await getImportRun(ctx(), rows[0]!.id);
  const fees = run.reconciliation?.find(({ key }) => key === 'monthlyFees');
  expect(fees).toMatchObject({ file: '125.00', books: '125.00', unexplained: '0.00' });
  await undoRun(ctx(), run.id, { wait: true });
  expect((await customers()).map(([id]) => id)).toEqual(NUMBERED.map(([id]) => id));
});

it('namesakes with other contacts are other people, and doubtful or equal rows are refused in words', async () => {
  await load(list);
  const result = await loadText(
    'Name,Phone,Email\nAchol Deng,0977123699,\nDeng Lado,,\nTwice,0977123700,\nTwice,0977123700,t@example.com\nTwice,0977123700,\n',
  );
  expect(result).toMatchObject({ recordsCreated: 2, recordsFailed: 3 });
  expect(result.warnings.join('\n')).toMatch(/SC001 had the name already, with another telephone/);
  expect(result.errors.join('\n')).toMatch(/SC003 and SC004 have the name Deng Lado/);
  expect(result.errors.join('\n')).toMatch(/Another row has the name Twice/);
  expect(result.errors.join('\n')).toMatch(/name: Twice is already in row 4/);
});

it('a file with ids in some rows keeps them', async () => {
  const text = 'Customer ID,Name,Phone\nA-1,Akol,0977123701\n,Bol,0977123702\n';
  expect(await loadText(text)).toMatchObject({ recordsCreated: 2 });
  expect(await loadText(text)).toMatchObject({ recordsUnchanged: 2 });
  expect((await customers()).map(([id]) => id)).toEqual(['A-1', 'SC001']);
  const combined = { numberRows: true, combineRows: true };
  expect(await loadText('Name,Phone\nChol,0977123703\n', combined)).toMatchObject({
    recordsCreated: 1,
  });
});

it('a person is found by the contacts of the file, also after they were corrected here', async () => {
  const text = 'Name,Email\nMary Keji,m1@example.org\nMary Keji,m2@example.org\n';
  expect(await loadText(text)).toMatchObject({ recordsCreated: 2 });
  await sql`update customers set email = 'new@example.org', name = 'Mary K.' where customer_id = 'SC001'`.execute(
    app.db,
  );
  const again = await loadText(text);
  expect(again).toMatchObject({ recordsCreated: 0, recordsUpdated: 1, recordsUnchanged: 1 });
  expect((await customers()).map(([id]) => id)).toEqual(['SC001', 'SC002']);
});

it('names of more than 60 characters are numbered like others', async () => {
  const name = 'The Association of Relief and Development Organisations of Jonglei';
  expect(await loadText(`Name,Email\n${name},x@example.org\n`)).toMatchObject({
    recordsCreated: 1,
  });
  expect((await customers())[0]).toEqual(['SC001', name, 'Juba Central']);
});

it('two imports of one list at once number nobody twice', async () => {
  const results = await Promise.all([load(list), load(list)]);
  expect(results.map(({ recordsCreated }) => recordsCreated).sort()).toEqual([0, 6]);
  expect(await customers()).toEqual(NUMBERED);
});
