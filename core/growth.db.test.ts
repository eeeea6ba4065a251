import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import {
  forgetStatistics,
  recordStatements,
  workOf,
} from '@nimule/fixtures/testing/databases/statements';
import { growChats } from '@nimule/fixtures/testing/grow/chats';
import { growDisputes, invoiceReads } from '@nimule/fixtures/testing/grow/disputes';
import { growEmployees } from '@nimule/fixtures/testing/grow/employees';
import { growLeave } from '@nimule/fixtures/testing/grow/leave';
import { growLoans } from '@nimule/fixtures/testing/grow/loans';
import { growPaymentRequests } from '@nimule/fixtures/testing/grow/payments';
import { growPayroll, payMonth } from '@nimule/fixtures/testing/grow/payroll';
import { growRequisitions } from '@nimule/fixtures/testing/grow/requisitions';
import { growSales, growTills } from '@nimule/fixtures/testing/grow/sales';
import { growSuppliers } from '@nimule/fixtures/testing/grow/suppliers';
import { growVouchers } from '@nimule/fixtures/testing/grow/vouchers';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { growWifi } from '@nimule/fixtures/testing/wifi';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { exportBooks } from './accounting/export/service.ts';
import { exportCustomers } from './billing/accounts/service-list.ts';
import { importCash } from './billing/cash-book/service.ts';
import { runDisconnect } from './billing/disconnect/service.ts';
import { importInvoices } from './billing/import/service.ts';
import { exportPayments } from './billing/payments/service-list.ts';
import { runBilling } from './billing/runs/service.ts';
import { transact } from './context.ts';
import { importCustomers } from './customers/service-import.ts';
import { importExpenses } from './expenses/import/service.ts';
import { exportExpenses } from './expenses/service-list.ts';
import { bulkMarkAttendance } from './hr/attendance/service.ts';
import { exportLeaveRequests } from './hr/leave/service-list.ts';
import { closeLeaveYear } from './hr/leave/service-year.ts';
import { approvePayrollBatch } from './hr/payroll/service-approve.ts';
import { createPayrollBatch } from './hr/payroll/service-batches.ts';
import { exportPayroll } from './hr/payroll/service-list.ts';
import { updateHrSettings } from './hr/service-settings.ts';
import type { Role } from './identity/roles.ts';
import { invoke } from './invoke.ts';
import { accepts, type FileAnswer, type RawInput, type Route } from './kernel/contract.ts';
import { addDays, addMonths, isoDate, isoMonth } from './kernel/dates.ts';
import { isAppError } from './kernel/errors.ts';
import { cents } from './kernel/money.ts';
import { sendSms } from './messaging/campaigns/service.ts';
import { createSender } from './messaging/sending/service.ts';
import { smsGateway } from './messaging/sending/service-gateways.ts';
import { ownReports } from './reports/built-in/rules.ts';
import { ownReportNames } from './reports/built-in/schema.ts';
import { type Operation, operationNames, routes } from './routes.ts';

/**
 * The cost of a query must not depend on statistics: after a first large import a table has none until the database
 * collects them. Counts the work of each statement (see `workOf`), not its time.
 */
const SMALL = 500;
const LARGE = 2000;
const BATCH = 250;
/** Rows and pages per customer. Comparing each customer with each invoice needs thousands. */
const MAX_WORK_PER_CUSTOMER = 1500;
/** The checks of the books read every table several times. */
const MAX_WORK_OF_CHECKS = 4500;
/** Growth between the two sizes: 4 is linear, 16 quadratic. A small cost may grow more through another plan alone. */
const MAX_GROWTH = 10;
const SMALL_WORK_PER_CUSTOMER = 300;
/** Of a test: it counts work and not time, also on a busy machine. */
const MOST_MS = patiently(60_000);

let app: TestApp;
let noted: ReturnType<typeof recordStatements>;

beforeAll(async () => {
  app = await createTestApp();
  noted = recordStatements(app.pool);
});
afterAll(() => app.close());

const ctx = () => contextOf(app);

function* batchesOf(from: number, to: number): Generator<number[]> {
  for (let start = from; start <= to; start += BATCH)
    yield Array.from({ length: Math.min(BATCH, to - start + 1) }, (_, index) => start + index);
}

