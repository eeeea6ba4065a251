import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { untilBlocked } from '@nimule/fixtures/testing/databases/waiting';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { addTicket, makeNode, makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createManualInvoice } from '../billing/invoices/service.ts';
import { transact } from '../context.ts';
import { createCustomer, deleteCustomer } from '../customers/service.ts';
import type { StaffActor } from '../identity/actor.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { defaultSettings } from './rules-targets.ts';
import { type TicketUpdate, ticketFilter, ticketInput } from './schema.ts';
import { createTicket, updateTicket } from './service.ts';
import {
  exportTickets,
  getTicket,
  getTicketStats,
  listTickets,
  lookupTicket,
} from './service-list.ts';
import { getSupportSettings, updateSupportSettings } from './service-settings.ts';

let app: TestApp;
let grace: StaffActor;
let john: StaffActor;
const ctx = (actor: Parameters<typeof contextOf>[1] = grace) => contextOf(app, actor);
const update = (id: number, changes: TicketUpdate, actor?: StaffActor) =>
  updateTicket(ctx(actor), id, changes);

// Monday, ten o'clock in Juba.
const MONDAY = '2026-11-23T08:00:00Z';

beforeAll(async () => {
  app = await createTestApp(MONDAY);
  grace = await makeWorker(app, 'support', 'Grace Lado');
  john = await makeWorker(app, 'technician', 'John Deng');
});
beforeEach(async () => {
  app.time.set(MONDAY);
  await emptyTables(app, 'ticket_comments', 'tickets', 'attachments', 'outbox');
  await sql`delete from settings where name = 'support'`.execute(app.db);
  await sql`delete from counters where name = 'ticket'`.execute(app.db);
});
afterAll(() => app.close());

async function listed(query: Record<string, string>, actor?: StaffActor): Promise<string[]> {
  const page = await listTickets(ctx(actor), z.decode(ticketFilter, query));
  return page.rows.map(({ ticketId }) => ticketId);
}
const lines = async (id: number) => {
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['action', 'summary', 'after'])
    .where('entity', '=', 'ticket')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('a new ticket', () => {
  test('has a number of its own, defaults and targets', async () => {
    const sent = { title: ' Slow ', description: 'x', ticketId: 'TKT-999', status: 'closed' };
    const made = await createTicket(ctx(), z.decode(ticketInput, sent));
    expect(made).toMatchObject({
      ticketId: 'TKT-001',
      title: 'Slow',
      status: 'open',
      issueType: 'connection',
      priority: 'medium',
      assignedTo: null,
      customer: null,
      firstResponseAt: null,
      createdBy: 'Grace Lado',
      // Four working hours, and 24 of them: Wednesday.
      responseDueAt: new Date('2026-11-23T12:00:00Z'),
      resolutionDueAt: new Date('2026-11-25T14:00:00Z'),
      due: 'later',
      actions: ['assign', 'start', 'resolve'],
    });
    expect(await lines(made.id)).toEqual(['ticket.create']);
    const facts = await app.db.selectFrom('outbox').select(['fact', 'entity_id']).execute();
    expect(facts).toEqual([{ fact: 'ticket.created', entity_id: made.id }]);
  });

  test('numbers have no gaps, also when many are made at once and one fails', async () => {
    const many = Array.from({ length: 8 }, (_, place) =>
      addTicket(ctx(), place === 3 ? { customerId: 999_999 } : {}).catch(() => undefined),
    );
    const numbers = (await Promise.all(many)).flatMap((one) => one?.ticketId ?? []);
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `TKT-00${n}`));
  });

  test.each([
    [{ customerId: 999_999 }, 'customerId'],
    [{ nodeId: 999_999 }, 'nodeId'],
    [{ assignedTo: 999_999 }, 'assignedTo'],
    [{ visitDate: isoDate('2036-01-01') }, 'visitDate'],
  ])('%j is refused', async (input, field) => {
    await expect(addTicket(ctx(), input)).rejects.toMatchObject({
      kind: 'invalid',
      fields: { [field]: expect.any(String) },
    });
  });

  test('names a node that is being deleted: the node is gone', async () => {
    const nodeId = await makeNode(app, 'Tower 9');
    let made: Promise<unknown> = Promise.resolve();
    await transact(ctx(), async (tx) => {
      await sql`delete from network_nodes where id = ${nodeId}`.execute(tx.db);
      made = addTicket(ctx(), { nodeId }).catch((error: unknown) => error);
      await untilBlocked(app);
    });
    expect(await made).toMatchObject({ kind: 'invalid', fields: { nodeId: expect.any(String) } });
  });

  test('shows the customer with balance and node', async () => {
    const nodeId = await makeNode(app, 'Tower 1');
    const customer = await createCustomer(ctx(), { name: 'Akol Deng', nodeId });
    await createManualInvoice(ctx(staff('billing')), {
      customerId: customer.id,
      description: 'Router',
      amountUsd: cents(65_00),
    });
    const made = await addTicket(ctx(), { customerId: customer.id });
    expect(made).toMatchObject({
      nodeId,
      nodeName: 'Tower 1',
      customerNumber: customer.customerId,
      customerName: 'Akol Deng',
      customer: { status: 'Active', balanceUsd: 65_00 },
      node: { status: 'operational', isReachable: null, latencyMs: null, since: null },
    });
    expect(await lookupTicket(ctx(), 'tkt-001')).toEqual(made);
    expect(await lookupTicket(ctx(), '1')).toEqual(made);
    await expect(lookupTicket(ctx(), 'TKT-777')).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('shows what was measured of its node only while the node is measured', async () => {
    const nodeId = await makeNode(app, 'Measured tower');
    await sql`update network_nodes set address = '192.0.2.7', is_polled = true where id = ${nodeId}`.execute(
      app.db,
    );
    await sql`insert into network_states (node_id, polled_at, is_reachable, since, latency_us, loss_percent)
      values (${nodeId}, ${app.clock()}, true, ${app.clock()}, 14000, 0)`.execute(app.db);
    const { id } = await addTicket(ctx(), { nodeId });
    expect((await getTicket(ctx(), id)).node).toMatchObject({ isReachable: null, since: null });
    await sql`insert into settings (name, value, updated_at)
      values ('network', '{"isPolling": true}', ${app.clock()})`.execute(app.db);
    expect((await getTicket(ctx(), id)).node).toMatchObject({ isReachable: true, latencyMs: 14 });
    await sql`delete from settings where name = 'network'`.execute(app.db);
  });

  test('a technician takes it, but gives it to nobody else', async () => {
    const own = await addTicket(ctx(john), { assignedTo: john.userId });
    expect(own).toMatchObject({
      status: 'assigned',
      assignedName: 'John Deng',
      firstResponseAt: app.time.now,
      due: 'later',
    });
    await expect(addTicket(ctx(john), { assignedTo: grace.userId })).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'Access Denied: your role (Technician) may not assign support tickets.',
    });
  });
});

