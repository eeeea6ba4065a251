import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBilling } from '../billing/runs/service.ts';
import { transact } from '../context.ts';
import { analyseGrown } from './statistics.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await addCustomers(app, 600);
  // The cluster's autovacuum could run during the test.
  for (const table of ['customers', 'invoices', 'journal_lines'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(app.db);
});
afterAll(() => app.close());

async function analysed(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_stats where tablename = ${table} order by attname`.execute(
    app.db,
  );
  return rows.map(({ name }) => name);
}

test('a run that fills tables analyses them', async () => {
  expect(await analysed('invoices')).toEqual([]);
  await runBilling(contextOf(app));
  expect(await analysed('invoices')).toContain('billing_month');
  expect(await analysed('journal_lines')).toContain('customer_id');
});

test('neither small work nor work inside a transaction does', async () => {
  await analyseGrown(contextOf(app), 499, ['customers']);
  await transact(contextOf(app), (tx) => analyseGrown(tx, 600, ['customers']));
  expect(await analysed('customers')).toEqual([]);
  await analyseGrown(contextOf(app), 600, ['customers']);
  expect(await analysed('customers')).toContain('status');
});
