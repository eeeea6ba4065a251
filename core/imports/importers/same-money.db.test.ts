import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { countsOf, csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { trialBalance } from '../../accounting/service.ts';
import { listInvoices } from '../../billing/invoices/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import type { Ctx } from '../../context.ts';
import { isoDate } from '../../kernel/dates.ts';
import type { ImportInput, ImportResult } from '../schema.ts';
import { undoRun } from '../undo/service.ts';

let app: MarkedApp;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-27T08:00:00Z');
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

const INVOICES = csvOf('Client,Invoice Number,Amount,Paid,Status,Invoice Date,Due Date', [
  'Baobab Stores,INV-1,100.00,40.00,Partial,2026-09-01,2026-09-15',
  'Kapoeta Lodge,INV-2,50.00,50.00,Paid,2026-09-01,2026-09-15',
  'Kapoeta Lodge,INV-3,70.00,0.00,Sent,2026-11-05,2026-11-19',
]);
const PAYMENTS = csvOf('Client,Invoice Number,Amount,Date', [
  'Baobab Stores,INV-1,40.00,2026-09-20',
  'Kapoeta Lodge,INV-2,50.00,2026-09-21',
]);
const NOVEMBER = csvOf('Client,Invoice Number,Amount,Date', [
  'Kapoeta Lodge,INV-3,70.00,2026-11-10',
]);

const asInvoices: ImportInput = {
  type: 'billing',
  map: JSON.stringify({ paidAmountUsd: 'Paid' }),
  value: JSON.stringify({ 'status.Sent': 'pending' }),
};
const asCash: ImportInput = { type: 'cash', set: JSON.stringify({ account: '1110' }) };

let lastRun = 0;
async function load(text: string, input: ImportInput): Promise<ImportResult> {
  return importText(ctx(), text, input, {
    onRun: (id) => {
      lastRun = id;
    },
  });
}

async function addCustomers(header = 'customerId,name,status', balance = ''): Promise<void> {
  await load(
    csvOf(header, [
      `C1,Baobab Stores,Active${balance}`,
      `C2,Kapoeta Lodge,Active${balance && ',0'}`,
    ]),
    { type: 'customers' },
  );
}

async function balances(): Promise<Record<string, number>> {
  const { accounts } = await trialBalance(ctx(), { month: 12, year: 2026 });
  const rows = accounts.map(({ code, debit, credit }) => [code, debit - credit] as const);
  return Object.fromEntries(rows.filter(([, balance]) => balance !== 0));
}

const receivable = async () => (await balances())[leaf.residentialReceivable] ?? 0;
const openOf = async () => {
  const { rows } = await listInvoices(ctx(), {});
  const own = rows.filter(
    ({ invoiceId }) => invoiceId.startsWith('INV-') && !invoiceId.includes(' '),
  );
  return Object.fromEntries(
    own.map(({ invoiceId, amountUsd, paidUsd }) => [invoiceId, amountUsd - paidUsd]),
  );
};
const totalPaid = async () => {
  const { rows } = await listPayments(ctx(), {});
  return rows
    .filter(({ status }) => status === 'recorded')
    .reduce((sum, { amountUsd }) => sum + amountUsd, 0);
};
async function reconciled(key: string) {
  const { rows } = await sql<{ totals: { key: string }[] }>`
    select reconciliation as totals from import_runs where id = ${lastRun}`.execute(app.db);
  return rows[0]!.totals.find((one) => one.key === key);
}

describe('invoices with what was paid, and then the payments', () => {
  it('are the same money: told, left out, twice, and undone to the cent', async () => {
    await addCustomers();
    const before = await balances();
    expect(countsOf(await load(INVOICES, asInvoices))).toEqual([3, 0, 0, 0]);
    expect(await openOf()).toEqual({ 'INV-1': 6000, 'INV-2': 0, 'INV-3': 7000 });
    const dry = await load(PAYMENTS, { ...asCash, dryRun: true });
    expect(countsOf(dry)).toEqual([0, 0, 2, 0]);
    const first = await load(PAYMENTS, asCash);
    const cashRun = lastRun;
    expect(countsOf(first)).toEqual([0, 0, 2, 0]);
    expect(first.warnings).toEqual(dry.warnings);
    expect(first.warnings).toContain(
      'Row 2: invoiceNumber: INV-1 was imported as paid $40.00; this line is that money and was left out.',
    );
    expect(await reconciled('in')).toMatchObject({
      file: '90.00',
      books: '90.00',
      unexplained: '0.00',
    });
    expect(countsOf(await load(NOVEMBER, asCash))).toEqual([1, 0, 0, 0]);
    const novemberRun = lastRun;
    expect(await openOf()).toEqual({ 'INV-1': 6000, 'INV-2': 0, 'INV-3': 0 });
    expect(await receivable()).toBe(6000);
    expect(await totalPaid()).toBe(16_000);
    const all = await balances();
    for (const [text, input] of [
      [INVOICES, asInvoices],
      [PAYMENTS, asCash],
      [NOVEMBER, asCash],
    ] as const) {
      const again = await load(text, input);
      expect(again.recordsUnchanged).toBe(again.recordsProcessed);
    }
    expect(await balances()).toEqual(all);
    await expectSoundBooks(ctx());
    for (const run of [novemberRun, cashRun, 2]) await undoRun(ctx(), run, { wait: true });
    expect(await balances()).toEqual(before);
    await expectSoundBooks(ctx());
    // Everything can come in again.
    expect(countsOf(await load(INVOICES, asInvoices))).toEqual([3, 0, 0, 0]);
    expect(countsOf(await load(PAYMENTS, asCash))).toEqual([0, 0, 2, 0]);
    expect(countsOf(await load(NOVEMBER, asCash))).toEqual([1, 0, 0, 0]);
    expect(await balances()).toEqual(all);
  });

  it('a line is posted again once the invoices are undone', async () => {
    await addCustomers();
    await load(INVOICES, asInvoices);
    await load(PAYMENTS, asCash);
    await undoRun(ctx(), 2, { wait: true });
    expect(countsOf(await load(PAYMENTS, asCash))).toEqual([2, 0, 0, 0]);
    expect(await totalPaid()).toBe(9000);
    await expectSoundBooks(ctx());
  });

  it('several lines use up what was paid in the order of their dates, and the rest is posted', async () => {
    await addCustomers();
    await load(INVOICES, asInvoices);
    const rows = csvOf('Client,Reference,Amount,Date', [
      'Baobab Stores,INV-1,25.00,2026-11-20',
      'Baobab Stores,INV-1,30.00,2026-09-20',
    ]);
    const result = await load(rows, asCash);
    const run = lastRun;
    expect(countsOf(result)).toEqual([1, 0, 1, 0]);
    expect(result.warnings.join('\n')).toContain(
      'Row 2: reference: INV-1 was imported as paid $40.00, which has $10.00 of this line; only the rest of $15.00 is posted.',
    );
    expect(await reconciled('in')).toMatchObject({ file: '55.00', books: '55.00' });
    expect(await openOf()).toMatchObject({ 'INV-1': 4500 });
    expect(countsOf(await load(rows, asCash))).toEqual([0, 0, 2, 0]);
    expect(await reconciled('in')).toMatchObject({ file: '55.00', books: '55.00' });
    // What is used up is no other line's money.
    const later = csvOf('Client,Invoice,Amount,Date', ['Baobab Stores,INV-1,5.00,2026-11-21']);
    expect(countsOf(await load(later, asCash))).toEqual([1, 0, 0, 0]);
    expect(await openOf()).toMatchObject({ 'INV-1': 4000 });
    await expectSoundBooks(ctx());
    await undoRun(ctx(), lastRun, { wait: true });
    await undoRun(ctx(), run, { wait: true });
    expect(await openOf()).toMatchObject({ 'INV-1': 6000 });
    await expectSoundBooks(ctx());
  });

  it('in pounds the rest keeps its pounds', async () => {
    await addCustomers();
    await load(INVOICES, asInvoices);
    const rows = csvOf('Client,Invoice No,SSP,Date', ['Baobab Stores,INV-1,20000,2026-11-20']);
    expect(countsOf(await load(rows, asCash))).toEqual([1, 0, 0, 0]);
    const { rows: payments } = await listPayments(ctx(), {});
    expect(payments.find(({ currency }) => currency === 'SSP')).toMatchObject({
      amountUsd: 1000,
      amountSsp: 400_000,
    });
    expect(await reconciled('inSsp')).toMatchObject({ file: '20000.00', books: '20000.00' });
    await expectSoundBooks(ctx());
  });
});

describe('the payments, and then the invoices with what was paid', () => {
  it('are the same money: the payments settle their invoices, twice, and undone to the cent', async () => {
    await addCustomers();
    const before = await balances();
    const early = await load(PAYMENTS, asCash);
    expect(countsOf(early)).toEqual([2, 0, 0, 0]);
    expect(early.warnings.join()).toContain('The customer has no invoice with this number');
    expect(countsOf(await load(NOVEMBER, asCash))).toEqual([1, 0, 0, 0]);
    const dry = await load(INVOICES, { ...asInvoices, dryRun: true });
    const result = await load(INVOICES, asInvoices);
    expect(countsOf(result)).toEqual([3, 0, 0, 0]);
    expect(result.warnings).toEqual(dry.warnings);
    expect(result.warnings.join()).toContain(
      '2 rows (2, 3): paidAmountUsd: What is paid was imported with payments that name this invoice, and is not recorded again.',
    );
    expect(await openOf()).toEqual({ 'INV-1': 6000, 'INV-2': 0, 'INV-3': 0 });
    expect(await receivable()).toBe(6000);
    expect(await totalPaid()).toBe(16_000);
    await expectSoundBooks(ctx());
    const all = await balances();
    for (const [text, input] of [
      [INVOICES, asInvoices],
      [PAYMENTS, asCash],
      [NOVEMBER, asCash],
    ] as const) {
      const again = await load(text, input);
      expect(again.recordsUnchanged).toBe(again.recordsProcessed);
    }
    expect(await balances()).toEqual(all);
    for (const run of [4, 3, 2]) await undoRun(ctx(), run, { wait: true });
    expect(await balances()).toEqual(before);
    await expectSoundBooks(ctx());
  });

  it('only what the payments have not brought in is recorded with the invoice', async () => {
    await addCustomers();
    const part = csvOf('Client,Reference,Amount,Date', ['Baobab Stores,INV-1,15.00,2026-09-20']);
    await load(part, asCash);
    expect(countsOf(await load(INVOICES, asInvoices))).toEqual([3, 0, 0, 0]);
    expect(await openOf()).toEqual({ 'INV-1': 6000, 'INV-2': 0, 'INV-3': 7000 });
    expect(await totalPaid()).toBe(9000);
    expect(countsOf(await load(INVOICES, asInvoices))).toEqual([0, 0, 3, 0]);
    // The invoices brought 25.00 of INV-1, which a line that names it has used up then.
    const rest = csvOf('Client,Reference,Amount,Date', ['Baobab Stores,INV-1,25.00,2026-09-25']);
    expect(countsOf(await load(rest, asCash))).toEqual([0, 0, 1, 0]);
    expect(await totalPaid()).toBe(9000);
    await expectSoundBooks(ctx());
  });
});

it('with an opening balance, payments of its invoices are told', async () => {
  await addCustomers('customerId,name,status,openingBalanceUsd', ',60');
  const result = await load(
    csvOf('Client,Invoice Number,Amount,Date', [
      'Baobab Stores,INV-1,40.00,2026-09-20',
      'Baobab Stores,INV-1,20.00,2026-11-20',
    ]),
    asCash,
  );
  expect(countsOf(result)).toEqual([2, 0, 0, 0]);
  const told = result.warnings.join('\n');
  expect(told).toContain('Row 2: date: This customer has an opening balance as well');
  expect(told).toContain(
    'Row 3: invoiceNumber: The customer has no invoice with this number, and an opening balance',
  );
  await expectSoundBooks(ctx());
});
