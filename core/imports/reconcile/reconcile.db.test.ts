import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { updateInvoice } from '../../billing/invoices/service-corrections.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import type { Ctx } from '../../context.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents, parseCents, toDecimal } from '../../kernel/money.ts';
import type { ReconciledTotal, RunDifference } from '../schema-centre.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { importFile } from '../service.ts';

let app: TestApp;
let folder: string;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-reconcile-'));
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface Reconciled {
  totals: Record<string, ReconciledTotal>;
  differences: RunDifference[];
}

async function load(
  type: BuiltImportType,
  header: string,
  rows: readonly string[],
  keepPrices = false,
): Promise<Reconciled> {
  const path = join(folder, 'upload');
  await writeFile(path, `${header}\n${rows.join('\n')}\n`);
  const input = { type, ...(type === 'customers' && { keepPrices }) };
  await importFile(ctx(), { filename: 'file.csv', path, size: 1 }, input);
  const { rows: found } = await sql<{ totals: ReconciledTotal[]; differences: RunDifference[][] }>`
    select reconciliation as totals,
      (select json_agg(differences order by number) from import_batches b where b.run_id = r.id) as differences
    from import_runs r order by id desc limit 1`.execute(app.db);
  const { totals, differences } = found[0]!;
  for (const total of totals) {
    const sum = [total.books, total.refused, total.different, total.unexplained]
      .map((text) => (total.unit === 'count' ? Number(text) : parseCents(text)!))
      .reduce((all, part) => all + part, 0);
    expect(total.unit === 'count' ? String(sum) : toDecimal(cents(sum))).toBe(total.file);
    expect(Number(total.unexplained)).toBe(0);
  }
  return {
    totals: Object.fromEntries(totals.map((total) => [total.key, total])),
    differences: differences.flat(),
  };
}

const CUSTOMERS = 'customerId,name,type,packageType,monthlyFeeUsd,openingBalanceUsd';
const INVOICES = 'invoiceId,customerId,amountUsd,billDate,status,paidAmountUsd,paidDate';

async function one(query: ReturnType<typeof sql<{ value: string }>>): Promise<string> {
  return (await query.execute(app.db)).rows[0]!.value;
}

it('tells fees that packages set, row by row', async () => {
  const { totals, differences } = await load('customers', CUSTOMERS, [
    'R1,One,individual,Basic Fiber,77,',
    'R2,Two,individual,Flexible Plan,30,',
    'R3,Three,individual,Nonsense,12.50,',
  ]);
  const fee = await one(
    sql`select (monthly_fee_cents / 100.0)::numeric(12,2)::text as value from customers where customer_id = 'R1'`,
  );
  expect(totals.monthlyFees).toMatchObject({
    file: '119.50',
    books: toDecimal(cents(parseCents(fee)! + 3000)),
    refused: '12.50',
  });
  const difference = {
    row: 2,
    label: 'R1',
    file: '77.00',
    books: fee,
    reason: 'The package Basic Fiber sets the fee.',
  };
  expect(differences).toEqual([
    { ...difference, total: 'Monthly fees' },
    { ...difference, total: 'Billed each month' },
  ]);
});

const money = fc.integer({ min: 1, max: 50_000 });
const customer = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  plan: fc.constantFrom('', 'Flexible Plan', 'Basic Fiber', 'Nonsense'),
  fee: fc.option(money),
  owed: fc.option(fc.integer({ min: -20_000, max: 20_000 })),
  isBroken: fc.boolean(),
});
const invoice = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  owner: fc.integer({ min: 1, max: 14 }),
  amount: money,
  day: fc.constantFrom('2026-10-05', '2026-11-05', '2026-13-05'),
  status: fc.constantFrom('pending', 'paid', 'partial', 'overdue', 'cancelled', ''),
  paid: fc.option(money),
});
const text = (value: number | null) => (value === null ? '' : toDecimal(cents(value)));

