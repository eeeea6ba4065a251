import { countsOf, csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { trialBalance } from '../../accounting/service.ts';
import { getInvoice, listInvoices } from '../../billing/invoices/service.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import { updatePaymentStatus } from '../../billing/payments/service-status.ts';
import type { Ctx } from '../../context.ts';
import type { Customer } from '../../customers/schema.ts';
import { createCustomer } from '../../customers/service.ts';
import type { Role } from '../../identity/roles.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import type { ImportResult } from '../schema.ts';

let app: TestApp;
const ctx = (role: Role = 'super_admin'): Ctx => contextOf(app, staff(role));
const HEADER =
  'invoiceId,customerId,description,amountUsd,billDate,dueDate,status,paidAmountUsd,paidDate,paymentAccount,notes';

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
});
afterAll(async () => {
  await app.close();
});

async function importRows(
  rows: string[],
  dryRun = false,
  role?: Role,
  { header = HEADER, map }: { header?: string; map?: string } = {},
): Promise<ImportResult> {
  return importText(ctx(role), csvOf(header, rows), { type: 'billing', dryRun, map });
}

let names = 0;
function addCustomer(): Promise<Customer> {
  names += 1;
  return createCustomer(ctx(), { name: `Customer ${names}` });
}

async function invoiceOf(number: string) {
  const { rows } = await listInvoices(ctx(), { q: number });
  const found = rows.find(({ invoiceId }) => invoiceId === number);
  return found && getInvoice(ctx(), found.id);
}

async function receivable(): Promise<number> {
  const { accounts } = await trialBalance(ctx(), { month: 12, year: 2026 });
  const row = accounts.find(({ code }) => code === leaf.residentialReceivable);
  return row ? row.debit - row.credit : 0;
}

async function expectSoundBooks(): Promise<void> {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  const { isBalanced } = await trialBalance(ctx(), { month: 12, year: 2026 });
  expect(isBalanced).toBe(true);
}

const lastAudit = async () =>
  (
    await sql<{ after: unknown }>`
      select after from audit_log where entity = 'import' order by id desc limit 1`.execute(app.db)
  ).rows[0]!.after;

