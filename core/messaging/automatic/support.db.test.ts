import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { newSender, resetMessages } from '@nimule/fixtures/testing/messages';
import type { FakeGateway } from '@nimule/fixtures/testing/servers/gateway';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import {
  addTicket,
  endAlarm,
  makeNode,
  makeWorker,
  raiseAlarm,
} from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../context.ts';
import { createCustomer } from '../../customers/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { defaultSettings } from '../../support/rules-targets.ts';
import { updateTicket } from '../../support/service.ts';
import { mergeTicket } from '../../support/service-merge.ts';
import { updateSupportSettings } from '../../support/service-settings.ts';
import { createSender } from '../sending/service.ts';
import { emailGateway } from '../sending/service-gateways.ts';
import { settleRestoredMessages } from '../service-restored.ts';
import type { AutomaticName } from './rules-types.ts';
import { queueFacts } from './service.ts';
import { queueDigests } from './service-digest.ts';
import { updateMessageType } from './service-types.ts';

let app: TestApp;
let gateway: FakeGateway;
const ctx = () => contextOf(app);
const switchOn = (...types: AutomaticName[]) =>
  Promise.all(types.map((type) => updateMessageType(ctx(), type, { isOn: true })));
async function send(): Promise<void> {
  const sender = newSender(app);
  await sender.pass();
  await sender.end();
}
async function sendEmails(): Promise<void> {
  const sender = createSender(app, emailGateway(app));
  await sender.pass();
  await sender.end();
}
async function settled(): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; status: string; error: string }>`
    select type, name, status, error from messages order by id`.execute(app.db);
  return rows.map(({ type, name, status, error }) =>
    [`${type} ${name}`, status, error].filter(Boolean).join(': '),
  );
}
let lastPhone = 0;
function customer(name: string, nodeId?: number) {
  lastPhone += 1;
  const phone = `+211977${300_000 + lastPhone}`;
  return createCustomer(ctx(), { name, phone, ...(nodeId ? { nodeId } : {}) });
}

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
});
beforeEach(async () => {
  gateway = await resetMessages(app);
  app.time.set('2026-11-23T08:00:00Z');
  app.sent.length = 0;
  await sql`delete from settings where name = 'messages.restored'`.execute(app.db);
  await emptyTables(
    app,
    'message_types',
    'outbox',
    'outbox_consumers',
    'outbox_deliveries',
    'tickets',
    'network_nodes',
    'customers',
  );
});
afterAll(() => app.close());

describe('an outage', () => {
  test('is told once to the customers of the node and of those behind it, and so is its end', async () => {
    await switchOn('outage', 'outage_over');
    const parent = await makeNode(app, 'Tower 1');
    const child = await makeNode(app, 'Tower 2', parent);
    await customer('Near', parent);
    await customer('Far', child);
    await customer('Elsewhere', await makeNode(app, 'Tower 3'));
    const alarm = await raiseAlarm(app, parent);
    await Promise.all([queueFacts(ctx()), queueFacts(ctx()), queueFacts(ctx())]);
    await queueFacts(ctx());
    await send();
    expect((await settled()).sort()).toEqual(['outage Far: sent', 'outage Near: sent']);
    expect(gateway.taken[0]!.text).toMatch(/there is an outage at Tower 1\./);
    await endAlarm(app, alarm);
    await Promise.all([queueFacts(ctx()), queueFacts(ctx())]);
    await send();
    expect((await settled()).sort().slice(2)).toEqual([
      'outage_over Far: sent',
      'outage_over Near: sent',
    ]);
  });

  test('that is over before it was told is not told, nor is its end', async () => {
    await switchOn('outage', 'outage_over');
    const node = await makeNode(app, 'Tower 1');
    await customer('Near', node);
    const short = await raiseAlarm(app, node);
    await endAlarm(app, short);
    await queueFacts(ctx());
    expect(await settled()).toEqual([]);
    const night = await raiseAlarm(app, node);
    await queueFacts(ctx());
    await endAlarm(app, night);
    await queueFacts(ctx());
    await send();
    expect(await settled()).toEqual(['outage Near: cancelled: The outage has ended meanwhile.']);
  });

  test('that is not announced is only told to be over; not for maintenance, a slow node or a parent', async () => {
    await switchOn('outage_over');
    const node = await makeNode(app, 'Tower 1');
    await customer('Near', node);
    await endAlarm(app, await raiseAlarm(app, node), 'maintenance');
    await endAlarm(app, await raiseAlarm(app, node), 'parent');
    await endAlarm(app, await raiseAlarm(app, node, 'latency'));
    await queueFacts(ctx());
    expect(await settled()).toEqual([]);
    await endAlarm(app, await raiseAlarm(app, node));
    await queueFacts(ctx());
    await send();
    expect(await settled()).toEqual(['outage_over Near: sent']);
  });
});

