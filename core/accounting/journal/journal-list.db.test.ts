import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { sale } from '@nimule/fixtures/testing/ledger';
import { firstSuppliers } from '@nimule/fixtures/testing/procurement';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { cents } from '../../kernel/money.ts';
import { credit, debit, type PostingLine } from '../rules.ts';
import { post } from '../service-post.ts';
import { listJournalEntries } from './service.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());
beforeEach(() => {
  app.time.set('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('billing'));
});

describe('listJournalEntries', () => {
  beforeAll(async () => {
    const seeding = contextOf(app);
    await transact(seeding, (tx) =>
      post(tx, [
        sale('2023-05-31', 300, { description: 'Antenna 100% paid', reference: 'A_1' }),
        sale('2023-05-01', 100, { description: 'Router', source: 'other' }),
        sale('2023-05-15', 200, {
          description: 'ÉCOLE de Juba',
          lines: sale('2023-05-15', 200).lines.map((line) =>
            line.account === '1110' ? { ...line, account: '1130' } : line,
          ),
        }),
        sale('2023-06-01', 400),
        sale('2026-11-01', 500),
        sale('2026-10-31', 600),
      ]),
    );
  });
  const may = { month: 5, year: 2023 };
  const dates = async (filter: Parameters<typeof listJournalEntries>[1]) =>
    (await listJournalEntries(ctx, filter)).rows.map((entry) => entry.entryDate.slice(5));

  it('answers a month, newest first, and the current month by default', async () => {
    expect(await dates(may)).toEqual(['05-31', '05-15', '05-01']);
    const current = await listJournalEntries(ctx, {});
    expect(current.total).toBeUndefined();
    expect(current.rows.map((entry) => entry.entryDate)).toEqual(['2026-11-01']);
  });

  it('refuses an account that there is not', async () => {
    expect(await dates({ ...may, accountCode: '1130' })).toEqual(['05-15']);
    await expect(dates({ ...may, accountCode: '9999' })).rejects.toMatchObject({
      kind: 'notFound',
      message: 'Account 9999 was not found.',
    });
  });

  it('keeps the entries of a customer, supplier or employee, on an account if one is given', async () => {
    const withParty = (date: string, party: Partial<PostingLine>, account = '1210') => ({
      ...sale(date, 100),
      lines: [
        { ...debit(account, cents(100)), ...party },
        credit('4510', cents(60)),
        credit('1520', cents(40)),
      ],
    });
    await firstSuppliers(contextOf(app), 7);
    await firstEmployees(contextOf(app), 7);
    await transact(contextOf(app), (tx) =>
      post(tx, [
        withParty('2023-08-01', { customerId: 7 }),
        withParty('2023-08-02', { customerId: 7 }, '2210'),
        withParty('2023-08-03', { customerId: 8 }),
        withParty('2023-08-04', { supplierId: 7 }),
        withParty('2023-08-05', { employeeId: 7 }),
        withParty('2023-09-01', { customerId: 7 }),
      ]),
    );
    const august = { month: 8, year: 2023 };
    expect(await dates({ ...august, customerId: 7 })).toEqual(['08-02', '08-01']);
    expect(await dates({ ...august, customerId: 7, accountCode: '1210' })).toEqual(['08-01']);
    // The account of another line of the entry.
    expect(await dates({ ...august, customerId: 7, accountCode: '4510' })).toEqual([]);
    expect(await dates({ ...august, supplierId: 7 })).toEqual(['08-04']);
    expect(await dates({ ...august, employeeId: 7, q: 'sale' })).toEqual(['08-05']);
    expect(await dates({ ...august, employeeId: 99 })).toEqual([]);
    await expect(dates({ ...august, employeeId: 7, customerId: 7 })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('pages, sorts and counts', async () => {
    expect(await dates({ ...may, sort: 'entryDate' })).toEqual(['05-01', '05-15', '05-31']);
    expect(await dates({ ...may, sort: 'entryId' })).toEqual(['05-31', '05-01', '05-15']);
    expect(await dates({ ...may, sort: '-totalDebit' })).toEqual(['05-31', '05-15', '05-01']);
    expect(await dates({ ...may, pageSize: 2, page: 2 })).toEqual(['05-01']);
    expect(await listJournalEntries(ctx, { ...may, pageSize: 1, total: true })).toMatchObject({
      total: 3,
      rows: [{}],
    });
  });

  it('searches what was typed, literally, in number, reference and description', async () => {
    expect(await dates({ ...may, q: 'router' })).toEqual(['05-01']);
    expect(await dates({ ...may, q: '100%' })).toEqual(['05-31']);
    expect(await dates({ ...may, q: 'a_1' })).toEqual(['05-31']);
    expect(await dates({ ...may, q: '_' })).toEqual(['05-31']);
    expect(await dates({ ...may, q: 'école' })).toEqual(['05-15']);
    expect(await dates({ ...may, q: 'je-2023-000002' })).toEqual(['05-01']);
    expect(await dates({ ...may, source: 'other' })).toEqual(['05-01']);
    expect(await dates({ ...may, accountCode: '1130' })).toEqual(['05-15']);
  });
});
