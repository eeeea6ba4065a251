import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getOpeningSettings, setOpeningDate } from '../../accounting/opening/service.ts';
import { recordPayment, reversePayment } from '../../billing/payments/service.ts';
import { lookupCustomer } from '../../customers/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import type { KeptRecord } from '../../kernel/imported.ts';
import { cents } from '../../kernel/money.ts';
import { undoRun } from './service.ts';

let app: MarkedApp;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  const { version } = await getOpeningSettings(ctx());
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01'), version });
  await app.mark();
});
afterEach(() => app.restore());
afterAll(async () => {
  await app.close();
});

const headers = {
  customers: 'customerId,name,monthlyFeeUsd,openingBalanceUsd',
  billing: 'invoiceId,customerId,amountUsd,billDate,status,paidAmountUsd,paidDate',
  cash: 'date,customerId,amount,account,counterAccount,reference,description',
};

/** Imports rows; returns the run and what was refused. */
async function load(type: keyof typeof headers, ...rows: string[]) {
  const text = csvOf(headers[type], rows);
  const { errors, recordsCreated } = await importText(ctx(), text, { type });
  const { rows: runs } = await sql<{ id: number }>`select max(id) as id from import_runs`.execute(
    app.db,
  );
  await expectSoundBooks(ctx());
  return { run: runs[0]!.id, errors, recordsCreated };
}

/** Undoes a run; answers what it left. */
async function undo({ run }: { run: number }): Promise<string[]> {
  await undoRun(ctx(), run, { wait: true });
  await expectSoundBooks(ctx());
  const { rows } = await sql<{ kept: KeptRecord[] }>`
    select kept from import_batches where run_id = ${run} order by number`.execute(app.db);
  return rows.flatMap(({ kept }) => kept).map(({ label, reason }) => `${label}: ${reason}`);
}

