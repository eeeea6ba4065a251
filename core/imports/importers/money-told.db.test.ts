import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { countsOf, csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { trialBalance } from '../../accounting/service.ts';
import { getInvoice, listInvoices } from '../../billing/invoices/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import { previewBilling } from '../../billing/runs/service-preview.ts';
import type { Ctx } from '../../context.ts';
import { lookupCustomer } from '../../customers/service.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import type { ImportInput, ImportResult } from '../schema.ts';
import type { ReconciledTotal } from '../schema-centre.ts';
import { undoRun } from '../undo/service.ts';

let app: TestApp;
let lastRun = 0;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-27T08:00:00Z');
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
});
afterAll(() => app.close());

type Mapping = Partial<Record<'map' | 'value' | 'set', Record<string, string>>>;

async function load(
  type: ImportInput['type'],
  header: string,
  rows: readonly string[],
  { dryRun = false, ...mapping }: Mapping & { dryRun?: boolean } = {},
): Promise<ImportResult> {
  const texts = Object.entries(mapping).map(([name, part]) => [name, JSON.stringify(part)]);
  const input: ImportInput = { type, dryRun, ...Object.fromEntries(texts) };
  const onRun = (id: number) => {
    lastRun = id;
  };
  return importText(ctx(), csvOf(header, rows), input, { onRun, forShell: true });
}

async function reconciliation(): Promise<Record<string, ReconciledTotal>> {
  const { rows } = await sql<{ totals: ReconciledTotal[] }>`
    select reconciliation as totals from import_runs where id = ${lastRun}`.execute(app.db);
  return Object.fromEntries(rows[0]!.totals.map((total) => [total.key, total]));
}

async function balanceOf(account: string): Promise<number> {
  const { accounts } = await trialBalance(ctx(), { month: 12, year: 2026 });
  const row = accounts.find(({ code }) => code === account);
  return row ? row.debit - row.credit : 0;
}

describe('customers of whom the file says neither package nor fee', () => {
  it('pay nothing, and are told, with what the next monthly run bills', async () => {
    const before = await previewBilling(ctx(), isoMonth('2026-11'));
    const rows = ['N1,Nimule Traders,a@example.org', 'N2,Torit Hotel,b@example.org'];
    const result = await load('customers', 'Customer No,Name,Email', rows);
    expect(countsOf(result)).toEqual([2, 0, 0, 0]);
    expect(result.warnings).toEqual(
      expect.arrayContaining([
        '2 rows (2, 3): packageType: The file says no package and no fee; the customer has a Flexible Plan at $0.00 until it is changed.',
        '2 rows (2, 3): status: The file says none; the customer is Active, and is billed the fee each month.',
      ]),
    );
    expect(await lookupCustomer(ctx(), 'N1')).toMatchObject({
      packageType: 'Flexible Plan',
      monthlyFeeUsd: 0,
      status: 'Active',
    });
    const totals = await reconciliation();
    expect(totals.monthlyFees).toMatchObject({ file: '0.00', books: '0.00', unexplained: '0.00' });
    expect(totals.billed).toMatchObject({
      label: 'Billed each month',
      file: '0.00',
      books: '0.00',
    });
    expect(await previewBilling(ctx(), isoMonth('2026-11'))).toMatchObject({
      totalRevenue: before.totalRevenue,
    });
    expect(countsOf(await load('customers', 'Customer No,Name,Email', rows))).toEqual([0, 0, 2, 0]);
  });

  it('the same with an empty cell, while a package or a fee is what it says', async () => {
    const header = 'customerId,name,packageType,monthlyFeeUsd,status';
    await load('customers', header, [
      'E1,One,,,Active',
      'E2,Two,Basic Fiber,,Active',
      'E3,Three,,60,Active',
      'E4,Four,Standard Fiber,,Suspended',
    ]);
    const terms = async (id: string) => {
      const { packageType, monthlyFeeUsd } = await lookupCustomer(ctx(), id);
      return [packageType, monthlyFeeUsd];
    };
    expect(await terms('E1')).toEqual(['Flexible Plan', 0]);
    expect(await terms('E2')).toEqual(['Basic Fiber', 12_500]);
    expect(await terms('E3')).toEqual(['Flexible Plan', 6000]);
    const totals = await reconciliation();
    expect(totals.monthlyFees).toMatchObject({ file: '635.00', books: '635.00' });
    expect(totals.billed).toMatchObject({ file: '185.00', books: '185.00', unexplained: '0.00' });
  });
});

