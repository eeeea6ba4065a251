import { recordStatements, workOf } from '@nimule/fixtures/testing/databases/statements';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../../context.ts';
import { createCustomer, setPromise, updateCustomer } from '../../customers/service.ts';
import { importCustomers } from '../../customers/service-import.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createManualInvoice } from '../invoices/service.ts';
import { recordPayment } from '../payments/service.ts';
import { previewDisconnect, runDisconnect } from './service.ts';
import { exportSuspended, getSuspendedTotals, listSuspended } from './service-suspended.ts';

/** Of the totals of 3,000 customers with 18,000 invoices. */
const MOST_WORK = 4_000_000;

let app: TestApp;
const ctx = () => contextOf(app, staff('billing'));
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await createMarkedApp('2026-11-01T08:00:00Z');
  const add = async (name: string, open: number) => {
    const { id } = await createCustomer(ctx(), { name, phone: '+211920000001' });
    ids[name] = id;
    if (open === 0) return;
    await createManualInvoice(ctx(), {
      customerId: id,
      description: 'Cable',
      amountUsd: cents(open),
      dueDate: isoDate('2026-11-15'),
    });
  };
  await add('Rule Debtor', 30_00);
  await add('Hand Debtor', 45_50);
  await add('Restored', 20_00);
  await add('Connected', 0);
  await transact(ctx(), (tx) =>
    importCustomers(tx, [{ customerId: 'OLD-1', name: 'Added So', status: 'Suspended' }]),
  );
  app.time.set('2026-11-10T08:00:00Z');
  await updateCustomer(ctx(), ids['Hand Debtor']!, { updates: { status: 'Suspended' } });
  app.time.set('2026-11-30T08:00:00Z');
  await runDisconnect(contextOf(app, { kind: 'system', job: 'billing.disconnect' }));
  await recordPayment(ctx(), { customerId: ids.Restored!, amount: cents(20_00) });
});
afterAll(() => app.close());

async function names(filter: Parameters<typeof listSuspended>[1]): Promise<string[]> {
  return (await listSuspended(ctx(), filter)).rows.map(({ customerName }) => customerName);
}

describe('suspended customers', () => {
  test('are listed with open amount, date, and whether by the rule or by hand', async () => {
    const { rows, total } = await listSuspended(ctx(), { total: true });
    expect(total).toBe(3);
    expect(rows).toMatchObject([
      {
        customerName: 'Rule Debtor',
        openUsd: 30_00,
        openSsp: 12_000_00,
        since: '2026-11-30',
        sinceFrom: 'recorded',
        by: 'rule',
        actorName: 'billing.disconnect',
      },
      {
        customerName: 'Hand Debtor',
        openUsd: 45_50,
        since: '2026-11-10',
        by: 'hand',
        actorName: 'Test billing',
      },
      { customerName: 'Added So', openUsd: 0, since: '2026-11-01', sinceFrom: 'added', by: 'hand' },
    ]);
  });

  test('are searched, filtered, sorted and paged', async () => {
    expect(await names({ q: 'debt rule' })).toEqual(['Rule Debtor']);
    expect(await names({ by: 'hand', sort: 'openUsd' })).toEqual(['Added So', 'Hand Debtor']);
    expect(await names({ sort: '-customerName' })).toEqual([
      'Rule Debtor',
      'Hand Debtor',
      'Added So',
    ]);
    expect(await names({ sort: 'since', page: 2, pageSize: 2 })).toEqual(['Rule Debtor']);
    expect(await names({ q: 'nobody' })).toEqual([]);
  });

  test('adds up', async () => {
    expect(await getSuspendedTotals(ctx(), {})).toEqual({
      customers: 3,
      byRule: 1,
      byHand: 2,
      openUsd: 75_50,
      openSsp: 30_200_00,
    });
    expect(await getSuspendedTotals(ctx(), { by: 'rule' })).toMatchObject({ openUsd: 30_00 });
    expect(await getSuspendedTotals(ctx(), { q: 'nobody' })).toMatchObject({
      customers: 0,
      openUsd: 0,
    });
  });

  test('are exported filtered and sorted', async () => {
    const { body, filename } = await exportSuspended(ctx(), { format: 'csv', sort: '-openUsd' });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
    const [head, ...lines] = Buffer.concat(chunks).toString().slice(1).trim().split('\r\n');
    expect(filename).toBe('suspended-2026-11-30.csv');
    expect(head).toBe(
      'customerId,name,phone,location,openUsd,openSsp,suspendedSince,suspendedBy,changedBy',
    );
    expect(lines).toEqual([
      'SC002,Hand Debtor,0920 000 001,Juba Central,45.50,18200.00,2026-11-10,hand,Test billing',
      'SC001,Rule Debtor,0920 000 001,Juba Central,30.00,12000.00,2026-11-30,15-day rule,billing.disconnect',
      'OLD-1,Added So,,Juba Central,0.00,0.00,2026-11-01,hand,',
    ]);
  });

  test('leave the list when they are restored', async () => {
    await setPromise(ctx(), ids['Rule Debtor']!, {
      until: isoDate('2026-12-04'),
      reason: 'Friday',
    });
    expect(await names({})).toEqual(['Hand Debtor', 'Added So']);
  });
});

test('the list of tomorrow says what is open in pounds too', async () => {
  expect((await previewDisconnect(ctx(), 'tomorrow')).rows).toMatchObject([
    { customerName: 'Rule Debtor', action: 'promised', openUsd: 30_00, openSsp: 12_000_00 },
  ]);
});

test('adds up the invoices of each customer by their index, on tables that were never analysed', async () => {
  await sql`
    insert into customers (customer_id, name, type, location, package_type, service_start_date, status, search_text,
      created_at, updated_at)
    select 'M-' || n, 'Many', 'individual', 'Wau', 'Flexible Plan', '2026-01-01', 'Suspended', 'many m-' || n,
      ${app.clock()}, ${app.clock()} from generate_series(1, 3000) n`.execute(app.db);
  await sql`
    insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents, rate_cents,
      ssp_cents, description, receivable_account, created_at, created_by)
    select c.id * 10 + n, 'M-' || c.id || '-' || n, c.id, 'manual', '2026-01-01', '2026-01-15', 'pending', 100, 100, 100, 'x',
      '1110', ${app.clock()}, 'x' from customers c, generate_series(1, 6) n where c.name = 'Many'`.execute(
    app.db,
  );
  const noted = recordStatements(app.pool);
  expect(await getSuspendedTotals(ctx(), { q: 'many' })).toMatchObject({ openUsd: 18_000_00 });
  let work = 0;
  for (const statement of noted.take()) work += await workOf(app.pool, statement);
  // The open invoices of everybody for each customer are 54 million rows.
  expect(work).toBeLessThan(MOST_WORK);
});