/** The balances of all accounts, and of each customer. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; cents: number }>`
    select account_code as name, sum(debit_cents - credit_cents)::bigint as cents from journal_lines
    group by 1 having sum(debit_cents - credit_cents) <> 0
    union all
    select c.customer_id || ' ' || l.account_code, sum(l.debit_cents - l.credit_cents)::bigint
    from journal_lines l join customers c on c.id = l.customer_id
    group by 1 having sum(l.debit_cents - l.credit_cents) <> 0
    order by 1`.execute(app.db);
  return Object.fromEntries(rows.map(({ name, cents: sum }) => [name, Number(sum)]));
}

async function statuses(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select customer_id || ' ' || status as text from customers order by 1`.execute(app.db);
  return rows.map(({ text }) => text);
}

const INACTIVE = 'Reversed documents name the customer, who is Inactive now.';

describe('imports undone in the reverse order', () => {
  it('are taken back as a whole, and the corrected files are imported', async () => {
    const customers = await load('customers', 'C1,One,30,', 'C2,Two,30,-50', 'C3,Three,30,20');
    const bills = await load(
      'billing',
      'A1,C1,50,2026-11-05,pending,,',
      'A2,C2,30,2026-11-05,pending,,',
    );
    const cash = await load('cash', '2026-11-06,C1,60,cash,,P1,', '2026-11-06,C3,20,cash,,P2,');
    const all = await balances();
    expect(await undo(cash)).toEqual([]);
    expect(await undo(bills)).toEqual([]);
    expect(await undo(customers)).toEqual([
      `C1 One: ${INACTIVE}`,
      `C2 Two: ${INACTIVE}`,
      `C3 Three: ${INACTIVE}`,
    ]);
    expect(await balances()).toEqual({});
    expect(await statuses()).toEqual(['C1 Inactive', 'C2 Inactive', 'C3 Inactive']);
    expect(await load('customers', 'C1,One,30,', 'C2,Two,30,-70', 'C3,Three,30,20')).toMatchObject({
      recordsCreated: 3,
      errors: [],
    });
    expect(
      await load('billing', 'A1,C1,50,2026-11-05,pending,,', 'A2,C2,50,2026-11-05,pending,,'),
    ).toMatchObject({ recordsCreated: 2, errors: [] });
    expect(
      await load('cash', '2026-11-06,C1,60,cash,,P1,', '2026-11-06,C3,20,cash,,P2,'),
    ).toMatchObject({ recordsCreated: 2, errors: [] });
    // C2 has 20 more and owes 20 more.
    expect(await balances()).toEqual(
      expect.objectContaining({ 1110: all[1110], 'C1 2210': all['C1 2210'] }),
    );
  });

  it('free an opening balance to be corrected by another file', async () => {
    await load('customers', 'C1,One,30,50', 'C2,Two,30,-50');
    const bills = await load('billing', 'A2,C2,30,2026-11-05,pending,,');
    const cash = await load('cash', '2026-11-06,C1,20,cash,,P1,');
    await undo(cash);
    await undo(bills);
    expect((await load('customers', 'C1,One,30,70', 'C2,Two,30,-70')).errors).toEqual([]);
  });

  it('leave what was changed by hand between them', async () => {
    const customers = await load('customers', 'C1,One,30,', 'C2,Two,30,-50');
    const bills = await load('billing', 'A1,C1,50,2026-11-05,pending,,');
    const cash = await load('cash', '2026-11-06,C1,20,cash,,P1,');
    const { id } = await lookupCustomer(ctx(), 'C1');
    await recordPayment(ctx(), { customerId: id, amount: cents(1000), currency: 'USD' });
    expect(await undo(cash)).toEqual([]);
    expect(await undo(bills)).toEqual([expect.stringMatching(/^A1: RCT-.* pays it\.$/)]);
    expect(await undo(customers)).toEqual([
      'C1 One: The customer has invoices or payments that stay.',
      `C2 Two: ${INACTIVE}`,
    ]);
  });

  it('leave an invoice whose imported payment was reversed by hand', async () => {
    await load('customers', 'C1,One,30,');
    const bills = await load('billing', 'A1,C1,50,2026-11-05,pending,,');
    const cash = await load('cash', '2026-11-06,C1,20,cash,,P1,');
    await reversePayment(ctx(), 1, 'Not ours');
    expect(await undo(cash)).toEqual([expect.stringMatching(/^RCT-.*: It was reversed before\.$/)]);
    expect(await undo(bills)).toEqual(['A1: It was changed since.']);
  });
});

describe('imports undone in another order', () => {
  it('stay where a later one has settled them', async () => {
    const customers = await load('customers', 'C1,One,30,', 'C2,Two,30,-50');
    const bills = await load(
      'billing',
      'A1,C1,50,2026-11-05,pending,,',
      'A2,C2,30,2026-11-05,pending,,',
    );
    const cash = await load('cash', '2026-11-06,C1,50,cash,,P1,');
    expect(await undo(customers)).toEqual([
      'OB-C2: It pays invoice A2.',
      'C1 One: The customer has invoices or payments that stay.',
      'C2 Two: The customer has invoices or payments that stay.',
    ]);
    expect(await undo(bills)).toEqual([expect.stringMatching(/^A1: RCT-.* pays it\.$/)]);
    expect(await undo(cash)).toEqual([]);
  });
});

describe('an opening balance that an import has replaced', () => {
  const file = ['C1,One,30,50', 'C2,Two,30,-50'];
  const NOT_SET_BACK =
    'This import had replaced the opening balance, and it is not set back. Import it again if it is still owed.';

  it('can be imported again, also after the undo of that import', async () => {
    const first = await load('customers', ...file);
    const before = await balances();
    await load('customers', 'C1,One,30,0', 'C2,Two,30,0');
    expect(await balances()).toEqual({});
    expect((await load('customers', ...file)).errors).toEqual([]);
    expect(await balances()).toEqual(before);
    const second = await load('customers', 'C1,One,30,70', 'C2,Two,30,-70');
    expect(await undo(second)).toEqual([`OB-C1/2: ${NOT_SET_BACK}`, `OB-C2/2: ${NOT_SET_BACK}`]);
    expect(await balances()).toEqual({});
    const third = await load('customers', ...file);
    expect(third.errors).toEqual([]);
    expect(await balances()).toEqual(before);
    // Out of order: the number of the first document is free, and the later ones keep theirs.
    expect(await undo(first)).toEqual([
      'C1 One: The customer has invoices or payments that stay.',
      'C2 Two: The customer has invoices or payments that stay.',
    ]);
    expect(await balances()).toEqual(before);
    expect((await load('customers', 'C1,One,30,60', 'C2,Two,30,-60')).errors).toEqual([]);
    expect(Object.values(await balances())).toContain(6000);
  });

  it('goes with the undo of its own import', async () => {
    const first = await load('customers', ...file);
    const second = await load('customers', 'C1,One,30,70', 'C2,Two,30,-70');
    await undo(second);
    expect(await undo(first)).toEqual([`C1 One: ${INACTIVE}`, `C2 Two: ${INACTIVE}`]);
    expect(await load('customers', ...file)).toMatchObject({ recordsCreated: 2, errors: [] });
  });
});