describe('the direction of money', () => {
  const set = { account: '1120', counterAccount: '5930' };

  it('in a column of its own is read, and the running balance fits', async () => {
    const before = await balanceOf('1120');
    const header = 'Value Date,Description,Amount,DR/CR,Running Balance';
    const rows = [
      '02/11/2026,Deposit of a customer,500.00,CR,1500.00',
      '13/11/2026,Diesel,200.00,DR,1300.00',
    ];
    const result = await load('cash', header, rows, { set });
    expect(countsOf(result)).toEqual([2, 0, 0, 0]);
    expect((await balanceOf('1120')) - before).toBe(30_000);
    expect(await reconciliation()).toMatchObject({
      in: { file: '500.00', books: '500.00' },
      out: { file: '200.00', books: '200.00' },
    });
    expect(countsOf(await load('cash', header, rows, { set }))).toEqual([0, 0, 2, 0]);
    await expect(load('cash', header, rows, { set, map: { direction: '' } })).rejects.toMatchObject(
      {
        message:
          'The running balance of rows 3 does not fit: by the column "Running Balance" their money goes the other way. Exchange money in and money out, or choose the column of the direction.',
      },
    );
    await undoRun(ctx(), lastRun - 1, { wait: true });
    expect((await balanceOf('1120')) - before).toBe(0);
    await expectSoundBooks(ctx());
  });

  it('of a column Type is read if all its texts are directions, and else asked for', async () => {
    const header = 'date,type,amount,reference,description';
    const rows = ['2026-11-02,income,10.00,T1,Deposit', '2026-11-03,expense,4.00,T2,Fuel'];
    const before = await balanceOf('1120');
    expect(countsOf(await load('cash', header, rows, { set }))).toEqual([2, 0, 0, 0]);
    expect((await balanceOf('1120')) - before).toBe(600);
    const others = ['2026-11-02,Recharge,10.00,T3,A', '2026-11-03,expense,4.00,T4,B'];
    await expect(load('cash', header, others, { set })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^Nothing in the file tells money in from money out: all amounts are above zero, and the column "type" has "Recharge"\./,
      ),
    });
    const value = { 'direction.Recharge': 'in' };
    expect(countsOf(await load('cash', header, others, { set, value }))).toEqual([2, 0, 0, 0]);
    const customers = ['2026-11-02,Recharge,10.00,T5,A,N1'];
    const read = await load('cash', `${header},customerId`, customers, {
      set: { account: '1120' },
    });
    expect(read.warnings.join()).toContain('The column "type" has other texts than those of money');
  });

  it('of amounts above zero alone is asked once, for the whole file', async () => {
    const header = 'Date,Details,Contra Account,Amount';
    const rows = ['2026-11-02,generator,5910,200.00'];
    await expect(load('cash', header, rows, { set: { account: '1120' } })).rejects.toMatchObject({
      message:
        'Nothing in the file tells money in from money out: all amounts are above zero. Choose the column that tells it, or set direction to "in" or "out" for all rows (direction=out).',
    });
    const before = await balanceOf('1120');
    await load('cash', header, rows, { set: { account: '1120', direction: 'out' } });
    expect((await balanceOf('1120')) - before).toBe(-20_000);
  });

  it('that contradicts the sign is refused or told', async () => {
    const result = await load(
      'cash',
      'date,amount,In/Out,reference',
      [
        '2026-11-04,-5,in,D1',
        '2026-11-04,-6,out,D2',
        '2026-11-04,(7.00),DR,D3',
        '2026-11-04,8,x,D4',
      ],
      { set },
    );
    expect(countsOf(result)).toEqual([2, 0, 0, 2]);
    expect(result.errors).toEqual([
      'Row 2: direction: The row says money in, and its amount is below zero. Correct one of them.',
      'Row 5: direction: "x" is unknown. Choose one of: in, out. Mend it with --value "direction.x=CHOICE".',
    ]);
    expect(result.warnings.join()).toContain(
      '2 rows (3, 4): direction: The row says money out and',
    );
  });
});