test('a customer with tickets is not deleted', async () => {
  const { id } = await createCustomer(ctx(), { name: 'Kept' });
  await addTicket(ctx(), { customerId: id });
  await deleteCustomer(ctx(), id);
  await expect(deleteCustomer(ctx(), id)).rejects.toMatchObject({
    kind: 'conflict',
    message:
      'Failed to delete customer. Customer may have active billing records or support tickets.',
  });
});

describe('the list', () => {
  test('is filtered, searched and sorted', async () => {
    const nodeId = await makeNode(app, 'Tower 2');
    const { id: customerId } = await createCustomer(ctx(), { name: 'Nyachieŋ Lual' });
    await addTicket(ctx(), { title: 'Bill is wrong', issueType: 'billing', priority: 'low' });
    await addTicket(ctx(), { customerId, priority: 'critical', assignedTo: john.userId });
    await addTicket(ctx(), {
      title: 'Antenna',
      nodeId,
      priority: 'high',
      visitDate: isoDate('2026-11-24'),
    });
    await addTicket(ctx(), {
      title: 'Zebra',
      visitDate: isoDate('2026-11-23'),
      visitPlace: 'Market',
    });
    const four = await lookupTicket(ctx(), '4');
    await update(four.id, { status: 'resolved' });
    expect(await listed({})).toEqual(['TKT-004', 'TKT-003', 'TKT-002', 'TKT-001']);
    expect(await listed({ status: 'unresolved', sort: 'ticketId' })).toEqual([
      'TKT-001',
      'TKT-002',
      'TKT-003',
    ]);
    expect(await listed({ status: 'resolved' })).toEqual(['TKT-004']);
    expect(await listed({ priority: 'urgent' })).toEqual(['TKT-003', 'TKT-002']);
    expect(await listed({ issueType: 'billing' })).toEqual(['TKT-001']);
    expect(await listed({ assignedTo: 'me' }, john)).toEqual(['TKT-002']);
    expect(await listed({ assignedTo: String(john.userId) })).toEqual(['TKT-002']);
    expect(await listed({ assignedTo: 'nobody', sort: 'title' })).toEqual([
      'TKT-003',
      'TKT-001',
      'TKT-004',
    ]);
    expect(await listed({ customerId: String(customerId) })).toEqual(['TKT-002']);
    expect(await listed({ nodeId: String(nodeId) })).toEqual(['TKT-003']);
    expect(await listed({ visits: 'planned' })).toEqual(['TKT-003']);
    expect(await listed({ visits: 'all', sort: 'visitDate' })).toEqual(['TKT-004', 'TKT-003']);
    expect(await listed({ visitDate: '2026-11-23' })).toEqual(['TKT-004']);
    expect(await listed({ q: 'nyachieng' })).toEqual(['TKT-002']);
    expect(await listed({ q: 'tkt-003' })).toEqual(['TKT-003']);
    expect(await listed({ q: 'wrong bill' })).toEqual(['TKT-001']);
    expect(await listed({ sort: '-priority' })).toEqual([
      'TKT-002',
      'TKT-003',
      'TKT-004',
      'TKT-001',
    ]);
    expect(await listed({ sort: 'status', pageSize: '2', page: '2' })).toEqual([
      'TKT-002',
      'TKT-004',
    ]);
    for (const sort of ['customerName', '-assignedName', 'due', '-due'])
      expect(await listed({ sort })).toHaveLength(4);
    const { total } = await listTickets(ctx(), { total: true, pageSize: 1, q: 'tkt' });
    expect(total).toBe(4);
  });

  test('marks what is due soon and overdue', async () => {
    const urgent = await addTicket(ctx(), { priority: 'critical' });
    const high = await addTicket(ctx(), { priority: 'high' });
    await addTicket(ctx(), { priority: 'low' });
    expect(await listed({ due: 'soon' })).toEqual(['TKT-002', 'TKT-001']);
    app.time.set('2026-11-23T08:31:00Z');
    expect(await listed({ due: 'overdue' })).toEqual(['TKT-001']);
    expect((await getTicket(ctx(), urgent.id)).due).toBe('overdue');
    expect(await listed({ sort: 'due' })).toEqual(['TKT-001', 'TKT-002', 'TKT-003']);
    await update(urgent.id, { status: 'in_progress' });
    // The response is met: now the resolution counts, four hours after the beginning.
    expect((await getTicket(ctx(), urgent.id)).due).toBe('later');
    await update(high.id, { status: 'resolved' });
    expect((await getTicket(ctx(), high.id)).due).toBe('none');
    expect(await listed({ due: 'overdue' })).toEqual([]);
  });

  test('is exported with the columns of the filter', async () => {
    await addTicket(ctx(), { title: '=1+1' });
    await addTicket(ctx(), { title: 'Zebra', priority: 'low' });
    const { filename, body } = await exportTickets(ctx(), { format: 'csv', priority: 'medium' });
    const parts: Uint8Array[] = [];
    for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part);
    const text = Buffer.concat(parts).toString();
    expect(filename).toBe('tickets-2026-11-23.csv');
    expect(text).toContain('ticketId,title,customerId');
    expect(text).toContain('TKT-001');
    expect(text).not.toContain('Zebra');
  });
});

