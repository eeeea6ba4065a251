import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  createTestApp,
  type MarkedApp,
  staff,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOpeningSettings, setOpeningDate } from '../../accounting/opening/service.ts';
import { lockMonth } from '../../accounting/service.ts';
import { listInvoices } from '../../billing/invoices/service.ts';
import { updateInvoice } from '../../billing/invoices/service-corrections.ts';
import { recordPayment, reversePayment } from '../../billing/payments/service.ts';
import type { Ctx } from '../../context.ts';
import { createCustomer, lookupCustomer, updateCustomer } from '../../customers/service.ts';
import type { Role } from '../../identity/roles.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import type { KeptRecord } from '../../kernel/imported.ts';
import { cents } from '../../kernel/money.ts';
import type { ImportResult } from '../schema.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { resumeUndos, undoRun } from './service.ts';

let marked: MarkedApp;
/** The marked one, or one of several connections. */
let app: TestApp;
const ctx = (role: Role = 'super_admin'): Ctx => contextOf(app, staff(role));

beforeAll(async () => {
  marked = await createMarkedApp('2026-11-21T08:00:00Z');
  await marked.mark();
  app = marked;
});
afterEach(() => marked.restore());
afterAll(() => marked.close());

async function load(type: BuiltImportType, header: string, rows: string[]): Promise<ImportResult> {
  return importText(ctx(), csvOf(header, rows), { type });
}

const CUSTOMERS = 'customerId,name,monthlyFeeUsd,openingBalanceUsd';
const loadCustomers = (...rows: string[]) => load('customers', CUSTOMERS, rows);
const INVOICES = 'invoiceId,customerId,amountUsd,billDate,status,paidAmountUsd,paidDate';
const loadInvoices = (...rows: string[]) => load('billing', INVOICES, rows);

interface Outcome {
  status: string | null;
  removed: number;
  reversed: number;
  kept: string[];
  error: string;
}

async function latestRun(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from import_runs`.execute(app.db);
  return rows[0]!.id;
}

async function outcomeOf(id: number): Promise<Outcome> {
  const { rows } = await sql<Omit<Outcome, 'kept'> & { kept: number; told: KeptRecord[][] }>`
    select undo_status as status, removed, reversed, kept, undo_error as error,
      (select json_agg(b.kept order by b.number) from import_batches b where b.run_id = r.id) as told
    from import_runs r where id = ${id}`.execute(app.db);
  const { told, kept, ...rest } = rows[0]!;
  const records = told.flat();
  expect(records).toHaveLength(kept);
  return { ...rest, kept: records.map(({ label, reason }) => `${label}: ${reason}`) };
}

/** Undoes the latest run, or the given one, and checks the books. */
async function undo(id?: number): Promise<Outcome> {
  const run = id ?? (await latestRun());
  await undoRun(ctx(), run, { wait: true });
  await expectSoundBooks(ctx());
  return outcomeOf(run);
}

const openAt = async (date: string) =>
  setOpeningDate(ctx(), {
    openingDate: isoDate(date),
    version: (await getOpeningSettings(ctx())).version,
  });
const idOf = async (customerId: string) => (await lookupCustomer(ctx(), customerId)).id;

async function invoice(number: string) {
  const { rows } = await listInvoices(ctx(), { q: number });
  return rows.find(({ invoiceId }) => invoiceId === number)!;
}

async function customerRows(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select customer_id || ' ' || status as text from customers order by customer_id`.execute(
    app.db,
  );
  return rows.map(({ text }) => text);
}

/** Every customer with what stands in the books, without ids and times. */
async function books(): Promise<unknown> {
  const { rows } = await sql`
    select c.customer_id, c.name, c.status, c.monthly_fee_cents, c.connection_fee_billed,
      (select json_agg(json_build_array(i.invoice_number, i.status, i.amount_cents, i.paid_cents, i.notes) order by i.invoice_number)
       from invoices i where i.customer_id = c.id and i.undone_run_id is null) as invoices,
      (select json_agg(json_build_array(p.kind, p.amount_cents, p.unallocated_cents, p.payment_date) order by p.payment_date, p.id)
       from payments p where p.customer_id = c.id and p.undone_run_id is null) as payments,
      (select json_agg(json_build_array(account_code, cents) order by account_code) from (
        select l.account_code, sum(l.debit_cents - l.credit_cents) as cents from journal_lines l
        where l.customer_id = c.id group by 1 having sum(l.debit_cents - l.credit_cents) <> 0) s) as ledger
    from customers c order by c.customer_id`.execute(app.db);
  const { rows: accounts } = await sql`
    select account_code, month, sum(debit_cents - credit_cents)::bigint as cents from account_months
    group by 1, 2 having sum(debit_cents - credit_cents) <> 0 order by 1, 2`.execute(app.db);
  return { rows, accounts };
}

