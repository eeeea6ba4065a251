import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOpeningSettings, setOpeningDate } from '../../accounting/opening/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { importFile } from '../service.ts';
import { undoRun } from './service.ts';

let app: TestApp;
let folder: string;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-random-'));
  const { version } = await getOpeningSettings(ctx());
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01'), version });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface File {
  type: BuiltImportType;
  rows: string[];
}

const customer = fc.constantFrom('C1', 'C2');
const dollars = fc.integer({ min: 1, max: 9 }).map((tens) => tens * 10);
const opening = fc.constantFrom(-70, -50, -20, 0, 20, 50, 70);
const customers = fc.tuple(opening, opening).map(
  ([one, two]): File => ({
    type: 'customers',
    rows: [
      'customerId,name,monthlyFeeUsd,openingBalanceUsd',
      `C1,One,30,${one}`,
      `C2,Two,30,${two}`,
    ],
  }),
);
const bill = fc
  .tuple(fc.constantFrom('A1', 'A2', 'A3', 'A4'), dollars, fc.boolean())
  .map(([number, amount, isPaid]) => {
    // An invoice number belongs to one customer.
    const owner = number < 'A3' ? 'C1' : 'C2';
    const settled = isPaid ? 'paid,,2026-11-09' : 'pending,,';
    return { number, row: `${number},${owner},${amount},2026-11-05,${settled}` };
  });
const bills = fc
  .uniqueArray(bill, { selector: ({ number }) => number, minLength: 1, maxLength: 3 })
  .map(
    (all): File => ({
      type: 'billing',
      rows: [
        'invoiceId,customerId,amountUsd,billDate,status,paidAmountUsd,paidDate',
        ...all.map(({ row }) => row),
      ],
    }),
  );
const cash = fc.array(fc.tuple(customer, dollars), { minLength: 1, maxLength: 3 }).map(
  (lines): File => ({
    type: 'cash',
    rows: [
      'date,customerId,amount,account',
      ...lines.map(([id, amount]) => `2026-11-06,${id},${amount},cash`),
    ],
  }),
);

async function load({ type, rows }: File): Promise<void> {
  const path = join(folder, 'upload');
  await writeFile(path, `${rows.join('\n')}\n`);
  await importFile(ctx(), { filename: 'file.csv', path, size: 1 }, { type });
}

/** Undoes all runs that are left, the last first, without those that created nothing. */
async function undoAll(): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from import_runs r where undo_status is null and exists (
      select from import_batches b where b.run_id = r.id and b.created <> '{}')
    order by id desc`.execute(app.db);
  for (const { id } of rows) await undoRun(ctx(), id, { wait: true });
}

async function balances(): Promise<unknown> {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  const { rows } = await sql`
    select l.account_code, c.customer_id, sum(l.debit_cents - l.credit_cents)::bigint as cents
    from journal_lines l left join customers c on c.id = l.customer_id group by 1, 2 having sum(l.debit_cents - l.credit_cents) <> 0
    order by 1, 2`.execute(app.db);
  return rows;
}

test('files imported in any order and undone in the reverse order leave nothing, and can be imported again', async () => {
  const files = fc.array(fc.oneof(customers, bills, cash), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(customers, files, async (first, others) => {
      const all = [first, ...others];
      for (const file of all) await load(file);
      const before = await balances();
      await undoAll();
      expect(await balances()).toEqual([]);
      const { rows } = await sql`select from customers where status <> 'Inactive'`.execute(app.db);
      expect(rows).toEqual([]);
      for (const file of all) await load(file);
      expect(await balances()).toEqual(before);
      await undoAll();
      expect(await balances()).toEqual([]);
    }),
    { numRuns: Number(process.env.NIMULE_PROPERTY_RUNS ?? 1) },
  );
});
