import { importsEnded } from '@nimule/core/imports/runs/service-background';
import { invoke } from '@nimule/core/invoke';
import { jobs } from '@nimule/core/jobs/table';
import type { RawInput, Route } from '@nimule/core/kernel/contract';
import type { Tag } from '@nimule/core/kernel/tags';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import { limitToApplication } from '@nimule/fixtures/testing/databases/application';
import { recordStatements, tablesOf } from '@nimule/fixtures/testing/databases/statements';
import { lacks, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { staff } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables as knownTables } from '../../rules/tables.ts';
import { type Harness, startHarness } from './harness.ts';
import { call, formOf, type Inputs, prepareInputs } from './inputs.ts';

/**
 * Prevents stale screens: what a read takes from the database must be in `shows`, what a mutation writes in `touches`.
 * Read tables are found in query plans, written ones by a trigger.
 */

let harness: Harness;
let inputs: Inputs;
let noted: ReturnType<typeof recordStatements>;
let limited: Awaited<ReturnType<typeof limitToApplication>> | undefined;

beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  inputs = await prepareInputs(harness);
  noted = recordStatements(harness.app.pool);
});
afterAll(async () => {
  await limited?.close();
  await harness.close();
});

/** Ends the session of the other calls; replaces the database, after which the portal reads everything again. */
const beyondTags = new Set<Operation>(['logout', 'restoreBackup']);

/** They make a backup, take one that was made, or follow its restore. */
const needsBackup = (operation: Operation) =>
  /(create|verify|download|delete)Backup$|^resumeAfterRestore$/.test(operation);

const routeOf = (operation: Operation): Route => routes[operation];

function missing(tables: Iterable<string>, said: readonly Tag[] = []): string[] {
  return [...tables]
    .flatMap((table) => {
      const tag = knownTables[table]?.tag;
      return tag && !said.includes(tag) ? [`${table} (${tag})`] : [];
    })
    .sort();
}

/** Calls that write more than the valid inputs do. The clock goes on at the last of them. */
async function furtherCalls(): Promise<[Operation, () => Promise<unknown>][]> {
  const { app } = harness;
  const { pool } = app;
  const send = (operation: Operation, input: RawInput) => () =>
    invoke(app, staff('master_admin'), operation, input);
  const { params: invoice } = await inputs.valid('updateInvoice');
  const { params: user } = await inputs.valid('updateUser');
  const importInvoices = async () => {
    const text =
      'invoiceId,customerId,amountUsd,billDate,dueDate,status,paidDate\nOLD-1,A-1,20,2026-10-01,2026-10-15,paid,2026-10-12\n';
    const { payload, headers } = formOf({ type: 'billing' }, { filename: 'invoices.csv', text });
    const answer = await harness.server.inject({
      method: 'POST',
      url: '/api/import/upload',
      headers: { ...headers, cookie: inputs.cookie },
      payload,
    });
    expect(answer.json()).toMatchObject({ recordsCreated: 1 });
  };
  const add = (name: string) =>
    send('createCustomer', {
      body: { name, monthlyFeeUsd: 50, connectionFeeUsd: 50, packageType: 'Flexible Plan' },
    })();
  /** A payment that settles a customer suspended by the 15-day rule also restores that customer. */
  const restoring = (
    operation: Operation,
    name: string,
    settle: (customerId: number, invoiceIds: string[]) => Promise<unknown>,
  ): [Operation, () => Promise<unknown>] => [
    operation,
    async () => {
      const find = async () => {
        const { body } = await send('listCustomers', { query: { q: name } })();
        return (body as { id: number; status: string }[])[0]!;
      };
      const { id, status } = await find();
      const { body } = await send('listInvoices', { query: { q: name } })();
      await settle(
        id,
        (body as { id: number }[]).map((one) => String(one.id)),
      );
      expect([status, (await find()).status]).toEqual(['Suspended', 'Active']);
    },
  ];
  const toEach = (operation: Operation, body: object) => async (_: number, ids: string[]) => {
    for (const id of ids) await send(operation, { params: { id }, body })();
  };
  return [
    ['importFile', importInvoices],
    ['updateUser', send('updateUser', { params: user, body: { role: 'technician' } })],
    ['suspendUser', send('suspendUser', { params: user, body: { isActive: false } })],
    ['grantUser', send('grantUser', { params: user, body: { grants: ['invoice.edit'] } })],
    ['updateInvoice', send('updateInvoice', { params: invoice, body: { amountUsd: 30 } })],
    [
      'runJob',
      async () => {
        for (const name of ['Nyandeng', 'Lado One', 'Lado Two', 'Lado Three', 'Lado Four'])
          await add(name);
        app.time.set('2026-12-28T08:00:00Z');
        await pool.query('delete from written');
        // The triggers of this test are not in the schema that a backup is compared with.
        const usual = jobs.filter(({ name }) => name !== 'backup.nightly');
        for (const { name } of usual) await send('runJob', { params: { name } })();
      },
    ],
    [
      'updateInvoice',
      async () => {
        const { body } = await send('listInvoices', { query: { q: 'Nyandeng' } })();
        const [billed] = body as { id: number }[];
        const params = { id: String(billed!.id) };
        await send('updateInvoice', { params, body: { status: 'cancelled' } })();
      },
    ],
    [
      'triggerBilling',
      async () => {
        app.time.set('2027-01-28T08:00:00Z');
        await send('triggerBilling', { body: {} })();
      },
    ],
    ['runDisconnect', send('runDisconnect', { body: {} })],
    restoring('recordPayment', 'Lado One', (customerId) =>
      send('recordPayment', { body: { customerId, amount: 500 } })(),
    ),
    restoring('grantCredit', 'Lado Two', (customerId) =>
      send('grantCredit', { body: { customerId, amountUsd: 500, reason: 'Goodwill' } })(),
    ),
    restoring(
      'updatePaymentStatus',
      'Lado Three',
      toEach('updatePaymentStatus', { status: 'paid' }),
    ),
    restoring('updateInvoice', 'Lado Four', toEach('updateInvoice', { status: 'cancelled' })),
  ];
}

