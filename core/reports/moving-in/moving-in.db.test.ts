import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { createCustomer } from '../../customers/service.ts';
import type { BuiltImportType } from '../../imports/schema-types.ts';
import { importFile } from '../../imports/service.ts';
import { undoRun } from '../../imports/undo/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { getMovingIn } from './service.ts';

let app: TestApp;
let folder: string;
const ctx = () => contextOf(app, staff('super_admin'));
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-moving-in-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(type: BuiltImportType, header: string, ...rows: string[]): Promise<void> {
  const path = join(folder, 'upload');
  await writeFile(path, `${header}\n${rows.join('\n')}\n`);
  const result = await importFile(ctx(), { filename: 'file.csv', path, size: 1 }, { type });
  expect(result.errors).toEqual([]);
}
const stateOf = async (key: string, one = ctx()) =>
  (await getMovingIn(one)).steps.find((step) => step.key === key);

it('an empty company needs an opening date, customers and what they owe', async () => {
  const { steps } = await getMovingIn(ctx());
  expect(steps.map(({ key, state }) => [key, state])).toEqual([
    ['openingDate', 'open'],
    ['accounts', 'optional'],
    ['customers', 'open'],
    ['fees', 'optional'],
    ['debts', 'open'],
    ['payments', 'optional'],
    ['balances', 'optional'],
    ['suppliers', 'optional'],
    ['equipment', 'optional'],
    ['expenses', 'optional'],
    ['employees', 'optional'],
    ['nodes', 'optional'],
  ]);
});

it('counts what is there, and names customers whose debts are there twice', async () => {
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await load(
    'customers',
    'customerId,name,openingBalanceUsd',
    'C1,One,50',
    'C2,Two,',
    'C3,Three,-5',
  );
  await load('cash', 'date,customerId,amount,account,reference', '2026-11-03,C2,5,bank,R1');
  expect(await stateOf('openingDate')).toMatchObject({
    state: 'done',
    told: expect.stringContaining('1 Nov 2026'),
  });
  expect(await stateOf('customers')).toMatchObject({ state: 'done', told: '3 customers.' });
  expect(await stateOf('payments')).toMatchObject({ state: 'done', told: '1 imported payment.' });
  expect(await stateOf('debts')).toMatchObject({
    state: 'done',
    told: '2 opening balances, 0 imported invoices.',
  });
  const invoices = ['A1,C1,20,2026-09-05', 'A2,C1,20,2026-11-05', 'A3,C2,20,2026-09-05'];
  await load('billing', 'invoiceId,customerId,amountUsd,billDate', ...invoices);
  const doubtful = await stateOf('debts');
  expect(doubtful).toMatchObject({ state: 'doubtful' });
  expect(doubtful?.told).toContain('1 customer has an opening balance');
  expect(doubtful?.told).toContain(': C1. If');
  await undoRun(ctx(), 3, { wait: true });
  expect(await stateOf('debts')).toMatchObject({
    state: 'done',
    told: '2 opening balances, 0 imported invoices.',
  });
});

it('a company that issues invoices of its own needs nothing of it', async () => {
  const other = await createTestApp('2026-11-21T08:00:00Z');
  try {
    const by = contextOf(other, staff('super_admin'));
    const { id } = await createCustomer(by, { name: 'One' });
    const needed = async () =>
      (await getMovingIn(by)).steps.flatMap(({ key, state }) => (state === 'open' ? key : []));
    expect(await needed()).toEqual(['openingDate', 'debts']);
    await createManualInvoice(by, { customerId: id, description: 'Cable', amountUsd: cents(5_00) });
    expect(await needed()).toEqual([]);
  } finally {
    await other.close();
  }
});

it('shows a role the steps that it may take', async () => {
  const of = async (role: Parameters<typeof staff>[0]) =>
    (await getMovingIn(contextOf(app, staff(role)))).steps.map(({ key }) => key);
  expect(await of('support')).toEqual(['openingDate', 'customers', 'fees']);
  expect(await of('technician')).toEqual(['openingDate', 'nodes']);
});
