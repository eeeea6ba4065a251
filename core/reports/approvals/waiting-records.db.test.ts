import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayroll, updatePayroll } from '../../hr/payroll/service.ts';
import { approvePayrollBatch } from '../../hr/payroll/service-approve.ts';
import { createPayrollBatch } from '../../hr/payroll/service-batches.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateProcurementSettings } from '../../procurement/service-settings.ts';
import { listWaiting } from './service.ts';

/** Records that wait for an approval of their own, without a request. */
let app: TestApp;
let counter: StaffActor;
let operations: StaffActor;
let admin: StaffActor;
const ctx = (actor?: Parameters<typeof contextOf>[1]) => contextOf(app, actor);

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  counter = await makeWorker(app, 'manager', 'Mary Keji');
  operations = await makeWorker(app, 'operations_manager', 'Peter Lado');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
});
afterAll(() => app.close());

test('requisitions and orders that wait are listed beside the requests', async () => {
  const at = sql`${app.clock()}, ${app.clock()}`;
  const day = sql`date '2026-11-20', date '2026-12-01'`;
  await sql`insert into suppliers (supplier_code, name, name_key, search_text, created_at, created_by, updated_at)
    values ('SUP-901', 'Jambo', 'jambo', 's', ${app.clock()}, 'x', ${app.clock()})`.execute(app.db);
  for (const [number, status] of [
    ['R1', 'pending'],
    ['R2', 'reviewed'],
    ['R3', 'approved'],
  ] as const)
    await sql`insert into requisitions (requisition_id, requested_by, changed_by, requested_by_id, request_date, expected_delivery_date, rate_cents,
        total_cents, status, search_text, created_at, updated_at)
      values (${number}, 'Ann Wani', 'Ann Wani', ${admin.userId}, ${day}, 40000, 5000, ${status}, '', ${at})`.execute(
      app.db,
    );
  await sql`insert into purchase_orders (po_number, supplier_id, order_date, expected_delivery, rate_cents, total_amount_cents,
      total_cents, search_text, changed_by, created_by, created_by_id, created_at, updated_at)
    select 'P1', id, ${day}, 40000, 700, 700, '', 'Peter Lado', 'Peter Lado', ${operations.userId}, ${at} from suppliers`.execute(
    app.db,
  );
  await sql`insert into purchase_order_lines (order_id, line_no, account_code, description, quantity, unit_price_cents)
    select id, 1, '5930', 'Paper', 1, 700 from purchase_orders`.execute(app.db);
  const shown = async (actor: StaffActor) =>
    (await listWaiting(ctx(actor), {})).map(({ record, mayDecide }) => [record, mayDecide]).sort();
  expect(await shown(admin)).toEqual([
    ['P1', true],
    ['R1', false],
    ['R2', true],
  ]);
  expect(await shown(operations)).toEqual([
    ['P1', false],
    ['R1', true],
    ['R2', false],
  ]);
  expect((await listWaiting(ctx(admin), {})).find(({ record }) => record === 'P1')).toMatchObject({
    kind: 'purchase_order',
    approvalId: null,
    summary: 'Purchase order to Jambo, waits for approval',
    amountUsd: 700,
  });
  // Above the limit of administrators, which privileged roles do not have.
  await updateProcurementSettings(ctx(), { adminLimitUsd: cents(699), priceTolerancePoints: 0 });
  const limited = (await listWaiting(ctx(admin), {})).find(({ record }) => record === 'P1');
  expect(limited).toMatchObject({ mayDecide: false });
  expect(limited!.refusal).toMatch(/approves up to \$6\.99; this amounts to \$7\.00\.$/);
  expect(await listWaiting(ctx(admin), { mine: true })).toEqual([]);
  const root = await makeWorker(app, 'super_admin', 'Grace Lado');
  const named = Object.fromEntries(
    (await listWaiting(ctx(admin), {})).map(({ record, deciders }) => [record, deciders]),
  );
  // Of the order, whose sum is above the limit of administrators, Grace alone; who made or changed one not that one.
  expect(named).toMatchObject({ P1: ['Grace Lado'], R1: ['Grace Lado', 'Peter Lado'] });
  expect(named.R2).toContain('Grace Lado');
  expect(named.R2).not.toContain('Peter Lado');
  expect(await shown(root)).toEqual([
    ['P1', true],
    ['R1', true],
    ['R2', true],
  ]);
});

test('payrolls and batches that wait are listed for those who see salaries', async () => {
  await firstEmployees(ctx(), 3);
  // May approve what both others made.
  await makeWorker(app, 'super_admin', 'Rose Tombe');
  const period = { startDate: isoDate('2026-10-01'), endDate: isoDate('2026-10-31') };
  const input = { employeeId: 1, ...period, baseSalary: cents(1000_00), notes: 'Check the days' };
  const single = await createPayroll(ctx(counter), input);
  const batch = await createPayrollBatch(ctx(counter), { month: isoMonth('2026-11') });
  const shown = async (actor: StaffActor) =>
    (await listWaiting(ctx(actor), {})).filter(({ kind }) => kind.startsWith('payroll'));
  expect(await shown(operations)).toEqual([]);
  expect(await shown(admin)).toMatchObject([
    {
      ...{ kind: 'payroll', entity: 'payroll', entityId: single.id, record: single.payrollNumber },
      ...{ summary: 'Payroll of Deng Akol 1, October 2026', amountUsd: 770_00 },
      ...{ requestedBy: 'Mary Keji', reason: 'Check the days', mayDecide: true },
    },
    {
      ...{ kind: 'payroll_batch', entity: 'payrollBatch', entityId: batch.id },
      ...{ record: batch.batchNumber, summary: 'Payroll of November 2026, 3 payslips' },
      ...{ amountUsd: 2310_00, requestedBy: 'Mary Keji', mayDecide: true, refusal: '' },
    },
  ]);
  const own = 'You processed this payroll yourself: another person must approve it.';
  expect(await shown(counter)).toMatchObject([{ refusal: own }, { refusal: own }]);
  const deciders = (await shown(counter)).map((item) => item.deciders);
  expect(deciders).toEqual([deciders[1], deciders[0]]);
  expect(deciders[0]).toEqual(expect.arrayContaining(['Ann Wani', 'Rose Tombe']));
  expect(deciders[0]).not.toContain('Mary Keji');
  // What the approver has changed stays for somebody else; the rest of the batch may be approved.
  await sql`update payrolls set changed_by_id = ${admin.userId} where batch_id = ${batch.id} and employee_id = 2`.execute(
    app.db,
  );
  await updatePayroll(ctx(admin), single.id, { bonus: cents(1_00) });
  expect(await shown(admin)).toMatchObject([{ refusal: own }, { refusal: '', amountUsd: 2310_00 }]);
  expect(await approvePayrollBatch(ctx(admin), batch.id)).toMatchObject({ approved: 2, own: 1 });
  expect(await shown(admin)).toMatchObject([{ refusal: own }, { refusal: own, amountUsd: 770_00 }]);
});