const pay = async (customerId: string, dollars: number) =>
  recordPayment(ctx(), {
    customerId: await idOf(customerId),
    amount: cents(dollars * 100),
    currency: 'USD',
  });

describe('customers', () => {
  it('are removed, and the same file makes the same ones again', async () => {
    await loadCustomers('C1,One,30,', 'C2,Two,40,');
    const before = await books();
    expect(await undo()).toEqual({ status: 'done', removed: 2, reversed: 0, kept: [], error: '' });
    expect(await customerRows()).toEqual([]);
    expect(await loadCustomers('C1,One,30,', 'C2,Two,40,')).toMatchObject({ recordsCreated: 2 });
    expect(await books()).toEqual(before);
  });

  it('who were changed or have documents since stay, and changed ones are not set back', async () => {
    await loadCustomers('C0,Zero,20,');
    await loadCustomers('C0,Zero,25,', 'C1,One,30,', 'C2,Two,40,', 'C3,Three,50,');
    const run = await latestRun();
    const one = await lookupCustomer(ctx(), 'C1');
    await updateCustomer(ctx(), one.id, { updates: { phone: '0912345678' }, version: one.version });
    await pay('C2', 10);
    expect(await undo(run)).toMatchObject({
      removed: 1,
      reversed: 0,
      kept: [
        'C1 One: The customer was changed since.',
        'C2 Two: The customer has invoices or payments that stay.',
      ],
    });
    expect(await customerRows()).toEqual(['C0 Active', 'C1 Active', 'C2 Active']);
    const { rows } = await sql<{ changes: unknown }>`
      select changes from import_batches where run_id = ${run}`.execute(app.db);
    expect(rows[0]!.changes).toMatchObject([
      {
        row: 2,
        label: 'C0 Zero',
        fields: [{ field: 'monthlyFeeUsd', before: '20.00', after: '25.00' }],
      },
    ]);
  });

  it('with opening balances become Inactive, and another import makes them as the first one did', async () => {
    await openAt('2026-11-01');
    const file = ['C1,One,30,50', 'C2,Two,40,-20', 'C3,Three,45,'];
    await loadCustomers(...file);
    const before = await books();
    for (let round = 0; round < 2; round += 1) {
      expect(await undo()).toMatchObject({
        removed: 1,
        reversed: 2,
        kept: [
          'C1 One: Reversed documents name the customer, who is Inactive now.',
          'C2 Two: Reversed documents name the customer, who is Inactive now.',
        ],
      });
      expect(await customerRows()).toEqual(['C1 Inactive', 'C2 Inactive']);
      expect(await loadCustomers(...file)).toMatchObject({ recordsCreated: 3, recordsFailed: 0 });
      expect(await books()).toEqual(before);
      await expectSoundBooks(ctx());
    }
    // Other balances are as possible as the same ones.
    await undo();
    expect(await loadCustomers('C1,One,30,-5', 'C2,Two,40,8')).toMatchObject({ recordsCreated: 2 });
    await expectSoundBooks(ctx());
  });

  it('who were left Inactive and changed by hand since are known ones to another import', async () => {
    await openAt('2026-11-01');
    await loadCustomers('C1,One,30,50');
    await undo();
    const one = await lookupCustomer(ctx(), 'C1');
    await updateCustomer(ctx(), one.id, { updates: { phone: '0912345678' }, version: one.version });
    expect(await loadCustomers('C1,One,35,')).toMatchObject({ recordsUpdated: 1 });
    expect(await customerRows()).toEqual(['C1 Inactive']);
  });

  it('keep opening balances that were paid since', async () => {
    await openAt('2026-11-01');
    await loadCustomers('C1,One,30,50', 'C2,Two,30,-40', 'C3,Three,30,60');
    const run = await latestRun();
    await pay('C1', 20);
    await loadInvoices('X1,C2,25,2026-11-05,pending,,');
    expect(await undo(run)).toMatchObject({
      reversed: 1,
      kept: [
        'OB-C1: RCT-2026-000001 pays it.',
        'OB-C2: It pays invoice X1.',
        'C1 One: The customer has invoices or payments that stay.',
        'C2 Two: The customer has invoices or payments that stay.',
        'C3 Three: Reversed documents name the customer, who is Inactive now.',
      ],
    });
  });
});

