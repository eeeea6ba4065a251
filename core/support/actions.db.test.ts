import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { addTicket, makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffActor } from '../identity/actor.ts';
import { commentOn, listComments } from './comments/service.ts';
import { DEFAULT_RESOLUTION, type TicketUpdate } from './schema.ts';
import { updateTicket } from './service.ts';
import { getTicket } from './service-list.ts';
import { mergeTicket } from './service-merge.ts';

let app: TestApp;
let grace: StaffActor;
let john: StaffActor;
const ctx = (actor: StaffActor = grace) => contextOf(app, actor);
const add = (input = {}) => addTicket(ctx(), input);
const update = (id: number, changes: TicketUpdate, actor?: StaffActor) =>
  updateTicket(ctx(actor), id, changes);
const bodies = async (id: number) => (await listComments(ctx(), id)).map(({ body }) => body);
const settled = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((one) =>
    one.status === 'fulfilled' ? 'done' : (one.reason as { kind: string }).kind,
  );
const facts = async (fact: string) =>
  (await app.db.selectFrom('outbox').select('entity_id').where('fact', '=', fact).execute()).length;

const MONDAY = '2026-11-23T08:00:00Z';
beforeAll(async () => {
  app = await createTestApp(MONDAY);
  grace = await makeWorker(app, 'support', 'Grace Lado');
  john = await makeWorker(app, 'technician', 'John Deng');
});
beforeEach(async () => {
  app.time.set(MONDAY);
  await emptyTables(app, 'ticket_comments', 'tickets', 'outbox');
});
afterAll(() => app.close());