describe('an invoice of several rows', () => {
  it('is not summed from a column that may repeat the invoice total, unless it is mapped', async () => {
    const { customerId } = await addCustomer();
    const before = await receivable();
    const header = 'Invoice No,Customer No,Description,Invoice Total,Invoice Date,Line Amount';
    const rows = [
      `TOT-1,${customerId},Internet,80,2026-10-01,50`,
      `TOT-1,${customerId},Router,80,2026-10-01,30`,
      `TOT-2,${customerId},Cable,15,2026-10-01,15`,
    ];
    const refused = await importRows(rows, false, undefined, { header });
    expect(countsOf(refused)).toEqual([1, 0, 0, 2]);
    expect(JSON.stringify(refused.errors)).toContain('may be the sum of the whole invoice');
    expect((await receivable()) - before).toBe(1500);
    const map = JSON.stringify({ amountUsd: 'Line Amount' });
    const taken = await importRows(rows.slice(0, 2), false, undefined, { header, map });
    expect(countsOf(taken)).toEqual([1, 0, 0, 0]);
    expect((await receivable()) - before).toBe(9500);
  });

  it('is posted with all its lines, and the same file again changes nothing', async () => {
    const { customerId } = await addCustomer();
    const before = await receivable();
    const row = (description: string, amount: string, rest = ',,,,') =>
      `L-1,${customerId},${description},${amount},2026-10-01,2026-10-15,${rest}`;
    const rows = [
      row('Internet', '650'),
      `L-2,${customerId},Alone,10,2026-10-01,,,,,,`,
      row('Router', '1240.00'),
      row('Tower', '"6,000"'),
    ];
    const dry = await importRows(rows, true);
    expect(dry).toMatchObject({ recordsProcessed: 4, recordsCreated: 2, recordsFailed: 0 });
    expect(dry.warnings).toEqual([
      expect.stringContaining('The books have no opening date'),
      'Rows that belong to the record of another row: 2.',
    ]);
    expect(await importRows(rows)).toEqual({ ...dry, dryRun: false });
    expect(await lastAudit()).toMatchObject({ recordsProcessed: 4, recordsCreated: 2 });
    expect(await invoiceOf('L-1')).toMatchObject({
      amountUsd: 789_000,
      amountSsp: 315_600_000,
      description: 'Internet and 2 more',
      lines: [
        { kind: 'service', description: 'Internet', amountUsd: 65_000 },
        { kind: 'service', description: 'Router', amountUsd: 124_000 },
        { kind: 'service', description: 'Tower', amountUsd: 600_000 },
      ],
    });
    expect(await receivable()).toBe(before + 790_000);
    await expectSoundBooks();

    const version = (await invoiceOf('L-1'))!.version;
    for (const again of [rows, [...rows].reverse()]) {
      const { warnings, ...result } = await importRows(again);
      expect(countsOf(result as ImportResult)).toEqual([0, 0, 2, 0]);
      expect(warnings).toHaveLength(1);
    }
    expect((await invoiceOf('L-1'))!.version).toBe(version);
    // Other lines with the same sum give a warning; another sum is refused, with all its rows.
    const others = [row('Internet', '1000'), row('Router', '6890')];
    expect(await importRows(others)).toMatchObject({
      recordsUnchanged: 1,
      warnings: [
        'Row 2: description: Invoice L-1 keeps the lines that it has, which are others than those of the file.',
        'Rows that belong to the record of another row: 1.',
      ],
    });
    expect((await importRows(rows.slice(0, 3))).errors).toEqual([
      '2 rows (2, 4): amountUsd: Invoice L-1 stands at $7,890.00. Correct it in the portal, so that its posting is corrected too.',
    ]);
    // A later file that only has the total, and that it was paid.
    expect(countsOf(await importRows([row('', '7890', 'paid,,2026-10-20,bank,')]))).toEqual([
      0, 1, 0, 0,
    ]);
    expect(await invoiceOf('L-1')).toMatchObject({ status: 'paid', paidUsd: 789_000 });
    await expectSoundBooks();
  });

  it('is refused as a whole if one of its rows is invalid, or too many have its number', async () => {
    const { customerId } = await addCustomer();
    const row = (number: string, description: string, amount: string) =>
      `${number},${customerId},${description},${amount},2026-10-01,,,,,,`;
    const crowd = Array.from({ length: 501 }, (_, index) => row('L-9', `Item ${index}`, '1'));
    const result = await importRows([
      row('L-3', 'Internet', '650'),
      row('L-3', 'Router', '10.005'),
      row('L-4', 'Good', '5'),
      ...crowd,
    ]);
    expect(countsOf(result)).toEqual([1, 0, 0, 503]);
    expect(result.errors).toEqual([
      '501 rows (5, 6, 7, 8, 9, …): invoiceId: 501 rows have the number L-9. Is this the right column for it?',
      'Row 2: invoiceId: Row 3 has the number L-3 too and cannot be taken, so no row of it is.',
      'Row 3: amountUsd: Enter an amount with at most two decimals; it says 10.005.',
    ]);
    expect(await invoiceOf('L-3')).toBeUndefined();
  });

  it('is refused as a whole if one of its rows is short', async () => {
    const { customerId } = await addCustomer();
    const row = (description: string) => `W-1,${customerId},${description},5,2026-10-01,,,,,,`;
    const result = await importRows([row('Internet'), `W-1,${customerId},Router`, row('Cable')]);
    expect(countsOf(result)).toEqual([0, 0, 0, 3]);
    expect(result.errors).toEqual([
      '2 rows (2, 4): invoiceId: Row 3 has the number W-1 too and cannot be taken, so no row of it is.',
      'Row 3: This row has 3 of 11 cells, and none for amountUsd, status, paidAmountUsd. Was it cut off?',
    ]);
    expect(await invoiceOf('W-1')).toBeUndefined();
  });

  it('is not treated as a repeated row if an unread column distinguishes the lines', async () => {
    const { customerId } = await addCustomer();
    const row = (number: string, product: string) =>
      `${number},${customerId},${product},650,2026-10-01`;
    const header = 'invoiceId,customerId,Product,amountUsd,billDate';
    const rows = [row('V-1', 'Router'), row('V-1', 'Antenna'), row('V-2', 'x'), row('V-2', 'x')];
    const result = await importRows(rows, false, undefined, { header });
    expect(countsOf(result)).toEqual([1, 0, 0, 3]);
    expect(result.errors).toEqual([
      '2 rows (2, 3): invoiceId: 2 rows have the number V-1 and differ only in columns that are not read. Map the one that tells its lines apart to description, or leave the repeats out.',
      'Row 5: invoiceId: V-2 is already in row 4.',
    ]);
    const map = JSON.stringify({ description: 'Product' });
    expect(countsOf(await importRows(rows, false, undefined, { header, map }))).toEqual([
      1, 1, 0, 1,
    ]);
    expect(await invoiceOf('V-1')).toMatchObject({ amountUsd: 130_000 });
  });

  it('is one invoice if its rows are far apart, in several batches', async () => {
    const { customerId } = await addCustomer();
    const row = (index: number) =>
      `M-${index % 2600},${customerId},Line ${index},${1 + (index % 7)},2026-10-01,,,,,,`;
    const rows = Array.from({ length: 5200 }, (_, index) => row(index));
    const before = await receivable();
    const progress: number[] = [];
    const result = await importText(
      ctx(),
      csvOf(HEADER, rows),
      { type: 'billing' },
      {
        onProgress: ({ processed, total }) => {
          progress.push(processed);
          expect(total).toBe(5200);
        },
      },
    );
    expect(countsOf(result)).toEqual([2600, 0, 0, 0]);
    expect(result).toMatchObject({ recordsProcessed: 5200, errors: [] });
    expect(progress).toEqual([5000, 5200]);
    const sum = rows.reduce((total, _, index) => total + 1 + (index % 7), 0);
    expect(await receivable()).toBe(before + sum * 100);
    expect((await invoiceOf('M-2599'))!.lines).toHaveLength(2);
    await expectSoundBooks();
  });

  it('has the sum of the accepted rows of the file, in any order', async () => {
    const people = [await addCustomer(), await addCustomer()];
    const drawn = fc.record({
      number: fc.nat(3),
      customer: fc.nat(9).map((one) => (one === 0 ? 1 : 0)),
      description: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      amount: fc.integer({ min: 1, max: 100_000 }),
      isSound: fc.nat(9).map((one) => one > 0),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 12 }), async (lines) => {
        run += 1;
        const prefix = `Q${run}`;
        const before = await receivable();
        const rows = lines.map(
          ({ number, customer, description, amount, isSound }) =>
            `${prefix}-${number},${people[customer]!.customerId},${description},${isSound ? toDecimal(cents(amount)) : 'x'},2026-10-01,,,,,,`,
        );
        const result = await importRows(rows);
        const { rows: booked } = await listInvoices(ctx(), { q: `${prefix}-` });
        const taken = new Set(booked.map(({ invoiceId }) => invoiceId));
        // Repeated rows count once; all other rows of an accepted invoice are in it.
        const distinct = new Map(
          lines.map((line, index) => [rows[index]!, { ...line, id: `${prefix}-${line.number}` }]),
        );
        const sum = [...distinct.values()]
          .filter(({ id }) => taken.has(id))
          .reduce((total, { amount }) => total + amount, 0);
        expect(booked.reduce((total, { amountUsd }) => total + amountUsd, 0)).toBe(sum);
        expect(await receivable()).toBe(before + sum);
        expect(result.recordsProcessed).toBe(rows.length);
        const again = await importRows([...rows].reverse());
        expect(again).toMatchObject({ recordsCreated: 0, recordsUpdated: 0 });
        expect(again.recordsUnchanged).toBe(result.recordsCreated);
        expect(await receivable()).toBe(before + sum);
      }),
      { numRuns: 6 },
    );
    await expectSoundBooks();
  });
});