/** Customers of whom half have paid an old invoice, with two months billed since. */
async function grow(from: number, to: number): Promise<void> {
  await sql`
    insert into network_nodes (name, name_key, search_text, location, type, status, capacity_kbps, address, created_at, updated_at)
    select 'Node ' || n, 'node ' || n, 'node ' || n || ' wau', 'Wau', 'tower', 'operational', 1000000, '192.0.2.1', ${app.clock()}, ${app.clock()}
    from generate_series(${from}::int, ${to}::int) n where n % 20 = 0`.execute(app.db);
  await sql`
    insert into network_rollups (node_id, span, start, samples, up_samples, maintenance_samples, sent, received,
      latency_count, latency_sum_us, traffic_count, in_sum_kbps, in_max_kbps, out_sum_kbps, out_max_kbps)
    select id, 'day', ${app.clock()}::timestamptz - make_interval(days => d), 1440, 1440, 0, 1, 1, 0, 0, 1, 1, 100 - d, 1, 1
    from network_nodes cross join generate_series(1, 40) d on conflict do nothing`.execute(app.db);
  await sql`
    insert into customers (customer_id, name, type, phone, location, package_type, bandwidth, monthly_fee_cents, connection_fee_cents,
      other_expenses_cents, service_start_date, status, search_text, node_id, created_at, updated_at)
    select 'T' || n, 'Customer ' || n, case when n % 3 = 0 then 'business' else 'individual' end, '+2119' || lpad(n::text, 8, '0'), 'Wau', 'Basic Fiber', 10,
      12500, case when n % 10 = 0 then 5000 else 0 end, 0, '2026-01-01', 'Active', 'customer ' || n, (select min(id) from network_nodes) + n / 20 % 5, ${app.clock()}, ${app.clock()}
    from generate_series(${from}::int, ${to}::int) n`.execute(app.db);
  await sql`
    insert into tickets (ticket_id, customer_id, title, description, search_text, issue_type, priority, status, resolution,
      resolved_at, created_at, created_by, updated_at)
    select 'TKT-' || lpad(n::text, greatest(3, length(n::text)), '0'), c.id, 'Ticket ' || n, 'x', 'ticket ' || n, 'speed', 'high',
      case when n % 4 = 0 then 'open' else 'resolved' end, 'x', case when n % 4 = 0 then null else ${app.clock()}::timestamptz end,
      ${app.clock()}, 'Abuk', ${app.clock()}
    from generate_series(${from}::int, ${to}::int) n join customers c on c.customer_id = 'T' || n`.execute(
    app.db,
  );
  await sql`insert into ticket_comments (ticket_id, is_internal, body, created_at, created_by)
    select id, true, 'x', created_at, 'Abuk' from tickets where not exists (select from ticket_comments k where k.ticket_id = tickets.id)`.execute(
    app.db,
  );
  await growStock(from, to);
  await growLoans(app, from, to);
  await growSales(app, from, to);
  await growTills(app, from, to);
  await growVouchers(app, from, to);
  await growPaymentRequests(app, from, to);
  await growEmployees(app, from, to);
  await growLeave(app, from, to);
  await growPayroll(ctx(), from, to);
  await growSuppliers(app, from, to);
  await growRequisitions(app, from, to);
  await growWifi(app, from, to);
  await growChats(app, from, to);
  await importOld(from, to);
  await importPasted(from, to);
  await addImport(to);
  for (const month of ['2026-10', '2026-11']) await runBilling(ctx(), { month: isoMonth(month) });
  await growDisputes(app);
  await sendMessages('wau_customers');
  await createSender(app, smsGateway(app)).pass();
}