it(
  'adds up for any files, with what independent sums of the books give',
  async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(customer, { minLength: 1, maxLength: 15 }),
        fc.array(invoice, { minLength: 1, maxLength: 15 }),
        fc.boolean(),
        async (customers, invoices, keepPrices) => {
          round += 1;
          const own = (id: number) => `P${round}-${id}`;
          const people = customers.map(
            ({ id, plan, fee, owed, isBroken }) =>
              `${own(id)},N,${isBroken ? 'ghost' : ''},${plan},${text(fee)},${text(owed)}`,
          );
          const first = await load('customers', CUSTOMERS, people, keepPrices);
          const like = `P${round}-%`;
          expect(first.totals.customers!.books).toBe(
            await one(
              sql`select count(*)::text as value from customers where customer_id like ${like}`,
            ),
          );
          expect(first.totals.openingBalances!.books).toBe(
            await one(sql`
            select (coalesce(sum(l.debit_cents - l.credit_cents), 0) / 100.0)::numeric(12, 2)::text as value
            from journal_lines l join customers c on c.id = l.customer_id where c.customer_id like ${like}`),
          );
          await load('customers', CUSTOMERS, people, keepPrices);
          const bills = invoices.map(
            ({ id, owner, amount, day, status, paid }) =>
              `B${round}-${id},${own(owner)},${text(amount)},${day},${status},${text(paid)},${paid ? '2026-11-09' : ''}`,
          );
          const billed = await load('billing', INVOICES, bills);
          const sums = await sql<{ count: string; amount: string; paid: string }>`
          select count(*)::text as count, (coalesce(sum(amount_cents), 0) / 100.0)::numeric(12, 2)::text as amount,
            (coalesce(sum(paid_cents), 0) / 100.0)::numeric(12, 2)::text as paid
          from invoices where invoice_number like ${`B${round}-%`}`.execute(app.db);
          expect([
            billed.totals.invoices!.books,
            billed.totals.amount!.books,
            billed.totals.paid!.books,
          ]).toEqual(Object.values(sums.rows[0]!));
          await load('billing', INVOICES, bills);
        },
      ),
      { numRuns: 8 },
    );
  },
  patiently(60_000),
);

it('explains what was cancelled or paid in the portal', async () => {
  await load('customers', CUSTOMERS, ['Q1,One,,,30,']);
  const file = ['Q-A,Q1,50,2026-11-05,pending,,', 'Q-B,Q1,70,2026-11-06,pending,,'];
  await load('billing', INVOICES, file);
  const { rows } = await sql<{ id: number; version: number; customer: number }>`
    select id, version, customer_id as customer from invoices where invoice_number = 'Q-A'`.execute(
    app.db,
  );
  const { id, version, customer: customerId } = rows[0]!;
  await updateInvoice(ctx(), id, { status: 'cancelled', version });
  await recordPayment(ctx(), { customerId, amount: cents(2000), currency: 'USD' });
  const { totals, differences } = await load('billing', INVOICES, file);
  expect(totals.open).toMatchObject({ file: '120.00', books: '50.00', different: '70.00' });
  expect(differences.map(({ label, total, reason }) => `${label} ${total}: ${reason}`)).toEqual([
    'Q-A Invoices: The invoice is cancelled in the portal.',
    'Q-A Amount: The invoice is cancelled in the portal.',
    'Q-B Paid: More is paid here: by payments in the portal or credit of the customer.',
    'Q-A Open: The invoice is cancelled in the portal.',
    'Q-B Open: More is paid here: by payments in the portal or credit of the customer.',
  ]);
});

it('compares cash books and entries', async () => {
  await load('customers', CUSTOMERS, ['K1,One,,,30,']);
  const lines = [
    '2026-11-06,K1,70,1110,,P1,',
    '2026-11-07,,-20,1110,5110,P2,Tea',
    '2026-11-07,,-25,1110,9999,,Sugar',
  ];
  const header = 'date,customerId,amountUsd,account,counterAccount,reference,description';
  const cash = await load('cash', header, lines);
  expect(cash.totals.in).toMatchObject({ file: '70.00', books: '70.00' });
  expect(cash.totals.out).toMatchObject({ file: '45.00', books: '20.00', refused: '25.00' });
  expect((await load('cash', header, lines)).totals.in).toMatchObject({ books: '70.00' });
  expect(cash.totals.inSsp).toBeUndefined();
  const pounds = [
    '2026-11-08,K1,130000,1110,,P3,',
    '2026-11-08,,-50000,1110,5110,P4,Tea',
    '2026-11-08,,-7000,1110,9999,,Sugar',
  ];
  const inPounds = header.replace('amountUsd', 'amountSsp');
  for (const { totals } of [
    await load('cash', inPounds, pounds),
    await load('cash', inPounds, pounds),
  ]) {
    expect(totals.inSsp).toMatchObject({ unit: 'ssp', file: '130000.00', books: '130000.00' });
    const out = { file: '57000.00', books: '50000.00', refused: '7000.00' };
    expect(totals.outSsp).toMatchObject(out);
  }
  const entries = ['J1,2026-11-05,1110,10,', 'J1,2026-11-05,1120,,10', 'J2,2026-11-05,1120,5,'];
  const journal = await load('accounting', 'reference,date,account,debit,credit', entries);
  expect(journal.totals.debits).toMatchObject({ file: '15.00', books: '10.00', refused: '5.00' });
});
