import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listInvoices } from '../../billing/invoices/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import type { ImportResult } from '../schema.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { undoRun } from '../undo/service.ts';

let app: TestApp;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
});
afterAll(async () => {
  await app.close();
});

async function load(
  type: BuiltImportType,
  header: string,
  ...rows: string[]
): Promise<ImportResult> {
  return importText(ctx(), csvOf(header, rows), { type });
}
const CASH = 'date,customerId,amount,account,counterAccount,reference';
const INVOICES =
  'invoiceId,customerId,amountUsd,billDate,status,paidAmountUsd,paidDate,paymentReference';

const paidOf = async () => {
  const { rows } = await listInvoices(ctx(), {});
  return rows.map(({ invoiceId, paidUsd }) => [invoiceId, paidUsd]).sort();
};
it('a payment of the cash book is not recorded again with its invoice', async () => {
  await load('customers', 'customerId,name', 'C1,One');
  await load('cash', CASH, '2026-11-06,C1,50,cash,,P1', '2026-11-06,C1,10,cash,,P3');
  const rows = [
    'A1,C1,50,2026-11-05,paid,50,2026-11-06,P1',
    'A2,C1,30,2026-11-05,partial,20,2026-11-07,P2',
    'A3,C1,10,2026-11-05,paid,10,2026-11-06,P3',
  ];
  const result = await load('billing', INVOICES, ...rows);
  expect(result).toMatchObject({ recordsCreated: 3, errors: [] });
  expect(result.warnings.join()).toMatch(
    /paymentReference: The payment is recorded already, as \S+, and is not recorded again/,
  );
  const paid = [
    ['A1', 5000],
    ['A2', 2000],
    ['A3', 1000],
  ];
  expect(await paidOf()).toEqual(paid);
  expect((await listPayments(ctx(), {})).rows).toHaveLength(3);
  await expectSoundBooks(ctx());
  expect(await load('billing', INVOICES, ...rows)).toMatchObject({ recordsUnchanged: 3 });
  await undoRun(ctx(), 3, { wait: true });
  await expectSoundBooks(ctx());
  await load('billing', INVOICES, ...rows);
  expect((await paidOf()).filter(([number]) => String(number).length === 2)).toEqual(paid);
});

it('a transfer in the books of both accounts is told', async () => {
  const first = await load('cash', CASH, '2026-11-06,,-100,cash,1120,T1');
  const second = await load('cash', `${CASH},direction`, '2026-11-06,,100,bank,1110,T2,in');
  expect(first.warnings).toEqual([]);
  expect(second.recordsCreated).toBe(1);
  expect(second.warnings.join()).toMatch(
    /counterAccount: JE-2026-\d+ of the same day has moved this amount from 1110 to 1120 already/,
  );
});