/** Items with moves, units, a count and a request; item 2 has the moves of a busy one. */
async function growStock(from: number, to: number): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${to}::int) n`;
  await sql`insert into equipment (equipment_id, name, search_text, category_id, unit_cost_cents, selling_price_cents, is_serialised,
      created_at, created_by, updated_at)
    select 'EQ-' || n, 'Item ' || n, 'item ' || n || ' eq-' || n, 1 + n % 8, 1000, 1250, true, ${app.clock()}, 'Abuk', ${app.clock()}
    from ${numbers}`.execute(app.db);
  await sql`insert into stock_moves (equipment_id, move_date, kind, quantity, value_cents, source, source_id, created_at, created_by)
    select case when n % 2 = 0 then 2 else id end, '2026-10-01', 'receipt', 5, 5000, 'test', n, ${app.clock()}, 'Abuk'
    from ${numbers} join equipment e on e.equipment_id = 'EQ-' || n`.execute(app.db);
  await sql`insert into equipment_units (equipment_id, serial, serial_key, place, source, source_id, updated_at)
    select case when n % 2 = 0 then 2 else id end, 'S' || n, 's' || n, 'stock', 'test', n, ${app.clock()}
    from ${numbers} join equipment e on e.equipment_id = 'EQ-' || n`.execute(app.db);
  await sql`insert into stock_counts (count_id, count_date, created_at, created_by)
    select 'CNT-2026-' || n, '2026-11-01', ${app.clock()}, 'Abuk' from ${numbers} where n % 100 in (1, 2)`.execute(
    app.db,
  );
  await sql`insert into stock_count_lines (count_id, equipment_id, expected, counted)
    select 2, id, 5, n % 7 from ${numbers} join equipment e on e.equipment_id = 'EQ-' || n`.execute(
    app.db,
  );
  await sql`insert into approvals (kind, entity, entity_id, record, summary, amount_cents, requested_by, reason, requested_at, expires_at)
    select 'stock_count', 'stockCount', n, 'CNT-2026-' || n, 'x', 100, 'Abuk', 'x', ${app.clock()}, ${app.clock()}::timestamptz + interval '9 days'
    from ${numbers} where n % 20 = 0`.execute(app.db);
}

function sendMessages(recipientType: 'wau_customers' | 'overdue_payments') {
  return sendSms(ctx(), { recipientType, message: 'Dear {name}, you owe {balance}' });
}

/** Imports; that with the id that is read has a batch for each BATCH customers. */
async function addImport(size: number): Promise<void> {
  await asOwner(app, 'delete from import_batches');
  await sql`insert into import_runs (type, filename, mapping, status, started_at, heartbeat_at, actor_name)
    select 'customers', 'customers.csv', '{}', 'done', ${app.clock()}, ${app.clock()}, 'Abuk'
    from generate_series(1, ${SMALL / 10}::int)`.execute(app.db);
  const entries = JSON.stringify(
    Array.from({ length: BATCH }, (_, row) => ({
      ...{ row, entity: 'customers', entityId: row + 1, label: 'K', reason: 'R', fields: [] },
      ...{ total: 'fees', file: '1', books: '2' },
    })),
  );
  await sql`insert into import_batches (run_id, number, changes, change_count, differences, difference_count, kept)
    select 2, n, ${entries}, ${BATCH}, ${entries}, ${BATCH}, ${entries}
    from generate_series(1, ${size / BATCH}::int) n`.execute(app.db);
}

async function importOld(from: number, to: number): Promise<void> {
  for (const batch of batchesOf(from, to)) {
    const rows = batch.map((n) => ({
      invoiceId: `OLD-${n}`,
      customerId: `T${n}`,
      description: 'Fibre',
      amountUsd: cents(12500),
      billDate: isoDate('2026-08-01'),
      dueDate: isoDate('2026-08-15'),
      ...(n % 2 === 0 ? { status: 'paid' as const, paidDate: isoDate('2026-08-10') } : {}),
    }));
    await transact(ctx(), (tx) => importInvoices(tx, rows));
  }
}

/** An expense for each customer, every fourth one to be paid later. */
async function importPasted(from: number, to: number): Promise<void> {
  for (const batch of batchesOf(from, to)) {
    const expenses = batch.map((n) => ({
      // A day each, since all expenses of the pasted days are compared.
      date: addDays(isoDate('2014-01-01'), n),
      location: `Vendor ${n}`,
      amount: '120',
      account: n % 4 === 0 ? 'accounts_payable' : 'checking',
    }));
    await importExpenses(ctx(), { expenses });
  }
}

async function importNames(size: number): Promise<void> {
  for (const batch of batchesOf(1, size)) {
    const rows = batch.map((n) => ({ customerId: `t${n}`, name: `Other ${n}` }));
    await transact(ctx(), (tx) => importCustomers(tx, rows));
  }
}

/** One dollar of every customer, half of them by name. */
async function importCashBook(size: number): Promise<void> {
  for (const batch of batchesOf(1, size)) {
    const lines = batch.map((n) => ({
      date: isoDate('2026-11-02'),
      amountUsd: cents(100),
      reference: `CB-${n}`,
      account: '1110',
      ...(n % 2 === 0 ? { customerId: `T${n}` } : { customerName: `Customer ${n}` }),
    }));
    const options = {
      dryRun: false,
      madeWithInvoices: async () => new Set<number>(),
      ordinalOf: () => 1,
    };
    await transact(ctx(), (tx) => importCash(tx, lines, options));
  }
}

/** Another past year for each size, so that there is something to carry over. */
async function closeYear(size: number): Promise<void> {
  const settings = {
    countWeekends: true,
    countHolidays: true,
    carryOverDays: 10,
    monthHours: 176,
    overtimePercent: 100,
  };
  await updateHrSettings(ctx(), settings);
  await closeLeaveYear(ctx(), size === SMALL ? 2024 : 2025);
}

/** Another month for each size, approved and half of it paid. */
async function payrollOfAll(size: number): Promise<void> {
  const month = isoMonth(size === SMALL ? '2026-11' : '2026-12');
  const { id } = await createPayrollBatch(ctx(), { month, addOvertime: true });
  await approvePayrollBatch(ctx(), id);
  await payMonth(ctx(), month, size / 2);
}

/** An earlier day without marks, for each size. */
const marksOf = (size: number) => ({
  date: isoDate(size === SMALL ? '2026-11-10' : '2026-11-11'),
  status: 'absent' as const,
});

async function readFile(answer: Promise<FileAnswer>): Promise<void> {
  const { body } = await answer;
  if (!(body instanceof Uint8Array)) for await (const _part of body);
}

/** Records and words of `grow` for the required parameters of reads. */
const parameters: Record<string, string> = {
  id: '2',
  kind: 'payment',
  month: '2026-11',
  accountCode: '1210',
  yearMonth: '2026-11',
  customerId: 't2',
  ticketId: 'TKT-002',
  entryId: 'JE-2026-000002',
  transactionId: 'TXN-2026-000002',
  q: 'customer 77',
  type: 'comprehensive',
  name: 'ageing',
  employeeId: '2',
  leaveType: 'annual',
  startDate: '2026-12-01',
  endDate: '2026-12-03',
  sessionId: 'chat-T2-key',
};

type Read = readonly [Operation, RawInput, Role?];

/** The required parameters of one part, and the total of a list. */
function parametersOf(operation: Operation, part: 'params' | 'query'): Record<string, string> {
  const { shape = {} } = (routes[operation] as Route)[part] ?? {};
  const needed: Record<string, string> = 'total' in shape ? { total: 'true' } : {};
  for (const [name, field] of Object.entries(shape)) {
    if (accepts(field as z.ZodType, undefined)) continue;
    const value = parameters[name];
    if (value === undefined) throw new Error(`give ${name} of ${operation} a value in parameters`);
    needed[name] = value;
  }
  return needed;
}

/** Every read of the contract that is not a file. */
const contractReads = operationNames
  .filter((operation) => routes[operation].method === 'GET' && !('file' in routes[operation]))
  .map((operation): Read => {
    const query = parametersOf(operation, 'query');
    return [operation, { params: parametersOf(operation, 'params'), query }];
  });

/** Neither the first nor the last month is whole. */
const daysOfReports = { startDate: '2025-12-10', endDate: '2026-11-20' };

/** The same with filters that have a plan of their own. */
const filteredReads: readonly Read[] = [
  ['previewBilling', { query: { month: '2027-02' } }],
  ['previewDisconnect', { query: { day: 'tomorrow', sort: '-oldestDueDate' } }],
  ['billingInsight', {}],
  ...invoiceReads,
  ['listPayments', { query: { total: 'true', q: 'customer 7' } }],
  ['listPaymentRequests', { query: { total: 'true', q: 'customer 77', sort: '-amountUsd' } }],
  ['listPaymentRequests', { query: { status: 'open' } }],
  ['listPaymentRequests', { query: { total: 'true', customerId: '1' } }],
  ['listCustomers', { query: { total: 'true', q: 'customer 7', status: 'Active' } }],
  ['listCustomers', { query: { total: 'true', nodeId: '1' } }],
  ['listEquipment', { query: { total: 'true', q: 'item 77', sort: '-quantityInStock' } }],
  ['listEquipment', { query: { total: 'true', stock: 'short', status: 'active' } }],
  ['listStockMoves', { query: { total: 'true', equipmentId: '2' } }],
  ['listStockMoves', { query: { total: 'true', q: 'item 77' } }],
  ['listLoans', { query: { total: 'true', q: 'customer 77' } }],
  ['listLoans', { query: { total: 'true', collect: 'true', sort: 'location' } }],
  ['listLoans', { query: { customerId: '77', status: 'out' } }],
  ['listSales', { query: { total: 'true', q: 'customer 77' } }],
  ['listSales', { query: { total: 'true', q: 'so-g-77' } }],
  ['listSales', { query: { total: 'true', status: 'open', sort: 'customerName' } }],
  ['listSales', { query: { customerId: '77', paymentStatus: 'pending' } }],
  ['listWifiSessions', { query: { total: 'true', q: '0955000077' } }],
  ['listWifiSessions', { query: { total: 'true', status: 'active', sort: '-expiryTime' } }],
  ['getWifiStats', { query: { from: '2026-11-01' } }],
  ['listTills', { query: { total: 'true', q: 'user 77' } }],
  ['listTills', { query: { total: 'true', status: 'open', sort: 'userName' } }],
  ['listVouchers', { query: { total: 'true', q: 'customer 77' } }],
  ['listVouchers', { query: { q: 'ABCD-EFGH-JKMN' } }],
  ['listVouchers', { query: { total: 'true', status: 'expired', sort: 'customerName' } }],
  ['listVouchers', { query: { total: 'true', bundleId: '1', soldById: '1', from: '2026-10-01' } }],
  ['voucherSums', { query: { status: 'expired', bundleId: '1', from: '2026-10-01' } }],
  ['voucherSums', { query: { q: 'customer 77', sort: 'customerName' } }],
  ['voucherBatchSums', { query: { q: 'customer 77' } }],
  ['wifiSessionSums', { query: { q: '0955000077' } }],
  ['listVoucherBatches', { query: { total: 'true', q: 'customer 77', sort: '-quantity' } }],
  ['listChats', { query: { total: 'true', q: 'customer 77' } }],
  ['listChats', { query: { total: 'true', status: 'closed', sort: 'customerName' } }],
  ['listChats', { query: { total: 'true', topic: 'speed', sort: '-rating' } }],
  ['listChats', { query: { customerId: '77' } }],
  ['listNodes', { query: { total: 'true', q: 'node 77', sort: '-currentUsage' } }],
  ['optimizeNetwork', {}],
  ['listJournalEntries', { query: { total: 'true', q: 'customer 77', accountCode: '1210' } }],
  ['listJournalEntries', { query: { total: 'true', customerId: '77', accountCode: '1210' } }],
  ['accountLedger', { query: { accountCode: '1210', q: 'customer 77', sort: '-date' } }],
  ['financialStatements', { query: { compare: 'previousYear' } }],
  ['listMessages', { query: { total: 'true', q: 'customer 77' } }],
  ['listMessages', { query: { total: 'true', campaign: '1', status: 'queued' } }],
  ['listMessages', { query: { customer: '77' } }],
  [
    'previewSms',
    { body: { recipientType: 'overdue_payments', message: 'Dear {name}, you owe {amount}' } },
  ],
  ['listAuditLog', { query: { entityId: 'INV-2026-000077' } }],
  ['listAuditLog', { query: { total: 'true', since: '2026-11-01', until: '2026-11-02' } }],
  ['listTickets', { query: { total: 'true', q: 'customer 77' } }],
  ['listTickets', { query: { total: 'true', status: 'unresolved', sort: 'due' } }],
  ['listTickets', { query: { total: 'true', due: 'overdue' } }],
  ['listTickets', { query: { sort: 'customerName', customerId: '77' } }],
  ['listExpenses', { query: { total: 'true', q: 'vendor 77' } }],
  ['listExpenses', { query: { total: 'true', paid: 'open', sort: '-amountUsd' } }],
  ['listExpenses', { query: { total: 'true', month: '2026-10', sort: 'location' } }],
  ['listRequisitions', { query: { total: 'true', q: 'req-g-77' } }],
  ['listRequisitions', { query: { total: 'true', status: 'approved', sort: '-totalAmountUsd' } }],
  ['listOrders', { query: { total: 'true', q: 'supplier 40' } }],
  ['listOrders', { query: { total: 'true', status: 'approved', sort: 'supplierName' } }],
  ['listSuppliers', { query: { total: 'true', sort: '-openUsd' } }],
  ['listBills', { query: { total: 'true', q: 'supplier 40' } }],
  ['listBills', { query: { total: 'true', state: 'open', dueBy: '2026-11-28', sort: 'dueDate' } }],
  ['listBills', { query: { supplierId: '2', state: 'overdue' } }],
  ['listSupplierPayments', { query: { total: 'true', q: 'spy-g-77' } }],
  ['listSupplierPayments', { query: { supplierId: '2', month: '2026-10' } }],
  ['listEmployees', { query: { total: 'true', q: 'akol 77' } }],
  ['listEmployees', { query: { total: 'true', status: 'active', sort: 'department' } }],
  ['listEmployees', { query: { departmentId: '2', sort: '-baseSalary' } }],
  ['listPayroll', { query: { total: 'true', q: 'akol 77' } }],
  ['listPayroll', { query: { total: 'true', status: 'approved', sort: 'employeeName' } }],
  ['listPayroll', { query: { total: 'true', month: '2026-09', sort: '-netPay' } }],
  ['listPayroll', { query: { employeeId: '77' } }],
  ['listPayrollBatches', { query: { total: 'true', q: 'pb-2026' } }],
  ['previewPayrollBatch', { body: { month: '2027-02' } }],
  ['listAdvances', { query: { total: 'true', q: 'akol 7' } }],
  ['listAdvances', { query: { total: 'true', state: 'open', sort: '-openUsd' } }],
  ['listPayrollPayments', { query: { total: 'true', month: '2026-11' } }],
  ['listRemittances', { query: { total: 'true', month: '2026-08', kind: 'income_tax' } }],
  // Who does not see salaries sees one entry a month.
  ['listJournalEntries', { query: { total: 'true' } }, 'billing'],
  ['listJournalEntries', { query: { q: 'payroll', accountCode: '5420' } }, 'billing'],
  ['accountLedger', { query: { accountCode: '2330' } }, 'billing'],
  ['accountLedger', { query: { accountCode: '1120', sort: '-date' } }, 'billing'],
  ['listLeaveRequests', { query: { total: 'true', q: 'akol 77' } }],
  ['listLeaveRequests', { query: { total: 'true', month: '2026-10', sort: 'employeeName' } }],
  ['listLeaveRequests', { query: { total: 'true', status: 'pending', departmentId: '2' } }],
  ['listLeaveRequests', { query: { employeeId: '77', sort: '-daysRequested' } }],
  ['listLeaveBalances', { query: { total: 'true', sort: '-balance' } }],
  ['listLeaveBalances', { query: { total: 'true', q: 'akol 77', departmentId: '2' } }],
  ['listAttendance', { query: { departmentId: '2', date: '2026-11-20' } }],
  ['attendanceMonth', { query: { month: '2026-10', departmentId: '2' } }],
  ['getReport', { params: { type: 'comprehensive' }, query: daysOfReports }],
  ['getReport', { params: { type: 'financial' }, query: daysOfReports }, 'billing'],
  // Ageing, which is as of today, is among the reads of the contract.
  ...ownReportNames
    .filter((name) => ownReports[name].usesRange)
    .map((name): Read => ['getOwnReport', { params: { name }, query: daysOfReports }]),
];
const reads = [...contractReads, ...filteredReads];

const bulkWork: readonly (readonly [string, (size: number) => Promise<unknown>])[] = [
  [
    'the run',
    (size) =>
      runBilling(ctx(), {
        month: addMonths(isoMonth('2026-12'), size === SMALL ? 0 : 1),
      }),
  ],
  ['the run again', () => runBilling(ctx(), { month: isoMonth('2026-11') })],
  ['a message to customers who owe', () => sendMessages('overdue_payments')],
  ['the 15-day rule', () => runDisconnect(ctx())],
  ['the 15-day rule again', () => runDisconnect(ctx())],
  ['an import of invoices again', (size) => importOld(1, size)],
  ['an import of a cash book', importCashBook],
  ['an import of customers again', importNames],
  [
    'the export of customers',
    () => readFile(exportCustomers(ctx(), { format: 'csv', status: 'Active' })),
  ],
  [
    'the export of payments',
    () => readFile(exportPayments(ctx(), { format: 'csv', sort: '-amountUsd' })),
  ],
  ['an import of expenses again', (size) => importPasted(1, size)],
  ['the export of expenses', () => readFile(exportExpenses(ctx(), { sort: 'location' }))],
  ['the export of payroll', () => readFile(exportPayroll(ctx(), { format: 'csv' }))],
  ['marks of all', (size) => bulkMarkAttendance(ctx(), marksOf(size))],
  ['the leave of a year carried over', closeYear],
  ['the export of leave', () => readFile(exportLeaveRequests(ctx(), { format: 'csv' }))],
  ['the export of the books', () => readFile(exportBooks(ctx(), 'hledger'))],
  ['a payroll of all', payrollOfAll],
];

/** The work of all statements that `work` sends, on tables without statistics. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  await forgetStatistics(app.pool);
  noted.take();
  await work();
  const statements = noted.take();
  // A run analyses its tables at the end.
  await forgetStatistics(app.pool);
  let total = 0;
  for (const statement of statements) total += await workOf(app.pool, statement);
  return total;
}

type Figures = Map<string, number>;

/** Not every module has rows here, and no employee is linked to the caller. */
function ignoreNotFound(error: unknown): void {
  if (isAppError(error) && (error.kind === 'notFound' || error.code === 'mine.notLinked')) return;
  throw error;
}

async function measureReads(): Promise<Figures> {
  const figures: Figures = new Map();
  for (const [operation, input, role = 'master_admin'] of reads) {
    const read = () => invoke(app, staff(role), operation, input).catch(ignoreNotFound);
    figures.set(`${operation} ${JSON.stringify(input)} ${role}`, await measure(read));
  }
  return figures;
}

async function measureBulkWork(size: number): Promise<Figures> {
  const figures: Figures = new Map();
  for (const [name, work] of bulkWork) figures.set(name, await measure(() => work(size)));
  return figures;
}

describe('where the tables have no statistics', () => {
  const before: Figures = new Map();

  function expectNoFastGrowth(after: Figures): void {
    const offenders = [...after].filter(([name, work]) => {
      const grewFast =
        work > MAX_GROWTH * before.get(name)! && work > SMALL_WORK_PER_CUSTOMER * LARGE;
      const most = name.startsWith('checkBooks') ? MAX_WORK_OF_CHECKS : MAX_WORK_PER_CUSTOMER;
      return grewFast || work > most * LARGE;
    });
    const told = offenders.map(([name, work]) => `${name}: from ${before.get(name)} to ${work}`);
    expect(told).toEqual([]);
  }

  describe(`${SMALL} customers`, () => {
    beforeAll(() => grow(1, SMALL));

    test(
      'are measured',
      async () => {
        const figures = [...(await measureReads()), ...(await measureBulkWork(SMALL))];
        for (const [name, work] of figures) before.set(name, work);
        expect(before.size).toBe(reads.length + bulkWork.length);
      },
      MOST_MS,
    );
  });

  describe(`${LARGE} customers`, () => {
    beforeAll(async () => {
      // Restores the data, without the trigger that requires a recorded status change.
      await app.db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`update customers set status = 'Active', suspended_by_rule = false`.execute(trx);
      });
      // Dead rows of the first measurement would count as work.
      await app.pool.query('vacuum');
      await grow(SMALL + 1, LARGE);
    });

    test(
      'cost reads in proportion to their number',
      async () => {
        expectNoFastGrowth(await measureReads());
      },
      MOST_MS,
    );

    test(
      'cost bulk work in proportion to their number',
      async () => {
        expectNoFastGrowth(await measureBulkWork(LARGE));
      },
      MOST_MS,
    );
  });
});
