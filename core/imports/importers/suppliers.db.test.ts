import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderWithGoods } from '@nimule/fixtures/testing/procurement';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { createSupplier, updateSupplier } from '../../procurement/suppliers/service.ts';
import { exportSuppliers, listSuppliers } from '../../procurement/suppliers/service-list.ts';
import type { ImportInput } from '../schema.ts';
import { importFile } from '../service.ts';
import { undoRun } from '../undo/service.ts';

let app: TestApp;
let folder: string;
const ctx = (role: 'technician' | 'billing' | 'super_admin' = 'super_admin'): Ctx =>
  contextOf(app, staff(role));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-suppliers-'));
});
afterEach(async () => {
  await sql`delete from purchase_orders`.execute(app.db);
  await sql`delete from suppliers`.execute(app.db);
  await sql`delete from counters where name = 'supplier'`.execute(app.db);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(
  content: string | Uint8Array,
  input: Partial<ImportInput> = {},
  by = ctx(),
  filename = 'suppliers.csv',
) {
  const path = join(folder, filename);
  await writeFile(path, content);
  const { size } = await stat(path);
  return importFile(by, { filename, path, size }, { type: 'suppliers', ...input });
}

async function all() {
  const { rows } = await listSuppliers(ctx(), { sort: 'supplierCode', pageSize: 1000 });
  return rows;
}
async function undo() {
  const { rows } = await sql<{ id: number }>`select max(id) as id from import_runs`.execute(app.db);
  return undoRun(ctx(), rows[0]!.id, { wait: true });
}

async function bytesOf({ body }: FileAnswer): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts);
}

const FILE = `Vendor Code;Supplier Name;Contact;Tel;City;Terms;Remarks
SUP-007;Équipements du Nil;Mary Keji;0912 000 111;Juba;net 15;Pays at once
;Gudele Hardware;;;;COD;
`;

it('adds suppliers by a preview, takes codes of the file over, and changes nothing the second time', async () => {
  const counts = { recordsCreated: 2, recordsUpdated: 0, recordsFailed: 0 };
  expect(await load(FILE, { dryRun: true })).toMatchObject(counts);
  expect(await all()).toEqual([]);
  expect(await load(FILE, {}, ctx('billing'))).toMatchObject(counts);
  expect(await all()).toMatchObject([
    {
      supplierCode: 'SUP-007',
      name: 'Équipements du Nil',
      contactPerson: 'Mary Keji',
      paymentTerms: 'NET 15',
      notes: 'Pays at once',
    },
    { supplierCode: 'SUP-008', name: 'Gudele Hardware', paymentTerms: 'COD', status: 'active' },
  ]);
  expect(await load(FILE)).toMatchObject({ recordsUnchanged: 2, recordsUpdated: 0 });
  // Found by name in any case; columns and cells that the file does not fill stay.
  const again = 'name,city,phone\nGUDELE HARDWARE,Wau,\nÉquipements du Nil,,\n';
  expect(await load(again)).toMatchObject({ recordsUpdated: 1, recordsUnchanged: 1 });
  expect(await all()).toMatchObject([
    { phone: '0912 000 111', city: 'Juba' },
    { name: 'GUDELE HARDWARE', city: 'Wau', paymentTerms: 'COD' },
  ]);
  expect((await listSuppliers(ctx(), { q: 'keji' })).rows).toHaveLength(1);
  await expect(load(FILE, {}, ctx('technician'))).rejects.toMatchObject({ kind: 'forbidden' });
  // A supplier that is added after it gets the next free code.
  expect(await createSupplier(ctx(), { name: 'New' })).toMatchObject({ supplierCode: 'SUP-009' });
});

it('is told by its headers, in windows-1252 too', async () => {
  const result = await load(Buffer.from(FILE, 'latin1'), { type: 'general' });
  expect(result).toMatchObject({ recordsCreated: 2, recordsFailed: 0 });
  expect((await all())[0]).toMatchObject({ name: 'Équipements du Nil' });
});

it.each(['xlsx', 'csv'] as const)(
  'reads the exported .%s again, in which formulas are text',
  async (format) => {
    await createSupplier(ctx(), { name: '=cmd|/c calc', notes: '+1', contactPerson: '@SUM(A1)' });
    await createSupplier(ctx(), { name: '-Nile; "Traders"', city: 'Nimule' });
    const before = await all();
    const file = await exportSuppliers(ctx(), { format });
    const bytes = await bytesOf(file);
    if (format === 'csv') expect(bytes.toString()).not.toMatch(/(^|,|")[=+@]/m);
    expect(await load(bytes, {}, ctx(), file.filename)).toMatchObject({
      recordsUnchanged: 2,
      recordsFailed: 0,
    });
    expect(await all()).toEqual(before);
  },
);

it('refuses rows with the reason, and imports the others', async () => {
  await createSupplier(ctx(), { name: 'Nile Traders' });
  await createSupplier(ctx(), { name: 'Bor Tools' });
  const result = await load(
    `code,name,email,paymentTerms
SUP-002,Nile Traders,,
SUP-020,Wau Cables,,
SUP-020,Wau Cables again,,
,Twice,,
,TWICE,,
,,nobody@example.net,
,Bad mail,nobody,
,Odd terms,,NET 7
,${'x'.repeat(300)},,
,Fine,,NET 60
`,
  );
  expect(result).toMatchObject({ recordsCreated: 4, recordsFailed: 6 });
  expect(result.errors).toEqual([
    'Row 2: name: Nile Traders is the name of another supplier.',
    'Row 4: name: Wau Cables again is already in row 3.',
    'Row 6: name: TWICE is already in row 5.',
    'Row 7: name: This field is required.',
    expect.stringContaining('Row 9: paymentTerms: "NET 7" is unknown. Choose one of: NET 15,'),
    'Row 10: name: The company name can have at most 200 characters.',
  ]);
});

it('5,000 suppliers are imported once, and undone', async () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `Supplier ${at},c${at}@example.net,Juba`);
  const file = `name,email,city\n${lines.join('\n')}\n`;
  const run = await sql<{
    id: number;
  }>`select coalesce(max(id), 0) + 1 as id from import_runs`.execute(app.db);
  expect(await load(file)).toMatchObject({ recordsCreated: 5000, recordsFailed: 0 });
  expect(await load(file)).toMatchObject({ recordsUnchanged: 5000 });
  await expect(undo()).rejects.toThrow('It created nothing.');
  await undoRun(ctx(), run.rows[0]!.id, { wait: true });
  expect(await all()).toEqual([]);
});

it('an undo leaves what was changed or ordered since', async () => {
  await load('name\nFree\nChanged\nOrdered\n');
  const [, changed, ordered] = await all();
  await updateSupplier(ctx(), changed!.id, { city: 'Wau' });
  await orderWithGoods(ctx(), {
    supplierId: ordered!.id,
    lines: [{ quantity: 1, unitPrice: 100, received: 0 }],
  });
  await undo();
  expect((await all()).map(({ name }) => name)).toEqual(['Changed', 'Ordered']);
});