describe('a ticket', () => {
  test('is assigned, started, resolved, closed and reopened', async () => {
    const { id } = await add();
    const assigned = await update(id, { assignedTo: john.userId, version: 1 });
    expect(assigned).toMatchObject({
      status: 'assigned',
      assignedName: 'John Deng',
      firstResponseAt: null,
      version: 2,
    });
    app.time.set('2026-11-23T09:00:00Z');
    const started = await update(id, { status: 'in_progress' }, john);
    expect(started).toMatchObject({
      status: 'in_progress',
      assignedTo: john.userId,
      firstResponseAt: app.time.now,
      actions: ['resolve'],
    });
    // What a client claims of the time does not count (decision 28).
    const claimed = { status: 'resolved', resolvedAt: '2001-01-01T00:00:00Z' } as const;
    expect(await update(id, claimed, john)).toMatchObject({
      status: 'resolved',
      resolution: DEFAULT_RESOLUTION,
      resolvedAt: app.time.now,
      due: 'none',
    });
    expect(await facts('ticket.resolved')).toBe(1);
    const closed = await update(id, { status: 'closed' });
    expect(closed).toMatchObject({ closedAt: app.time.now, actions: ['reopen'] });
    app.time.set('2026-11-24T08:00:00Z');
    expect(await update(id, { status: 'open', reason: 'Slow again' })).toMatchObject({
      status: 'assigned',
      assignedTo: john.userId,
      resolution: '',
      resolvedAt: null,
      closedAt: null,
      resolutionDueAt: new Date('2026-11-26T14:00:00Z'),
    });
    expect(await bodies(id)).toEqual([
      'Reopened: Slow again',
      `The resolution was: ${DEFAULT_RESOLUTION}`,
    ]);
    const actions = await app.db
      .selectFrom('audit_log')
      .select(['action', 'summary'])
      .where('entity', '=', 'ticket')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
    const names = ['create', 'assign', 'start', 'resolve', 'close', 'reopen'];
    expect(actions.map(({ action }) => action)).toEqual(names.map((name) => `ticket.${name}`));
    expect(actions[0]!.summary).toMatch(/^TKT-\d{3} No connection$/);
  });

  test('that nobody has is taken by who starts it; given back it is open', async () => {
    const { id } = await add();
    await update(id, { status: 'in_progress' }, john);
    expect(await update(id, { assignedTo: null }, john)).toMatchObject({
      status: 'open',
      assignedTo: null,
      assignedName: '',
    });
    expect(await update(id, { status: 'assigned' }, john)).toMatchObject({
      assignedTo: john.userId,
    });
    await expect(update(id, { assignedTo: grace.userId }, john)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(await update(id, { assignedTo: grace.userId })).toMatchObject({
      assignedName: 'Grace Lado',
    });
    await expect(update(id, { status: 'open' }, john)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(await update(id, { status: 'open' })).toMatchObject({ assignedTo: null });
  });

  test('in progress stays so for another user if that is wanted, else it is assigned', async () => {
    const { id } = await add();
    await update(id, { status: 'in_progress' }, john);
    const kept = { status: 'in_progress', assignedTo: grace.userId } as const;
    expect(await update(id, kept)).toMatchObject(kept);
    expect(await update(id, { assignedTo: john.userId })).toMatchObject({ status: 'assigned' });
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where entity = 'ticket' and entity_id = ${String(id)} order by id desc limit 3`.execute(
      app.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'ticket.assign',
      'ticket.assign',
      'ticket.start',
    ]);
  });

  test('is edited; a changed priority has its targets from then on', async () => {
    const { id } = await add();
    app.time.set('2026-11-23T09:00:00Z');
    const changes = { title: 'Cable cut', priority: 'critical', visitPlace: 'Market' } as const;
    expect(await update(id, changes)).toMatchObject({
      ...changes,
      status: 'open',
      responseDueAt: new Date('2026-11-23T09:30:00Z'),
      resolutionDueAt: new Date('2026-11-23T13:00:00Z'),
      version: 2,
    });
    expect(await update(id, changes)).toMatchObject({ version: 2 });
    await expect(update(id, { title: 'x', version: 1 })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'ticket.stale',
    });
  });

  test('is refused what its status does not allow', async () => {
    const { id, ticketId } = await add();
    const refused = (changes: TicketUpdate, message: string) =>
      expect(update(id, changes)).rejects.toMatchObject({ kind: 'rule', message });
    await refused({ status: 'closed' }, `${ticketId} is open: it cannot be closed.`);
    await refused({ resolution: 'x' }, `${ticketId} is not resolved: it has no resolution.`);
    await update(id, { status: 'resolved', resolution: 'New cable' });
    await refused({ status: 'in_progress' }, `${ticketId} is resolved: it cannot be started.`);
    await refused({ assignedTo: john.userId }, `${ticketId} is resolved: it cannot be assigned.`);
    await update(id, { status: 'closed' });
    await refused({ title: 'x' }, `${ticketId} is closed. Reopen it to change it.`);
    await refused({ resolution: 'x' }, `${ticketId} is closed. Reopen it to change it.`);
    await refused({ status: 'resolved' }, `${ticketId} is closed: it cannot be resolved.`);
    await expect(update(999_999, {})).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('keeps its first resolution; a correction needs the version', async () => {
    const { id } = await add();
    await update(id, { status: 'resolved', resolution: 'New cable' });
    const again = { status: 'resolved', resolution: 'New cable' } as const;
    expect(await update(id, again)).toMatchObject({ version: 2 });
    await expect(update(id, { status: 'resolved', resolution: 'Other' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'ticket.resolved',
    });
    expect(await update(id, { resolution: 'New cable and plug', version: 2 })).toMatchObject({
      resolution: 'New cable and plug',
    });
    expect(await facts('ticket.resolved')).toBe(1);
  });

  test('is not assigned to a user who is suspended, and loses one when it is reopened', async () => {
    const mary = await makeWorker(app, 'technician', 'Mary Achan');
    const { id } = await add({ assignedTo: mary.userId });
    await update(id, { status: 'resolved' });
    await sql`update users set is_active = false where id = ${mary.userId}`.execute(app.db);
    expect(await update(id, { status: 'open' })).toMatchObject({
      status: 'open',
      assignedTo: null,
    });
    await expect(update(id, { assignedTo: mary.userId })).rejects.toMatchObject({
      fields: { assignedTo: 'Choose an active user to work on the ticket.' },
    });
  });

  test('keeps the name of an assignee who was deleted', async () => {
    const peter = await makeWorker(app, 'technician', 'Peter Ladu');
    const { id } = await add({ assignedTo: peter.userId });
    await sql`delete from users where id = ${peter.userId}`.execute(app.db);
    expect(await getTicket(ctx(), id)).toMatchObject({
      status: 'assigned',
      assignedTo: null,
      assignedName: 'Peter Ladu',
    });
    expect(await update(id, { assignedTo: john.userId })).toMatchObject({ status: 'assigned' });
  });
});

describe('two at once', () => {
  test('take a ticket: one of them gets it', async () => {
    const mary = await makeWorker(app, 'technician', 'Mary Bak');
    const { id } = await add();
    const taken = [john, mary].map((who) => update(id, { assignedTo: who.userId }, who));
    expect((await settled(taken)).sort()).toEqual(['done', 'forbidden']);
  });

  test('assign and resolve with the same version: the second is told', async () => {
    const { id } = await add();
    const both = [
      update(id, { assignedTo: john.userId, version: 1 }),
      update(id, { assignedTo: grace.userId, version: 1 }),
    ];
    expect((await settled(both)).sort()).toEqual(['conflict', 'done']);
    const { version } = await getTicket(ctx(), id);
    const resolved = ['A', 'B'].map((resolution) =>
      update(id, { status: 'resolved', resolution, version }),
    );
    expect((await settled(resolved)).sort()).toEqual(['conflict', 'done']);
    expect(await facts('ticket.resolved')).toBe(1);
  });

  test('resolve without a version: one resolution is kept and told once', async () => {
    const { id } = await add();
    const both = ['A', 'B'].map((resolution) => update(id, { status: 'resolved', resolution }));
    expect((await settled(both)).sort()).toEqual(['conflict', 'done']);
    expect(await facts('ticket.resolved')).toBe(1);
  });

  test('merge and resolve: the double is closed either way', async () => {
    const [double, into] = [await add(), await add()];
    const outcomes = await settled([
      mergeTicket(ctx(), double.id, { intoId: into.id }),
      update(double.id, { status: 'resolved', resolution: 'New cable' }),
    ]);
    expect(outcomes[0]).toBe('done');
    const after = await getTicket(ctx(), double.id);
    expect(after).toMatchObject({ status: 'closed', resolution: `Merged into ${into.ticketId}` });
    const kept = `The resolution of ${double.ticketId} was: New cable`;
    expect(await bodies(into.id)).toEqual(outcomes[1] === 'done' ? [kept] : []);
  });

  test('merge two tickets into each other: no circle', async () => {
    const [one, two] = [await add(), await add()];
    const outcomes = await settled([
      mergeTicket(ctx(), one.id, { intoId: two.id }),
      mergeTicket(ctx(), two.id, { intoId: one.id }),
    ]);
    expect(outcomes.sort()).toEqual(['done', 'rule']);
  });
});

describe('comments', () => {
  test('are internal unless they are for the customer, whose first is the first response', async () => {
    const { id, version } = await add();
    app.time.set('2026-11-23T08:10:00Z');
    expect(await commentOn(ctx(), id, { body: 'Called' })).toMatchObject({
      isInternal: true,
      createdBy: 'Grace Lado',
    });
    expect((await getTicket(ctx(), id)).firstResponseAt).toBe(null);
    await commentOn(ctx(), id, { body: 'We come tomorrow', isInternal: false });
    const first = app.time.now;
    app.time.set('2026-11-23T08:20:00Z');
    await commentOn(ctx(), id, { body: 'Sorry', isInternal: false });
    // An open form of the ticket stays valid.
    expect(await getTicket(ctx(), id)).toMatchObject({
      firstResponseAt: first,
      version,
      comments: 3,
    });
    await expect(commentOn(ctx(), 999_999, { body: 'x' })).rejects.toMatchObject({
      kind: 'notFound',
    });
  });
});
