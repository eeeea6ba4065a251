import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutDefaults } from '@nimule/fixtures/testing/documents/imported';
import { telcoFile, telcoMapping } from '@nimule/fixtures/testing/telco';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listCustomers } from '../../billing/accounts/service-list.ts';
import type { Ctx } from '../../context.ts';
import { transact } from '../../context.ts';
import { createCustomer, getCustomerStats, lookupCustomer } from '../../customers/service.ts';
import { suspendByRule } from '../../customers/service-billing.ts';
import { isAppError } from '../../kernel/errors.ts';
import type { ImportInput, ImportResult } from '../schema.ts';
import { importFile } from '../service.ts';

let app: TestApp;
let folder: string;
const ctx = (): Ctx => contextOf(app, staff('support'));

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-import-'));
});
afterEach(async () => {
  await sql`delete from customers`.execute(app.db);
  await sql`delete from counters where name = 'customer'`.execute(app.db);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface Mapped {
  map?: Record<string, string>;
  value?: Record<string, string>;
  set?: Record<string, string>;
  dryRun?: boolean;
  keepPrices?: boolean;
}

function inputOf(
  { dryRun, keepPrices, ...mapping }: Mapped,
  type: ImportInput['type'] = 'customers',
): ImportInput {
  const texts = Object.entries(mapping).map(([name, value]) => [name, JSON.stringify(value)]);
  return { type, dryRun, keepPrices, ...Object.fromEntries(texts) };
}

async function importText(text: string, mapped: Mapped = {}): Promise<ImportResult> {
  const path = join(folder, 'upload');
  await writeFile(path, text);
  const upload = { filename: 'customers.csv', path, size: text.length };
  const result = await importFile(ctx(), upload, inputOf(mapped), { forShell: true });
  return { ...result, warnings: withoutDefaults(result.warnings) };
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

async function audits(): Promise<{ action: string; summary: string; after: unknown }[]> {
  return app.db
    .selectFrom('audit_log')
    .select(['action', 'summary', 'after'])
    .where('entity', '=', 'import')
    .orderBy('id')
    .execute();
}

function counts(result: ImportResult) {
  return [
    result.recordsCreated,
    result.recordsUpdated,
    result.recordsUnchanged,
    result.recordsFailed,
  ];
}

describe('the Telco file', () => {
  const path = telcoFile;
  const telco = telcoMapping;

  it('becomes 7,043 customers to the cent, once', async () => {
    const upload = { filename: 'telco.csv', path, size: (await stat(path)).size };
    const before = (await audits()).length;
    const progress: number[] = [];
    const dry = await importFile(ctx(), upload, inputOf({ ...telco, dryRun: true }));
    expect(counts(dry)).toEqual([7043, 0, 0, 0]);
    expect(dry.dryRun).toBe(true);
    expect((await getCustomerStats(ctx())).total).toBe(0);
    expect(await audits()).toHaveLength(before);

    const first = await importFile(ctx(), upload, inputOf(telco), {
      onProgress: ({ processed, total }) => {
        progress.push(processed);
        expect(total).toBe(7043);
      },
    });
    expect(counts(first)).toEqual([7043, 0, 0, 0]);
    expect(first).toMatchObject({ recordsProcessed: 7043, dryRun: false, errors: [] });
    expect(progress).toEqual([5000, 7043]);
    expect(await getCustomerStats(ctx())).toMatchObject({
      total: 7043,
      active: 5174,
      totalRevenueUsd: 31_698_575,
      locations: 1,
    });
    expect(await lookupCustomer(ctx(), '7590-VHVEG')).toMatchObject({
      name: '7590-VHVEG',
      type: 'individual',
      location: 'Juba Central',
      packageType: 'Flexible Plan',
      monthlyFeeUsd: 2_985,
      connectionFeeBilled: true,
      serviceStartDate: '2026-01-01',
      status: 'Active',
    });
    expect(await audits()).toHaveLength(before + 1);
    expect((await audits()).at(-1)).toMatchObject({
      action: 'customer.import',
      summary: 'telco.csv: 7043 created, 0 updated, 0 unchanged, 0 refused',
      after: { filename: 'telco.csv', recordsCreated: 7043, map: telco.map },
    });

    const again = await importFile(ctx(), upload, inputOf(telco));
    expect(counts(again)).toEqual([0, 0, 7043, 0]);
    const versions = await sql<{ version: number }>`
      select distinct version from customers`.execute(app.db);
    expect(versions.rows).toEqual([{ version: 1 }]);
  });
});

describe('a file', () => {
  it('creates, updates and leaves alone, row by row', async () => {
    await importText('Customer ID,Name,Phone,Monthly Fee\nA-1,Akol,0977123456,30\nA-2,Bol,,40\n');
    const result = await importText(
      'Customer ID,Name,Phone,Monthly Fee\nA-1,Akol Deng,,30\nA-2,Bol,,40.00\nA-3,Chol,,"1,250.50"\n',
    );
    expect(counts(result)).toEqual([1, 1, 1, 0]);
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({
      name: 'Akol Deng',
      phone: '+211977123456',
      packageType: 'Flexible Plan',
      monthlyFeeUsd: 3_000,
      version: 2,
    });
    expect(await lookupCustomer(ctx(), 'A-3')).toMatchObject({
      monthlyFeeUsd: 125_050,
      version: 1,
    });
    const found = await listCustomers(ctx(), { q: 'akol deng a-1 juba' });
    expect(found.rows).toHaveLength(1);
  });

  it('reports errors by row and imports the other rows', async () => {
    const result = await importText(
      [
        'customerId,name,monthlyFeeUsd,phone,location,serviceStartDate',
        'A-1,Akol,thirty,,,',
        'A-2,Bol,30,12345,,',
        '',
        ',Chol,30,,,',
        'A-4,,30,,,',
        'A-5,Deng,30,,Kampala,',
        'A-6,Emmanuel,30,,,2026-02-30',
        'A-7,Fatuma,30,0977 123 456,wau,2026-02-28',
        'A-7,Fatuma again,30,,,',
        'A-8,Garang,-1,,,',
        'A-9,Hakim,30,,,1900-01-01',
        'A-7b,Idris,30,,,2000-01-01',
        'A-10,Jada,30,,,9999-12-31',
      ].join('\n'),
    );
    expect(counts(result)).toEqual([4, 0, 0, 8]);
    expect(result.recordsProcessed).toBe(12);
    expect(result.warnings).toEqual([
      'Row 3: phone: Please enter a valid South Sudan phone number. Left out: 12345.',
      'Row 7: location: This is none of the places here; it was taken into the address: Kampala.',
    ]);
    expect(await lookupCustomer(ctx(), 'A-5')).toMatchObject({
      location: 'Juba Central',
      address: 'Kampala',
    });
    expect(await lookupCustomer(ctx(), 'A-2')).toMatchObject({ name: 'Bol', phone: '' });
    expect(result.errors).toEqual([
      '2 rows (12, 14): serviceStartDate: The date must lie between 2000 and a year from today.',
      'Row 2: monthlyFeeUsd: Enter an amount such as 125 or 1,250.50; it says thirty. Mend it with --value "monthlyFeeUsd.thirty=AMOUNT".',
      'Row 5: customerId: This field is required.',
      'Row 6: name: The name is required.',
      'Row 8: serviceStartDate: 2026-02-30 is no date; enter one such as 2026-11-21.',
      'Row 10: customerId: A-7 is already in row 9.',
      'Row 11: monthlyFeeUsd: The amount cannot be negative; it says -1.',
    ]);
    expect(await lookupCustomer(ctx(), 'A-7')).toMatchObject({
      name: 'Fatuma',
      location: 'Wau',
      phone: '+211977123456',
      serviceStartDate: '2026-02-28',
    });
  });

  it('keeps the name of a customer whose cell is an error of the sheet', async () => {
    await importText('customerId,name,address\nA-1,Akol,Hai Malakal\n');
    const result = await importText(
      'customerId,name,address\nA-1,#N/A,\n#REF!,Bol,\nA-1,,#NAME?\n',
    );
    expect(result.errors).toEqual([
      'Row 2: name: The sheet has an error here: #N/A.',
      'Row 3: customerId: The sheet has an error here: #REF!.',
      'Row 4: address: The sheet has an error here: #NAME?.',
    ]);
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({
      name: 'Akol',
      address: 'Hai Malakal',
    });
    // A mapped value overrides this.
    await importText('customerId,name\nA-1,#N/A\n', { value: { 'name.#N/A': 'Akol Deng' } });
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({ name: 'Akol Deng' });
  });

  it('has multi-line names and addresses joined to one line', async () => {
    await importText('customerId,name,address\nA-1,"Akol\r\nDeng","Block 7\n\tYei"\n');
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({
      name: 'Akol Deng',
      address: 'Block 7 Yei',
    });
  });

  it('gives the same result in a dry run and writes nothing', async () => {
    const text = 'customerId,name,fee\nA-1,Akol,1\nA-2,,1\nA-3,Chol,x\nA-1,Twice,1\n';
    await importText('customerId,name,fee\nA-9,Nine,1\n');
    const before = await getCustomerStats(ctx());
    const dry = await importText(text, { dryRun: true });
    expect(await getCustomerStats(ctx())).toEqual(before);
    const real = await importText(text);
    expect(dry).toEqual({ ...real, dryRun: true });
    expect(counts(real)).toEqual([1, 0, 0, 3]);
  });

  it('is checked column by column for the order of day and month', async () => {
    const dates = async (...texts: string[]) => {
      const rows = texts.map((text, index) => `D-${index},Name,${text}`).join('\n');
      const result = await importText(`customerId,name,start date\n${rows}\n`);
      const { rows: customers } = await listCustomers(ctx(), { sort: 'customerId' });
      const read = customers.map(({ serviceStartDate }) => serviceStartDate);
      await sql`delete from customers`.execute(app.db);
      return { read, errors: result.errors, warnings: result.warnings };
    };
    expect(await dates('03/04/2026', '25/04/2026')).toEqual({
      read: ['2026-04-03', '2026-04-25'],
      errors: [],
      warnings: [],
    });
    expect(await dates('03/04/2026', '04/25/2026')).toEqual({
      read: ['2026-03-04', '2026-04-25'],
      errors: [],
      warnings: [],
    });
    const ambiguous = await dates('03/04/2026', '05/06/2026');
    expect(ambiguous.read).toEqual(['2026-04-03', '2026-06-05']);
    expect(ambiguous.warnings).toEqual([
      'serviceStartDate: 03/04/2026 can be read in two ways; it and the others were read with the day first (2026-04-03).',
    ]);
    const mixed = await dates('25/04/2026', '26/04/2026', '04/27/2026');
    expect(mixed.read).toEqual(['2026-04-25', '2026-04-26']);
    expect(mixed.errors).toEqual([
      'Row 4: serviceStartDate: 04/27/2026 has the month first, unlike the other dates of its column.',
    ]);
  });

  it('with semicolons and decimal commas has the same amounts', async () => {
    const result = await importText(
      'customerId;name;fee\nA-1;Akol;29,85\nA-2;Bol;1.250,50\nA-3;Chol;1.250\n',
    );
    expect(result).toMatchObject({ errors: [], recordsCreated: 3 });
    const { rows } = await listCustomers(ctx(), { sort: 'customerId' });
    expect(rows.map(({ monthlyFeeUsd }) => monthlyFeeUsd)).toEqual([2_985, 125_050, 125_000]);
  });

  it('with a fixed package gets its terms, with a warning', async () => {
    const result = await importText(
      'customerId,name,package,fee\nA-1,Akol,standard fiber,1\nA-2,Bol,Standard Fiber,450\n',
      { keepPrices: false },
    );
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({
      packageType: 'Standard Fiber',
      bandwidth: 50,
      monthlyFeeUsd: 45_000,
    });
    expect(result.warnings).toEqual([
      'Row 2: the package sets bandwidth and monthly fee; those of the file were not used. Keep the prices of the file to give such a customer a Flexible Plan with them.',
    ]);
  });

  it('keeps its prices as a Flexible Plan on request, and repeating it changes nothing', async () => {
    const text = [
      'customerId,name,package,bandwidth,fee',
      'A-1,Akol,Standard Fiber 50Mbps,,300',
      'A-2,Bol,basic fiber 10 mbps,12.7,125',
      'A-3,Chol,Business Fiber,100,850',
      'A-4,Deng,Enterprise Fiber,,',
      'A-5,Emmanuel,,,80',
    ].join('\n');
    const kept =
      '2 rows (2, 3): the fee or bandwidth of the file is not the package’s; the customer has a Flexible Plan with those of the file.';
    const read = 'Row 3: bandwidth: 12.7 was read as 12.';
    const first = await importText(text, { keepPrices: true });
    expect(first).toMatchObject({ recordsCreated: 5, errors: [], warnings: [kept, read] });
    const termsOf = async (id: string) => {
      const { packageType, bandwidth, monthlyFeeUsd } = await lookupCustomer(ctx(), id);
      return [packageType, bandwidth, monthlyFeeUsd];
    };
    const terms = async () => Promise.all(['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map(termsOf));
    const agreed = [
      ['Flexible Plan', 50, 30_000],
      ['Flexible Plan', 12, 12_500],
      ['Business Fiber', 100, 85_000],
      ['Enterprise Fiber', 500, 320_000],
      ['Flexible Plan', 0, 8_000],
    ];
    expect(await terms()).toEqual(agreed);
    expect(await importText(text, { keepPrices: true })).toMatchObject({ recordsUnchanged: 5 });
    expect((await audits()).at(-1)).toMatchObject({ after: { keepPrices: true } });
    // Also for a known customer with a fixed package that the file does not contain.
    await importText('customerId,fee\nA-3,700\n', { keepPrices: true });
    expect(await termsOf('A-3')).toEqual(['Flexible Plan', 100, 70_000]);
    // What was kept stays; a package's own price is given again (decision 77).
    await importText(text, { keepPrices: false });
    expect(await terms()).toEqual(agreed);
  });

  it('reports a reason once, with the option that fixes all its rows', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `A-${index},Name,Basic,SC-${index}`);
    const text = `customerId,name,package,town\n${rows.join('\n')}\n`;
    const { errors, recordsFailed } = await importText(text);
    expect(recordsFailed).toBe(40);
    expect(errors[0]).toBe(
      '40 rows (2, 3, 4, 5, 6, …): packageType: "Basic" is unknown. Choose one of: Basic Fiber, Standard Fiber, Business Fiber, Enterprise Fiber, Flexible Plan. Mend it with --value "packageType.Basic=Basic Fiber".',
    );
    const mended = await importText(text, {
      value: { 'packageType.Basic': 'Basic Fiber' },
      map: { location: '' },
    });
    expect(mended).toMatchObject({ recordsCreated: 40, errors: [] });
  });

  it('leaves out the template’s example row, also as a spreadsheet program saves it, and no other', async () => {
    const example =
      'EXAMPLE-001,Example Trading Co.,accounts@example.com,0912 345 678,20,180,01/01/2026';
    const text = (row: string) =>
      `customerId,name,email,phone,bandwidth,monthlyFeeUsd,serviceStartDate\n${row}\nA-1,Akol,,,,,25/01/2026\n`;
    expect(await importText(text(example))).toMatchObject({
      recordsProcessed: 1,
      recordsCreated: 1,
      warnings: ['Row 2 is the example of the template and was left out.'],
    });
    expect(await importText(text(example.replace('180', '181')))).toMatchObject({
      recordsCreated: 1,
      recordsUnchanged: 1,
    });
  });

  it('with contacts that cannot be read is imported without them, and known ones stay', async () => {
    await importText('customerId,name,phone,email\nA-1,Akol,0977123456,akol@example.com\n');
    const result = await importText(
      'customerId,name,phone,email\nA-1,Akol Deng,none,n/a\nA-2,Bol,#N/A,\n',
    );
    expect(result).toMatchObject({ recordsCreated: 1, recordsUpdated: 1, errors: [] });
    expect(result.warnings).toEqual([
      'Row 2: email: Enter an e-mail address such as name@example.com. Left out: n/a.',
      'Row 2: phone: Please enter a valid South Sudan phone number. Left out: none.',
      'Row 3: phone: The sheet has an error here: #N/A. Left out: #N/A.',
    ]);
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({
      name: 'Akol Deng',
      phone: '+211977123456',
      email: 'akol@example.com',
    });
  });

  it('with unknown phone prefixes is imported with a warning', async () => {
    const result = await importText(
      'customerId,name,phone\nA-1,Akol,0912 345 678\nA-2,Bol,0512345678\nA-3,Chol,\nA-4,Deng,+211000000000\n',
    );
    expect(result).toMatchObject({
      recordsCreated: 4,
      warnings: [
        '2 rows (3, 5): phone: No network in South Sudan is known to use this number. It is kept as it is.',
      ],
    });
    expect(await lookupCustomer(ctx(), 'A-2')).toMatchObject({ phone: '+211512345678' });
  });

  it('keeps its ids, and the counter skips ids of our format', async () => {
    await createCustomer(ctx(), { name: 'First' });
    await importText('customerId,name\nSC007,Seven\nXC900,Other\nX-1,Other\nSC0003,Three\n');
    expect((await createCustomer(ctx(), { name: 'Next' })).customerId).toBe('SC008');
    await importText('customerId,name\nSC002,Two\nsc010,Ten\n');
    expect((await createCustomer(ctx(), { name: 'Next' })).customerId).toBe('SC011');
  });

  it('finds a known customer by the id in any case, and the id stays as it is', async () => {
    await importText('customerId,name\nSC005,Five\nAb-1,Mixed\nsc-x,Small\n');
    const text =
      'customerId,name,address\nsc005,Five Again,Yei\nAB-1,,Wau\nSC-X,Small,\nsc-y,New,\n';
    for (const dryRun of [true, false])
      expect(counts(await importText(text, { dryRun }))).toEqual([1, 2, 1, 0]);
    const { rows } = await listCustomers(ctx(), { sort: 'customerId' });
    expect(rows.map(({ customerId, name, address }) => [customerId, name, address])).toEqual(
      expect.arrayContaining([
        ['SC005', 'Five Again', 'Yei'],
        ['Ab-1', 'Mixed', 'Wau'],
        ['sc-x', 'Small', ''],
        ['sc-y', 'New', ''],
      ]),
    );
    expect(rows).toHaveLength(4);
    expect((await listCustomers(ctx(), { q: 'sc005' })).rows).toHaveLength(1);
    for (const [asked, its] of [
      ['sc005', 'SC005'],
      ['aB-1', 'Ab-1'],
      ['SC-Y', 'sc-y'],
    ] as const)
      expect((await lookupCustomer(ctx(), asked)).customerId).toBe(its);
    expect(counts(await importText(text))).toEqual([0, 0, 4, 0]);
  });

  it('treats two spellings of one id as a repeated id', async () => {
    const result = await importText('customerId,name\nSC005,Five\nsc005,Five too\nSc005,Three\n');
    expect(result.errors).toEqual([
      'Row 3: customerId: sc005 is already in row 2.',
      'Row 4: customerId: Sc005 is already in row 2.',
    ]);
    expect((await listCustomers(ctx(), {})).rows).toHaveLength(1);
  });

  it('clears the mark of the 15-day rule only with another status', async () => {
    await importText('customerId,name,status\nA-1,Akol,Active\nA-2,Bol,Active\n');
    const { rows } = await listCustomers(ctx(), {});
    await transact(ctx(), (tx) =>
      suspendByRule(
        tx,
        rows.map(({ id }) => id),
      ),
    );
    await importText('customerId,name,status\nA-1,Akol Deng,\nA-2,Bol,Active\n');
    expect(await lookupCustomer(ctx(), 'A-1')).toMatchObject({
      status: 'Suspended',
      suspendedByRule: true,
    });
    expect(await lookupCustomer(ctx(), 'A-2')).toMatchObject({
      status: 'Active',
      suspendedByRule: false,
    });
  });

  it('imported twice at the same moment makes each customer once', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `A-${index},Name ${index}`);
    const text = (order: string[]) => `customerId,name\n${order.join('\n')}\n`;
    const paths = await Promise.all(
      [rows, [...rows].reverse()].map(async (order, index) => {
        const path = join(folder, `twin-${index}`);
        await writeFile(path, text(order));
        return path;
      }),
    );
    const results = await Promise.all(
      paths.map((path) => importFile(ctx(), { filename: 'twin.csv', path, size: 1 }, inputOf({}))),
    );
    const sum = (name: 'recordsCreated' | 'recordsUnchanged') =>
      results.reduce((total, result) => total + result[name], 0);
    expect([sum('recordsCreated'), sum('recordsUnchanged')]).toEqual([500, 500]);
    expect((await getCustomerStats(ctx())).total).toBe(500);
  });

  it('without rows below its header is reported', async () => {
    const result = await importText('customerId,name\n');
    expect(result).toMatchObject({
      recordsProcessed: 0,
      warnings: ['The file has no rows below its header.'],
    });
  });
});

describe('an import is refused', () => {
  it('as a whole when the file is damaged, even at its end', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `A-${index},Name`);
    const text = `customerId,name\n${rows.join('\n')}\nA-x,"never closed\n`;
    expect((await refusal(importText(text))).kind).toBe('invalid');
    expect((await getCustomerStats(ctx())).total).toBe(0);
  });

  it('when the mapping does not fit the file', async () => {
    const error = await refusal(importText('a,b\n1,2\n', { map: { customerId: 'c' } }));
    expect(error).toMatchObject({
      kind: 'invalid',
      message: 'The file has no column "c". Columns: a, b.',
    });
  });

  it('without permission to write the records of the file', async () => {
    const upload = { filename: 'x.csv', path: 'none', size: 0 };
    const as = (role: 'technician' | 'support', type: ImportInput['type']) =>
      refusal(importFile(contextOf(app, staff(role)), upload, inputOf({}, type)));
    expect((await as('technician', 'customers')).kind).toBe('forbidden');
    expect((await as('support', 'billing')).kind).toBe('forbidden');
    expect((await as('support', 'customers')).code).toBe('sheet.missing');
  });
});