describe('invoices', () => {
  beforeEach(() => loadCustomers('C1,One,30,', 'C2,Two,30,', 'C3,Three,30,'));

  it('are cancelled and their payments reversed, and the same file makes the same ones again', async () => {
    const file = [
      'INV-2026-000005,C1,100,2026-10-05,paid,,2026-10-09',
      'B,C2,100,2026-10-05,partial,40,2026-10-09',
      'D,C2,70,2026-12-05,paid,,2026-11-09',
      'E,C3,70,2026-11-05,pending,,',
    ];
    await loadInvoices(...file);
    const before = await books();
    expect(await undo()).toMatchObject({ removed: 0, reversed: 7, kept: [] });
    expect((await invoice('B (undone 2)')).notes).toBe('Undone: import 2');
    // The number is not given out by the counter a second time.
    const { rows } = await sql<{
      value: number;
    }>`select value from counters where name = 'invoice:2026'`.execute(app.db);
    expect(rows[0]!.value).toBe(5);
    expect(await loadInvoices(...file)).toMatchObject({ recordsCreated: 4 });
    await expectSoundBooks(ctx());
    expect(withoutMonths(await books())).toEqual(withoutMonths(before));
  });

  it('give back the credit that had settled them', async () => {
    await pay('C1', 30);
    const before = await books();
    await loadInvoices('A,C1,50,2026-11-05,pending,,');
    expect((await invoice('A')).paidUsd).toBe(3000);
    expect(await undo()).toMatchObject({ reversed: 1, kept: [] });
    expect(await books()).toEqual(before);
  });

  it('that were changed, paid or cancelled since stay, with their payments', async () => {
    await loadInvoices(
      'A,C1,100,2026-11-05,partial,40,2026-11-09',
      'B,C2,100,2026-11-05,partial,40,2026-11-09',
      'D,C3,100,2026-11-05,paid,,2026-11-09',
      'E,C3,90,2026-11-05,paid,,2026-11-10',
      'F,C3,80,2026-11-05,pending,,',
    );
    const run = await latestRun();
    await pay('C1', 10);
    const b = await invoice('B');
    await updateInvoice(ctx(), b.id, { dueDate: isoDate('2026-12-24'), version: b.version });
    const d = await invoice('D');
    // Its payment pays F from then on.
    await updateInvoice(ctx(), d.id, { status: 'cancelled', version: d.version });
    const outcome = await undo(run);
    expect(outcome.kept).toEqual([
      'A: RCT-2026-000005 pays it.',
      'B: It was changed since.',
      'D: It was cancelled before.',
      'F: It was changed since.',
      'RCT-2026-000001: It pays invoice A, which stays.',
      'RCT-2026-000002: It pays invoice B, which stays.',
      'RCT-2026-000003: It was changed since.',
    ]);
    expect(outcome.reversed).toBe(2);
  });

  it('whose payment was reversed by hand stay, and payments on invoices of others are reversed', async () => {
    await loadInvoices('A,C1,100,2026-11-05,pending,,');
    await loadInvoices(
      'A,C1,100,2026-11-05,paid,,2026-11-09',
      'B,C2,100,2026-11-05,paid,,2026-11-09',
    );
    const run = await latestRun();
    await reversePayment(ctx(), 2, 'Not ours');
    expect(await undo(run)).toMatchObject({
      reversed: 1,
      kept: ['B: It was changed since.', 'RCT-2026-000002: It was reversed before.'],
    });
    expect(await invoice('A')).toMatchObject({ status: 'pending', paidUsd: 0 });
    // The undone payment is recorded again, the one that was reversed by hand is not.
    expect(
      await loadInvoices(
        'A,C1,100,2026-11-05,paid,,2026-11-09',
        'B,C2,100,2026-11-05,paid,,2026-11-09',
      ),
    ).toMatchObject({ recordsUpdated: 1, recordsFailed: 1 });
  });
});

/** The balances of accounts over all months: reversals are dated today. */
function withoutMonths(state: unknown): unknown {
  const { rows, accounts } = state as {
    rows: unknown;
    accounts: { account_code: string; cents: number }[];
  };
  const sums: Record<string, number> = {};
  for (const { account_code, cents: sum } of accounts)
    sums[account_code] = (sums[account_code] ?? 0) + Number(sum);
  return { rows, sums: Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0)) };
}

describe('cash books and entries', () => {
  const ENTRIES = 'reference,date,account,debit,credit';
  const CASH = 'date,customerId,amount,account,counterAccount,reference,description';

  it('are reversed once, and can be imported again', async () => {
    await loadCustomers('C1,One,30,');
    await loadInvoices('A,C1,50,2026-11-05,pending,,');
    const before = await books();
    const file = [
      '2026-11-06,C1,70,cash,,P1,',
      '2026-11-07,,-20,cash,5110,P2,Tea',
      '2026-11-07,,-25,cash,5110,,Sugar',
    ];
    const loaded = await load('cash', CASH, file);
    expect(loaded).toMatchObject({ recordsCreated: 3, errors: [] });
    const after = await books();
    expect(await undo()).toMatchObject({ reversed: 3, kept: [] });
    expect(await books()).toEqual(before);
    expect(await load('cash', CASH, file)).toMatchObject({ recordsCreated: 3 });
    expect(await books()).toEqual(after);
    await expectSoundBooks(ctx());
  });

  it('of the journal too; one that was reversed by hand stays', async () => {
    const file = ['J1,2026-11-05,1110,10,', 'J1,2026-11-05,1120,,10'];
    const loaded = await load('accounting', ENTRIES, file);
    expect(loaded).toMatchObject({ recordsCreated: 1, errors: [] });
    expect(await undo()).toMatchObject({ reversed: 1, kept: [] });
    expect(await load('accounting', ENTRIES, file)).toMatchObject({ recordsCreated: 1 });
    await expectSoundBooks(ctx());
  });
});