describe('in restored data', () => {
  test('an outage of the time before is not told to be over', async () => {
    await switchOn('outage', 'outage_over');
    const node = await makeNode(app, 'Tower 1');
    await customer('Near', node);
    const old = await raiseAlarm(app, node);
    await queueFacts(ctx());
    await send();
    app.time.set('2026-11-25T08:00:00Z');
    await transact(ctx(), settleRestoredMessages);
    app.time.set('2026-11-25T09:00:00Z');
    await endAlarm(app, old);
    await queueFacts(ctx());
    const next = await raiseAlarm(app, node);
    await queueFacts(ctx());
    await send();
    await endAlarm(app, next);
    await queueFacts(ctx());
    expect(await settled()).toEqual([
      'outage Near: sent',
      'outage Near: sent',
      'outage_over Near: queued',
    ]);
  });

  test('there are daily lists again from the next day on', async () => {
    const mary = await makeWorker(app, 'technician', 'Mary Deng');
    await addTicket(ctx(), { assignedTo: mary.userId });
    await transact(ctx(), settleRestoredMessages);
    expect(await queueDigests(ctx())).toBe('Nothing: the data were restored today');
    app.time.set('2026-11-24T05:00:00Z');
    expect(await queueDigests(ctx())).toBe('1 e-mails queued');
  });
});

describe('a ticket', () => {
  test('is told when it is opened and each time it is resolved', async () => {
    await switchOn('ticket_opened', 'ticket_resolved');
    const { id: customerId } = await customer('Akol');
    const { id, ticketId } = await addTicket(ctx(), { customerId, title: 'Slow {braces}' });
    await addTicket(ctx());
    await queueFacts(ctx());
    await send();
    for (let round = 0; round < 2; round += 1) {
      await updateTicket(ctx(), id, { status: 'resolved' });
      await queueFacts(ctx());
      await send();
      await updateTicket(ctx(), id, { status: 'open' });
    }
    expect(await settled()).toEqual([
      'ticket_opened Akol: sent',
      'ticket_resolved Akol: sent',
      'ticket_resolved Akol: sent',
    ]);
    // Resolved, opened and resolved again before anybody was told: told once.
    for (const status of ['resolved', 'open', 'resolved'] as const)
      await updateTicket(ctx(), id, { status });
    await queueFacts(ctx());
    expect((await settled()).slice(3)).toEqual(['ticket_resolved Akol: queued']);
    expect(gateway.taken[0]!.text).toContain(`as ticket ${ticketId} and are working on it`);
  });

  test('is not told what is no longer true', async () => {
    await switchOn('ticket_opened', 'ticket_resolved');
    const { id: customerId } = await customer('Akol');
    const [one, two, three] = [1, 2, 3].map(() => addTicket(ctx(), { customerId }));
    await mergeTicket(ctx(), (await one!).id, { intoId: (await two!).id });
    await three;
    await queueFacts(ctx());
    await updateTicket(ctx(), (await two!).id, { status: 'resolved' });
    await queueFacts(ctx());
    await updateTicket(ctx(), (await two!).id, { status: 'open' });
    await mergeTicket(ctx(), (await three!).id, { intoId: (await two!).id });
    await send();
    expect((await settled()).sort()).toEqual([
      'ticket_opened Akol: cancelled: The ticket was resolved meanwhile.',
      'ticket_opened Akol: sent',
      'ticket_resolved Akol: cancelled: The ticket was opened again meanwhile.',
    ]);
  });
});

describe('the daily list', () => {
  test('is not sent on another day', async () => {
    const peter = await makeWorker(app, 'technician', 'Peter Deng');
    await addTicket(ctx(), { assignedTo: peter.userId });
    await queueDigests(ctx());
    app.time.set('2026-11-24T08:00:00Z');
    await sendEmails();
    expect(app.sent).toEqual([]);
    expect(await settled()).toEqual(['digest Peter Deng: cancelled: The list is of another day.']);
  });

  test('is queued once a day for each active assignee with tickets', async () => {
    const john = await makeWorker(app, 'technician', 'John Deng');
    const gone = await makeWorker(app, 'technician', 'Gone Deng');
    await makeWorker(app, 'technician', 'Idle Deng');
    const { id: customerId } = await customer('Akol');
    await addTicket(ctx(), {
      assignedTo: john.userId,
      customerId,
      title: 'Mast {1}',
      priority: 'high',
    });
    await addTicket(ctx(), {
      assignedTo: john.userId,
      priority: 'low',
      visitDate: isoDate('2026-11-24'),
      visitPlace: 'Market',
    });
    const done = await addTicket(ctx(), { assignedTo: john.userId });
    await updateTicket(ctx(), done.id, { status: 'resolved' });
    await addTicket(ctx(), { assignedTo: gone.userId });
    await sql`update users set is_active = false where id = ${gone.userId}`.execute(app.db);
    app.time.set('2026-11-24T05:00:00Z');
    const runs = await Promise.all([queueDigests(ctx()), queueDigests(ctx())]);
    expect(runs.sort()).toEqual(['0 e-mails queued', '1 e-mails queued']);
    await sendEmails();
    expect(app.sent).toHaveLength(1);
    expect(app.sent[0]).toMatchObject({
      to: `${john.username}@nimule.example`,
      subject: 'Your tickets: 2 unresolved tickets, 1 of them overdue',
    });
    expect(app.sent[0]!.text).toMatch(
      /^Good morning John Deng,\n\nyou have 2 [^\n]*:\n\n- TKT-\d+ Mast \{1\} \(high, overdue\), Akol\n- TKT-\d+ No connection \(low, due soon\), visit today: Market$/,
    );
    app.time.set('2026-11-25T05:00:00Z');
    expect(await queueDigests(ctx())).toBe('1 e-mails queued');
    await updateSupportSettings(ctx(), { ...defaultSettings, isDigestOn: false });
    app.time.set('2026-11-26T05:00:00Z');
    expect(await queueDigests(ctx())).toBe('0 e-mails queued');
  });
});