describe('another currency', () => {
  const header = 'Invoice Number,Customer ID,Total,Currency Code,Invoice Date,Due Date';
  const rows = [
    'K-1,N1,13000.00,KES,2026-11-02,2026-11-16',
    'K-2,N1,953.55,ils,2026-11-03,2026-11-16',
    'K-3,N1,400000,SSP,2026-11-03,2026-11-16',
    'K-4,N1,10,US$,2026-11-03,2026-11-16',
  ];
  const invoiceOf = async (number: string) => {
    const { rows: found } = await listInvoices(ctx(), { q: number });
    return getInvoice(ctx(), found.find(({ invoiceId }) => invoiceId === number)!.id);
  };

  it('refuses its rows by name, and reads dollars and pounds', async () => {
    const result = await load('billing', header, rows);
    expect(countsOf(result)).toEqual([2, 0, 0, 2]);
    expect(result.errors).toEqual([
      'Row 2: currency: KES is neither US dollars nor South Sudanese pounds. Give a rate for it, or leave these rows out. Mend it with --value "currency.KES=RATE", its units for one dollar.',
      'Row 3: currency: ILS is neither US dollars nor South Sudanese pounds. Give a rate for it, or leave these rows out. Mend it with --value "currency.ils=RATE", its units for one dollar.',
    ]);
    expect(result.warnings).toContain(
      'Amounts by currency: KES 13,000.00 in 1 row, ILS 953.55 in 1 row, SSP 400,000.00 in 1 row, USD 10.00 in 1 row.',
    );
    expect(await invoiceOf('K-3')).toMatchObject({
      amountUsd: 100_000,
      notes: 'SSP 400,000.00 at 400.00',
    });
    expect(await reconciliation()).toMatchObject({
      amount: { file: '1010.00', books: '1010.00', refused: '0.00', unexplained: '0.00' },
    });
  });

  it('is converted at the rate that is given for it, which the documents keep', async () => {
    const value = { 'currency.KES': '129.50', 'currency.ILS': '3.7' };
    const result = await load('billing', header, rows, { value });
    expect(countsOf(result)).toEqual([2, 0, 2, 0]);
    expect(await invoiceOf('K-1')).toMatchObject({
      amountUsd: 10_039,
      notes: 'KES 13,000.00 at 129.50',
    });
    expect(await reconciliation()).toMatchObject({ amount: { file: '1368.11', books: '1368.11' } });
    expect(countsOf(await load('billing', header, rows, { value }))).toEqual([0, 0, 4, 0]);
    await expectSoundBooks(ctx());
  });

  it('of opening balances and fees too', async () => {
    const customers = 'Customer ID,Name,Currency,Monthly Fee,Opening Balance,Status';
    const own = [
      'K9,Kitgum Client,UGX,370000,-1850000,Active',
      'P9,Pound Client,SSP,40000,4000,Active',
    ];
    expect((await load('customers', customers, own, { dryRun: true })).errors.join()).toContain(
      'currency: UGX is neither',
    );
    const value = { 'currency.UGX': '3700' };
    const result = await load('customers', customers, own, { value });
    expect(countsOf(result)).toEqual([2, 0, 0, 0]);
    expect(await lookupCustomer(ctx(), 'K9')).toMatchObject({ monthlyFeeUsd: 10_000 });
    expect(await lookupCustomer(ctx(), 'P9')).toMatchObject({ monthlyFeeUsd: 10_000 });
    const { rows: openings } = await sql<{ notes: string; cents: number }>`
      select notes, amount_cents::int as cents from payments where kind = 'opening' and customer_id =
        (select id from customers where customer_id = 'K9')
      union all select notes, amount_cents::int from invoices where kind = 'opening' and customer_id =
        (select id from customers where customer_id = 'P9') order by 1`.execute(app.db);
    expect(openings).toEqual([
      { notes: 'SSP 4,000.00 at 400.00', cents: 1000 },
      { notes: 'UGX -1,850,000.00 at 3700.00', cents: 50_000 },
    ]);
    expect(await reconciliation()).toMatchObject({
      monthlyFees: { file: '200.00', books: '200.00' },
      openingBalances: { file: '-490.00', books: '-490.00' },
    });
    expect(countsOf(await load('customers', customers, own, { value }))).toEqual([0, 0, 2, 0]);
  });

  it('of a cash book: pounds go into pounds, and another rate makes no other line', async () => {
    const cash = 'Date,Customer ID,Amount,Currency,Reference,Account';
    const own = ['2026-11-05,N2,4000,SSP,S1,cash', '2026-11-05,N2,1295,KES,S2,cash'];
    const value = { 'currency.KES': '129.5' };
    expect(countsOf(await load('cash', cash, own, { value }))).toEqual([2, 0, 0, 0]);
    const { rows: payments } = await listPayments(ctx(), { q: 'Torit' });
    expect(
      payments.map(({ currency, amountUsd, notes }) => [currency, amountUsd, notes]).sort(),
    ).toEqual([
      ['SSP', 1000, ''],
      ['USD', 1000, 'KES 1,295.00 at 129.50'],
    ]);
    expect(await reconciliation()).toMatchObject({
      in: { file: '10.00', books: '10.00' },
      inSsp: { file: '4000.00', books: '4000.00' },
    });
    const other = { 'currency.KES': '130' };
    expect(countsOf(await load('cash', cash, own, { value: other }))).toEqual([0, 0, 2, 0]);
    await expectSoundBooks(ctx());
  });
});