describe('an undo that begins twice at the same time', () => {
  beforeAll(async () => {
    app = await createTestApp('2026-11-21T08:00:00Z');
  });
  afterAll(async () => {
    await app.close();
    app = marked;
  });

  it('happens once', async () => {
    await openAt('2026-11-01');
    await loadCustomers('C1,One,30,50', 'C2,Two,30,');
    const run = await latestRun();
    await Promise.all([1, 2, 3].map(() => undoRun(ctx(), run, { wait: true }).catch(() => {})));
    await undoRun(ctx(), run, { wait: true }).catch(() => {});
    await expectSoundBooks(ctx());
    expect(await outcomeOf(run)).toMatchObject({ status: 'done', removed: 1, reversed: 1 });
    await expect(undo(run)).rejects.toThrow('It was undone already');
    const { rows } = await sql`select summary from audit_log where action = 'import.undo'`.execute(
      app.db,
    );
    expect(rows).toEqual([{ summary: 'file.csv: 1 removed, 1 reversed, 1 kept' }]);
  });
});

describe('an undo', () => {
  it('is refused in a locked month before anything is changed, unless nothing is posted', async () => {
    await openAt('2026-11-01');
    await loadCustomers('C1,One,30,50');
    const withOpening = await latestRun();
    await loadCustomers('C2,Two,30,');
    const without = await latestRun();
    await lockMonth(ctx(), isoMonth('2026-11'));
    await expect(undo(withOpening)).rejects.toThrow('November 2026 is locked in the books');
    expect((await outcomeOf(withOpening)).status).toBeNull();
    expect(await undo(without)).toMatchObject({ removed: 1 });
  });

  it('needs the permissions to delete customers and to cancel invoices', async () => {
    await loadCustomers('C1,One,30,');
    const customers = await latestRun();
    await loadInvoices('A,C1,50,2026-11-05,pending,,');
    const invoices = await latestRun();
    await expect(undoRun(ctx('support'), customers)).rejects.toThrow('may not delete customers');
    await expect(undoRun(ctx('billing'), invoices)).rejects.toThrow('may not edit and cancel');
    await expect(undoRun(ctx(), 99)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('that was cut off goes on with the batches that are left', async () => {
    await load(
      'customers',
      'customerId,name,monthlyFeeUsd',
      Array.from({ length: 5003 }, (_, row) => `C${row},Name,30`),
    );
    const run = await latestRun();
    const stop = new AbortController();
    const stopped = undoRun(ctx(), run, {
      wait: true,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(stopped).rejects.toThrow('Stopped.');
    expect(await outcomeOf(run)).toMatchObject({ status: 'failed', removed: 3 });
    // As a kill leaves it.
    await sql`update import_runs set undo_status = 'running' where id = ${run}`.execute(app.db);
    expect(await resumeUndos(ctx(), { wait: true })).toBe(0);
    app.time.set('2026-11-21T08:05:00Z');
    expect(await resumeUndos(ctx(), { wait: true })).toBe(1);
    expect(await outcomeOf(run)).toMatchObject({ status: 'done', removed: 5003 });
    expect(await resumeUndos(ctx(), { wait: true })).toBe(0);
  });

  it('that an unexpected error ends tells no details', async () => {
    await loadCustomers('C1,One,30,');
    const run = await latestRun();
    await sql`create function broken() returns trigger language plpgsql as $$ begin perform 1/0; return new; end $$`.execute(
      app.db,
    );
    await sql`create trigger broken before update on import_batches for each row execute function broken()`.execute(
      app.db,
    );
    await expect(undoRun(ctx(), run, { wait: true })).rejects.toThrow('division');
    expect((await outcomeOf(run)).error).toBe(
      'An unexpected error ended the undo. The log of the server has the details.',
    );
  });

  it('leaves a customer whom another record names', async () => {
    await loadCustomers('C1,One,30,');
    await sql`create table visits (customer_id bigint references customers (id))`.execute(app.db);
    await sql`insert into visits select id from customers`.execute(app.db);
    await createCustomer(ctx(), { name: 'By hand' });
    expect((await undo()).kept).toEqual(['C1 One: Other records name the customer.']);
  });
});