// They call every operation of the contract.
const EVERY_OPERATION_MS = 90_000;

/** Notes in a table which tables are written from now on, with the rights of the application. */
async function noteWrites(app: Harness['app']): Promise<void> {
  if (limited) return;
  const { pool } = app;
  await pool.query(`
    create table written (name text primary key);
    create function note_written() returns trigger language plpgsql as $$
      begin
        insert into public.written values (tg_table_name) on conflict do nothing;
        return null;
      end $$`);
  for (const table of Object.keys(knownTables)) {
    await pool.query(
      `create trigger note_written after insert or update or delete on ${table}
       for each row execute function note_written()`,
    );
  }
  // All operations can do their work with the rights that the application has in production (decision 129).
  await pool.query('grant all on written to public');
  limited = await limitToApplication(app);
}

test('a mutation touches what it writes', { timeout: EVERY_OPERATION_MS }, async ({ task }) => {
  const { pool } = harness.app;
  const withoutBackups = lacks(task, ...programsOfBackups());
  await noteWrites(harness.app);
  const stale: Record<string, string[]> = {};
  const check = async (operation: Operation, send: () => Promise<unknown>) => {
    const { touches } = routeOf(operation);
    await pool.query('delete from written');
    await send();
    await importsEnded(harness.app);
    const { rows } = await pool.query('select name from written');
    const unsaid = missing(
      rows.map(({ name }) => name as string),
      touches,
    );
    if (unsaid.length > 0)
      stale[operation] = [...new Set([...(stale[operation] ?? []), ...unsaid])];
  };
  for (const operation of operationNames) {
    if (routeOf(operation).method === 'GET' || beyondTags.has(operation)) continue;
    if (withoutBackups && needsBackup(operation)) continue;
    const input = await inputs.valid(operation);
    await importsEnded(harness.app);
    await check(operation, async () => {
      const { statusCode } = await call(harness, operation, input, inputs.cookie);
      expect([operation, statusCode < 300]).toEqual([operation, true]);
    });
  }
  for (const [operation, send] of await furtherCalls()) await check(operation, send);
  expect(stale).toEqual({});
});

// After the mutations: there are suspended customers and overdue invoices.
test('a read shows what it reads', { timeout: EVERY_OPERATION_MS }, async () => {
  const { app } = harness;
  const stale: Record<string, string[]> = {};
  for (const operation of operationNames) {
    const { method, file, shows } = routeOf(operation);
    if (method !== 'GET' || file) continue;
    const input = await inputs.valid(operation);
    noted.take();
    await invoke(app, staff('master_admin'), operation, input);
    const tables = await tablesOf(app.pool, noted.take());
    const unsaid = missing(tables, shows);
    if (unsaid.length > 0) stale[operation] = unsaid;
  }
  expect(stale).toEqual({});
});

// Another site can make a browser read, with the session's cookie.
test('a read writes nothing', { timeout: EVERY_OPERATION_MS }, async () => {
  const { app } = harness;
  await noteWrites(app);
  const writing: Record<string, string[]> = {};
  for (const operation of operationNames) {
    const { method, file } = routeOf(operation);
    if (method !== 'GET' || file) continue;
    const input = await inputs.valid(operation);
    await importsEnded(app);
    await app.pool.query('delete from written');
    await invoke(app, staff('master_admin'), operation, input);
    const { rows } = await app.pool.query('select name from written order by name');
    if (rows.length > 0) writing[operation] = rows.map(({ name }) => name as string);
  }
  expect(writing).toEqual({});
});
