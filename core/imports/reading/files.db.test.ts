import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { streamCustomers } from '../../billing/accounts/queries-list.ts';
import { customerSorts } from '../../billing/accounts/schema.ts';
import { exportCustomers, listCustomers } from '../../billing/accounts/service-list.ts';
import { type Ctx, transact } from '../../context.ts';
import { FLEXIBLE_PLAN, packageNames } from '../../customers/schema.ts';
import { type ImportedCustomer, importCustomers } from '../../customers/service-import.ts';
import { readSheet } from '../../documents/sheets/sheets.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { builtImportTypes } from '../schema-types.ts';
import { importFile } from '../service.ts';
import { importTemplate } from '../service-template.ts';

let app: TestApp;
let folder: string;
const ctx = (): Ctx => contextOf(app, staff('admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-files-'));
});
afterEach(async () => {
  await emptyTables(app, 'customers');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function written(answer: FileAnswer): Promise<Buffer> {
  if (answer.body instanceof Uint8Array) return Buffer.from(answer.body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function saved(
  answer: FileAnswer,
): Promise<{ filename: string; path: string; size: number }> {
  const bytes = await written(answer);
  const path = join(folder, answer.filename);
  await writeFile(path, bytes);
  return { filename: answer.filename, path, size: bytes.length };
}

async function readRows(path: string): Promise<Record<string, string>[]> {
  const sheet = await readSheet(path);
  const { header } = sheet.info;
  const rows: Record<string, string>[] = [];
  for await (const batch of sheet.rows) {
    for (const { cells } of batch) {
      rows.push(Object.fromEntries(header.map((name, place) => [name, cells[place]!])));
    }
  }
  return rows;
}

function add(rows: ImportedCustomer[]) {
  return transact(ctx(), (tx) => importCustomers(tx, rows));
}

const odd: ImportedCustomer[] = [
  {
    customerId: 'X-1',
    name: '=cmd|calc!A1',
    address: '@home, "Block 7" near the \'old\' market',
    email: 'a@example.com',
    phone: '+211977123456',
    packageType: FLEXIBLE_PLAN,
    bandwidth: 33,
    monthlyFeeUsd: cents(123_456),
    connectionFeeUsd: cents(1),
    installationDate: isoDate('2026-02-03'),
    serviceStartDate: isoDate('2026-03-02'),
  },
  { customerId: 'X-2', name: '-Bór; Ltd', type: 'business', packageType: 'Enterprise Fiber' },
  { customerId: '0003', name: "O'Hara", location: 'Wau', status: 'Inactive' },
];

describe.each(['csv', 'xlsx'] as const)('an export as .%s', (format) => {
  it('contains the filtered customers in order, with numbers as numbers', async () => {
    await add(odd);
    const answer = await exportCustomers(ctx(), { format, status: 'Active', sort: '-customerId' });
    expect(answer.filename).toBe(`customers-2026-11-21.${format}`);
    const rows = await readRows((await saved(answer)).path);
    expect(rows.map((row) => row.customerId)).toEqual(['X-2', 'X-1']);
    expect(rows[1]).toMatchObject({
      name: "'=cmd|calc!A1",
      phone: '0977 123 456',
      bandwidth: '33',
      serviceStartDate: '2026-03-02',
      installationDate: '2026-02-03',
    });
    const { monthlyFeeUsd, monthlyFeeSsp, connectionFeeUsd } = rows[1]!;
    expect([monthlyFeeUsd, monthlyFeeSsp, connectionFeeUsd].map(Number)).toEqual([
      1234.56, 493_824, 0.01,
    ]);
  });

  it('can be imported again and changes nothing', async () => {
    await add(odd);
    const upload = await saved(await exportCustomers(ctx(), { format }));
    const result = await importFile(ctx(), upload, { type: 'customers' });
    expect(result).toMatchObject({ recordsProcessed: 3, recordsUnchanged: 3, errors: [] });
    expect(result.warnings).toEqual([
      'Columns that were not read: monthlyFeeSsp, openUsd, overdueUsd.',
    ]);
    const before = await listCustomers(ctx(), { sort: 'customerId' });
    await sql`delete from customers`.execute(app.db);
    await importFile(ctx(), upload, { type: 'customers' });
    const after = await listCustomers(ctx(), { sort: 'customerId' });
    const told = ({ rows }: typeof before) =>
      rows.map(({ id: _id, createdAt: _at, version: _version, ...rest }) => rest);
    expect(told(after)).toEqual(told(before));
  });
});

describe('an export', () => {
  it('takes all pages, whatever the sort, without repeating or skipping a row', async () => {
    await add(
      Array.from({ length: 101 }, (_, index) => ({
        customerId: `P-${index}`,
        name: `Name ${index % 7}`,
        packageType: packageNames[index % 5]!,
        serviceStartDate: isoDate(`2026-01-${String(1 + (index % 9)).padStart(2, '0')}`),
      })),
    );
    for (const column of customerSorts) {
      for (const sort of [column, `-${column}`] as const) {
        const streamed: string[] = [];
        for await (const batch of streamCustomers(app.db, { sort }, ctx().today, 10)) {
          expect(batch.length).toBeLessThanOrEqual(10);
          streamed.push(...batch.map(({ customerId }) => customerId));
        }
        const { rows } = await listCustomers(ctx(), { sort });
        expect(streamed).toEqual(rows.map(({ customerId }) => customerId));
      }
    }
  });

  it('without customers is a file with its header', async () => {
    const text = (await written(await exportCustomers(ctx(), { format: 'csv' }))).toString();
    expect(text.trimEnd().split('\r\n')).toHaveLength(1);
    expect(text).toContain('customerId,name,type');
  });
});

describe('the templates', () => {
  it.each(['csv', 'xlsx'] as const)(
    'as .%s are files that the import takes, leaving out their example row',
    async (format) => {
      for (const type of builtImportTypes) {
        const answer = await importTemplate(type, format);
        expect(answer.filename).toBe(`${type}-template.${format}`);
        const result = await importFile(ctx(), await saved(answer), { type });
        expect(result).toMatchObject({
          recordsProcessed: 0,
          errors: [],
          warnings: ['Row 2 is the example of the template and was left out.'],
        });
      }
    },
  );

  it('name every field of the import', async () => {
    const text = (await written(await importTemplate('billing', 'csv'))).toString('utf8');
    expect(text.slice(1).split('\r\n')[0]).toBe(
      'invoiceId,customerId,customerName,customerEmail,customerPhone,description,amountUsd,billDate,dueDate,status,paidAmountUsd,paidDate,paymentAccount,paymentReference,notes,currency,statedTotal,kind',
    );
  });
});
