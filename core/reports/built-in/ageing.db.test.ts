import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { bytesOf } from '../schedules/service-files.ts';
import { exportOwnReport, getOwnReport } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

const ctx = () => contextOf(app, staff('billing'));

it('lists who owes something longer than some days, with all that they owe', async () => {
  await addCustomers(app, 3);
  const bill = (customerId: number, amount: number, dueDate: string) =>
    createManualInvoice(contextOf(app), {
      ...{ customerId, description: 'Ring', amountUsd: cents(amount) },
      ...{ billDate: isoDate('2026-08-01'), dueDate: isoDate(dueDate) },
    });
  const { rows: made } = await sql<{ id: number; customer_id: string }>`
    select id, customer_id from customers order by id`.execute(app.db);
  const [old, edge, recent] = [made[0]!, made[1]!, made[2]!];
  // Today is 21 November: 61, 60 and 1 days ago.
  await bill(old.id, 100_00, '2026-09-21');
  await bill(old.id, 1_00, '2026-11-30');
  await bill(edge.id, 30_00, '2026-09-22');
  await bill(recent.id, 5_00, '2026-11-20');
  const aged = (olderThan?: number) =>
    getOwnReport(ctx(), 'ageing', olderThan === undefined ? {} : { olderThan });
  expect((await aged()).rows.map(({ total }) => total)).toEqual([101, 30, 5]);
  const over60 = await aged(60);
  expect(over60.rows).toMatchObject([
    { customerId: old.customer_id, notDue: 1, days60: 0, days90: 100, older: 0, total: 101 },
  ]);
  expect(over60).toMatchObject({ total: 1, totals: { notDue: 1, days90: 100, total: 101 } });
  expect(over60.shows).toContain('more than 60 days ago');
  expect((await aged(59)).total).toBe(2);
  expect((await aged(0)).total).toBe(3);
  expect((await aged(3650)).rows).toEqual([]);
  const csv = await exportOwnReport(ctx(), 'ageing', { olderThan: 60 }, 'csv');
  expect(csv.filename).toBe('ageing-over-60-days-report-2026-11-21.csv');
  const text = (await bytesOf(csv.body))!.toString('utf8');
  expect(text).toContain(old.customer_id);
  expect(text).not.toContain(edge.customer_id);
  await expect(getOwnReport(ctx(), 'cohorts', { olderThan: 60 })).rejects.toMatchObject({
    kind: 'invalid',
    fields: { olderThan: expect.stringContaining('no ages') },
  });
});