test('the cards count', async () => {
  const at = (iso: string) => app.time.set(iso);
  at('2026-11-20T08:00:00Z');
  const friday = await addTicket(ctx(), { priority: 'high' });
  const slow = await addTicket(ctx());
  at('2026-11-20T12:00:00Z');
  await update(friday.id, { status: 'resolved' });
  at(MONDAY);
  await update(slow.id, { status: 'resolved' });
  await addTicket(ctx(), { priority: 'critical', assignedTo: grace.userId });
  const started = await addTicket(ctx(), { priority: 'high' });
  await update(started.id, { status: 'in_progress' }, john);
  await addTicket(ctx());
  expect(await getTicketStats(ctx())).toEqual({
    open: 3,
    inProgress: 1,
    urgent: 2,
    overdue: 0,
    resolvedThisWeek: 1,
    averageHours: 38,
    mine: 1,
  });
  at('2026-11-30T08:00:00Z');
  expect(await getTicketStats(ctx(john))).toMatchObject({
    overdue: 3,
    resolvedThisWeek: 0,
    mine: 1,
  });
});

describe('settings', () => {
  test('have defaults, are changed with an audit line, and apply to new tickets', async () => {
    expect(await getSupportSettings(ctx())).toEqual(defaultSettings);
    const wanted = structuredClone(defaultSettings);
    wanted.targets.medium = { responseMinutes: null, resolutionMinutes: 60, hours: 'calendar' };
    wanted.workDays = [6, 1, 6];
    const saved = await updateSupportSettings(ctx(staff('admin')), wanted);
    expect(saved.workDays).toEqual([1, 6]);
    expect(await getSupportSettings(ctx())).toEqual(saved);
    expect(await addTicket(ctx())).toMatchObject({
      responseDueAt: null,
      resolutionDueAt: new Date('2026-11-23T09:00:00Z'),
    });
  });

  test.each([
    [{ workFrom: '17:00', workTo: '08:00' }, 'workTo'],
    [{ workFrom: '08:00', workTo: '08:00' }, 'workTo'],
    [
      {
        targets: {
          ...defaultSettings.targets,
          low: { responseMinutes: 10, resolutionMinutes: 5, hours: 'working' as const },
        },
      },
      'targets.low.resolutionMinutes',
    ],
  ])('%j are refused', async (changes, field) => {
    await expect(
      updateSupportSettings(ctx(), { ...defaultSettings, ...changes }),
    ).rejects.toMatchObject({ kind: 'invalid', fields: { [field]: expect.any(String) } });
  });
});