describe('an invoice that is paid in part', () => {
  it('is imported once with its payment, with the correct open amount', async () => {
    const { id, customerId } = await addCustomer();
    const before = await receivable();
    const rows = [
      `R-1,${customerId},x,300,2026-10-01,2026-10-15,partial,100,2026-10-05,bank,`,
      `R-2,${customerId},x,300,2026-10-01,2026-10-15,Partially Paid,0.01,2026-10-05,,`,
      `R-3,${customerId},x,300,2026-10-01,2026-10-15,,299.99,2026-10-05,,`,
      `R-4,${customerId},x,300,2026-10-01,2026-10-15,,300,2026-10-05,,`,
      `R-5,${customerId},x,300,2026-10-01,2026-10-15,pending,0,,,`,
    ];
    expect(countsOf(await importRows(rows, true))).toEqual([5, 0, 0, 0]);
    expect(await importRows(rows)).toMatchObject({
      recordsCreated: 5,
      errors: [],
      warnings: [expect.stringContaining('The books have no opening date')],
    });
    expect(await invoiceOf('R-1')).toMatchObject({
      status: 'overdue',
      paidUsd: 10_000,
      openUsd: 20_000,
      paidDate: null,
      allocations: [{ paymentDate: '2026-10-05', amountUsd: 10_000, account: 'bank' }],
    });
    const open = await Promise.all(
      ['R-2', 'R-3', 'R-4', 'R-5'].map(async (number) => (await invoiceOf(number))!.openUsd),
    );
    expect(open).toEqual([29_999, 1, 0, 30_000]);
    expect(await receivable()).toBe(before + 20_000 + 29_999 + 1 + 30_000);
    expect((await listPayments(ctx(), { customerId: id })).rows).toHaveLength(4);
    expect(countsOf(await importRows(rows))).toEqual([0, 0, 5, 0]);
    expect((await listPayments(ctx(), { customerId: id })).rows).toHaveLength(4);
    await expectSoundBooks();
  });

  it('gets the payment also when it is known, but not one that may exist already', async () => {
    const { id, customerId } = await addCustomer();
    const row = (rest: string) => `S-1,${customerId},x,300,2026-10-01,2026-10-15,${rest}`;
    await importRows([row('pending,,,,')]);
    expect(countsOf(await importRows([row('partial,100,2026-10-05,,')]))).toEqual([0, 1, 0, 0]);
    const higher = await importRows([row('partial,250,2026-10-20,,')]);
    expect(higher.errors).toEqual([
      'Row 2: paidAmountUsd: $100.00 of invoice S-1 is paid here, and the file says $250.00. If more came in, record it in the portal.',
    ]);
    await recordPayment(ctx(), { customerId: id, amount: cents(15_000) });
    expect(countsOf(await importRows([row('partial,250,2026-10-20,,')]))).toEqual([0, 0, 1, 0]);
    expect(countsOf(await importRows([row('partial,100,2026-10-05,,')]))).toEqual([0, 0, 1, 0]);
    expect(countsOf(await importRows([row('paid,300,2026-11-02,,')]))).toEqual([0, 1, 0, 0]);
    expect(await invoiceOf('S-1')).toMatchObject({ status: 'paid', openUsd: 0 });
    await expectSoundBooks();
  });

  it('is not paid again after its receipt was reversed', async () => {
    const { customerId } = await addCustomer();
    const row = `T-1,${customerId},x,300,2026-10-01,2026-10-15,part paid,100,2026-10-05,,`;
    await importRows([row]);
    await updatePaymentStatus(ctx(), (await invoiceOf('T-1'))!.id, { status: 'paid' });
    await updatePaymentStatus(ctx(), (await invoiceOf('T-1'))!.id, { status: 'pending' });
    expect(await invoiceOf('T-1')).toMatchObject({ paidUsd: 0 });
    expect((await importRows([row])).errors[0]).toMatch(/of 5 Oct 2026 was reversed/);
  });

  it('is refused if status and amounts contradict, or the sender may not record payments', async () => {
    const { customerId } = await addCustomer();
    const row = (number: string, rest: string) =>
      `${number},${customerId},x,300,2026-10-01,2026-10-15,${rest}`;
    const result = await importRows([
      row('U-1', 'partial,,2026-10-05,,'),
      row('U-2', 'partial,300,2026-10-05,,'),
      row('U-3', 'paid,100,2026-10-05,,'),
      row('U-4', 'pending,100,,,'),
      row('U-5', ',0,2026-10-05,,'),
      row('U-6', ',301,2026-10-05,,'),
      row('U-7', 'partial,100,,,'),
    ]);
    expect(result.errors).toEqual([
      'Row 2: paidAmountUsd: A partly paid invoice needs the amount that was paid.',
      'Row 3: paidAmountUsd: The row says partial and tells of $300.00 paid of $300.00. Correct one of them.',
      'Row 4: paidAmountUsd: The row says paid and tells of $100.00 paid of $300.00. Correct one of them.',
      'Row 5: status: The row says pending and tells of $100.00 paid. Correct one of them; what is paid in part has the status partial.',
      'Row 6: status: The row says $0.00 paid and tells of a payment on 2026-10-05. Correct one of them.',
      'Row 7: paidAmountUsd: The row tells of $301.00 paid, and the invoice is of $300.00.',
      'Row 8: paidDate: A partly paid invoice needs the date of its payment.',
    ]);
    const denied = await importRows([row('U-8', 'partial,100,2026-10-05,,')], false, 'developer');
    expect(denied.errors).toEqual([
      'Row 2: status: Your role may not record payments, and this row is paid in part.',
    ]);
    expect((await listInvoices(ctx(), { q: 'U-' })).rows).toEqual([]);
  });
});