it('a trial balance is read in the currency of each row', async () => {
  const result = await load(
    'openings',
    'account,debit,credit,currency',
    ['1120,1000,,USD', '1170,4000,,SSP', '1140,1295,,KES', '3110,,1020,'],
    { value: { 'currency.KES': '129.5' } },
  );
  expect(result.errors).toEqual([]);
  expect(await balanceOf('1140')).toBe(1000);
  expect(await reconciliation()).toMatchObject({
    debits: { file: '1020.00', books: '1020.00', unexplained: '0.00' },
  });
  await expectSoundBooks(ctx());
});

describe('a row with the total of its invoice', () => {
  const header = 'Invoice Number,Customer ID,Description,Amount (One column),Invoice Date';
  const map = { amountUsd: 'Amount (One column)' };

  it('is no line, with the same or the other sign, and is told', async () => {
    const result = await load(
      'billing',
      header,
      [
        'W-1,N1,Internet,50.00,2026-11-02',
        'W-1,N1,Installation,25.50,2026-11-02',
        'W-1,N1,Accounts Receivable,75.50,2026-11-02',
        'W-2,N1,Internet,40,2026-11-02',
        'W-2,N1,Accounts Receivable,40,2026-11-02',
        'W-3,N1,Accounts Receivable,30,2026-11-02',
        'W-3,N1,Internet,-20,2026-11-02',
        'W-3,N1,Cable,-10,2026-11-02',
      ],
      { map },
    );
    expect(countsOf(result)).toEqual([3, 0, 0, 0]);
    expect(result.warnings).toContain(
      '3 rows (4, 6, 7): amountUsd: The amount is the sum of the other rows of its invoice, so it is the total and no further line.',
    );
    expect(await reconciliation()).toMatchObject({ amount: { file: '145.50', books: '145.50' } });
  });

  it('and two equal lines stay lines, which is told', async () => {
    const result = await load(
      'billing',
      header,
      ['X-1,N1,Router,65,2026-11-02', 'X-1,N1,Antenna,65,2026-11-02'],
      { map },
    );
    expect(await reconciliation()).toMatchObject({ amount: { file: '130.00', books: '130.00' } });
    expect(result.warnings.join()).toContain('and was taken as a line like them');
  });

  it('a journal that is read as a cash book is told', async () => {
    const result = await load(
      'cash',
      'Date,Reference,Ledger Account,Debit,Credit',
      ['2026-11-02,J1,5910,10,', '2026-11-02,J1,5930,,10'],
      {
        set: { account: '1120' },
        map: { moneyInUsd: 'Debit', moneyOutUsd: 'Credit' },
        dryRun: true,
      },
    );
    expect(result.warnings.join()).toContain('The debits of this file equal its credits');
  });
});
