import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { untilBlocked } from '@nimule/fixtures/testing/databases/waiting';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { endAlarm, makeNode, makeWorker, raiseAlarm } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '../../context.ts';
import { createCustomer, updateCustomer } from '../../customers/service.ts';
import { listComments } from '../comments/service.ts';
import type { Ticket } from '../schema.ts';
import { updateTicket } from '../service.ts';
import { getTicket, listTickets } from '../service-list.ts';
import { ticketsOfAlarms } from './service.ts';

let app: TestApp;
let nodes = 0;
const ctx = () => contextOf(app, { kind: 'system', job: 'support.alarms' });
const node = (parentId: number | null = null) => {
  nodes += 1;
  return makeNode(app, `Tower ${nodes}`, parentId);
};
const tickets = async (): Promise<Ticket[]> =>
  (await listTickets(ctx(), { sort: 'ticketId' })).rows;
const bodies = async (id: number) => (await listComments(ctx(), id)).map(({ body }) => body);

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  await ticketsOfAlarms(ctx());
});
beforeEach(async () => {
  app.time.set('2026-11-23T08:00:00Z');
  await emptyTables(
    app,
    'ticket_comments',
    'tickets',
    'network_alarms',
    'outbox',
    'outbox_deliveries',
  );
});
afterAll(() => app.close());

test('an outage opens one ticket that names the affected customers, drained twice and at once', async () => {
  const parent = await node();
  const child = await node(parent);
  for (let place = 0; place < 22; place += 1)
    await createCustomer(ctx(), {
      name: `Customer ${String(place).padStart(2, '0')}`,
      nodeId: child,
    });
  const gone = await createCustomer(ctx(), { name: 'Gone', nodeId: parent });
  await updateCustomer(ctx(), gone.id, { updates: { status: 'Inactive' } });
  const alarm = await raiseAlarm(app, parent);
  await Promise.all([ticketsOfAlarms(ctx()), ticketsOfAlarms(ctx()), ticketsOfAlarms(ctx())]);
  expect(await ticketsOfAlarms(ctx())).toBe('');
  const [ticket, ...others] = await tickets();
  expect(others).toEqual([]);
  expect(ticket).toMatchObject({
    title: `Outage: Tower ${nodes - 1}`,
    issueType: 'connection',
    priority: 'critical',
    status: 'open',
    nodeId: parent,
    customerId: null,
    outageId: alarm,
    createdBy: 'support.alarms',
    firstResponseAt: null,
  });
  expect(ticket!.description).toMatch(
    /in Wau is not reachable\.\nSince 23 Nov 2026, 09:57\.\n\nAffected customers \(22\):\n\S+ Customer 00\n/,
  );
  expect(ticket!.description).toMatch(/Customer 19\n… and 2 more$/);
  expect((await getTicket(ctx(), ticket!.id)).outage).toMatchObject({
    id: alarm,
    kind: 'down',
    endedAt: null,
    affectedCustomers: 22,
  });
});

test('a drain that was killed is done by the next', async () => {
  const alarm = await raiseAlarm(app, await node());
  await expect(
    transact(ctx(), async (tx) => {
      await ticketsOfAlarms(tx);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await tickets()).toEqual([]);
  await ticketsOfAlarms(ctx());
  // The same fact once more, as after a restore: the alarm has its ticket.
  await emptyTables(app, 'outbox_deliveries');
  await ticketsOfAlarms(ctx());
  expect((await tickets()).map(({ outageId }) => outageId)).toEqual([alarm]);
});

test.each([
  ['utilisation', 'High utilisation', 'speed', 'is used to 93% (limit 80)'],
  ['latency', 'High latency', 'speed', 'answers after 93 ms (limit 80)'],
  ['loss', 'Packet loss', 'speed', 'loses 93% of packets (limit 80)'],
] as const)('an alarm of %s is of medium priority', async (kind, title, issueType, words) => {
  await raiseAlarm(app, await node(), kind);
  await ticketsOfAlarms(ctx());
  const [ticket] = await tickets();
  expect(ticket).toMatchObject({
    title: `${title}: Tower ${nodes}`,
    issueType,
    priority: 'medium',
  });
  expect(ticket!.description).toContain(words);
});

test('an outage that is over resolves the ticket if nobody has started, else it is a comment', async () => {
  const john = await makeWorker(app, 'technician', 'John Deng');
  const alarms = [await raiseAlarm(app, await node()), await raiseAlarm(app, await node())];
  await ticketsOfAlarms(ctx());
  const [one, two] = await tickets();
  expect(one!.priority).toBe('high');
  await updateTicket(contextOf(app, john), two!.id, { status: 'in_progress' });
  app.time.set('2026-11-23T09:02:00Z');
  for (const alarm of alarms) await endAlarm(app, alarm);
  await Promise.all([ticketsOfAlarms(ctx()), ticketsOfAlarms(ctx())]);
  await ticketsOfAlarms(ctx());
  const text = 'The outage ended on its own after 1 hour 5 minutes.';
  expect(await tickets()).toMatchObject([
    { status: 'resolved', resolution: text, firstResponseAt: null },
    { status: 'in_progress' },
  ]);
  for (const { id } of [one!, two!])
    expect(await bodies(id)).toEqual([`${text} (23 Nov 2026, 11:02)`]);
});

test('an alarm that ended before it was drained opens none; one that ends while it is drained is resolved', async () => {
  const over = await raiseAlarm(app, await node());
  await endAlarm(app, over);
  await ticketsOfAlarms(ctx());
  expect(await tickets()).toEqual([]);
  // Ends while the ticket is written: the end is committed after it.
  const open = await raiseAlarm(app, await node());
  let ending: Promise<void> = Promise.resolve();
  await transact(ctx(), async (tx) => {
    await ticketsOfAlarms(tx);
    ending = endAlarm(app, open);
    await untilBlocked(app);
    expect(await Promise.race([ending, 'waits'])).toBe('waits');
  });
  await ending;
  await ticketsOfAlarms(ctx());
  expect(await tickets()).toMatchObject([{ status: 'resolved' }]);
});

test.each([
  ['unpolled', 'The node is no longer measured, 3 minutes after the outage began. Whether'],
  ['maintenance', 'The node was set to maintenance, 3 minutes after the outage began. Whether'],
])('a ticket stays, with a comment, where the outage may go on: %s', async (reason, text) => {
  const alarm = await raiseAlarm(app, await node());
  await ticketsOfAlarms(ctx());
  await endAlarm(app, alarm, reason);
  await ticketsOfAlarms(ctx());
  const [ticket] = await tickets();
  expect(ticket).toMatchObject({ status: 'open', resolution: '' });
  expect(await bodies(ticket!.id)).toEqual([expect.stringContaining(text)]);
});

test.each([
  ['retired', 'The outage ended after 3 minutes: the node was retired.'],
  ['parent', /the node above is down/],
])('an alarm that ended by %s says so', async (reason, text) => {
  const alarm = await raiseAlarm(app, await node());
  await ticketsOfAlarms(ctx());
  await endAlarm(app, alarm, reason);
  await ticketsOfAlarms(ctx());
  const [ticket] = await tickets();
  expect(ticket!.resolution).toMatch(text);
});
