import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { addTicket, makeWorker } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffActor } from '../identity/actor.ts';
import { isoDate } from '../kernel/dates.ts';
import { commentOn, listComments } from './comments/service.ts';
import type { TicketUpdate } from './schema.ts';
import { updateTicket } from './service.ts';
import { getTicket } from './service-list.ts';
import { mergeTicket } from './service-merge.ts';
import { arrive, complete } from './service-visits.ts';

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

describe('a merge', () => {
  test('shows the comments of both with the one that stays, and follows a second merge', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    await commentOn(ctx(), one.id, { body: 'one' });
    app.time.set('2026-11-23T08:01:00Z');
    await commentOn(ctx(), two.id, { body: 'two' });
    const stays = await mergeTicket(ctx(), one.id, { intoId: two.id, version: 1 });
    expect(stays).toMatchObject({ id: two.id, merged: [{ id: one.id, ticketId: one.ticketId }] });
    expect(await bodies(two.id)).toEqual(['one', 'two']);
    expect(await getTicket(ctx(), one.id)).toMatchObject({
      status: 'closed',
      resolution: `Merged into ${two.ticketId}`,
      mergedIntoTicket: two.ticketId,
      actions: [],
    });
    // Again it changes nothing.
    expect((await mergeTicket(ctx(), one.id, { intoId: two.id })).version).toBe(stays.version);
    await mergeTicket(ctx(), two.id, { intoId: three.id });
    expect((await getTicket(ctx(), one.id)).mergedIntoId).toBe(three.id);
    expect(await bodies(three.id)).toEqual(['one', 'two']);
    // Nobody is told that a double was resolved.
    expect(await facts('ticket.resolved')).toBe(0);
  });

  test('is refused for the same, an unknown and a merged ticket', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    const merge = (id: number, intoId: number, version?: number) =>
      mergeTicket(ctx(), id, { intoId, version });
    await expect(merge(one.id, one.id)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(merge(one.id, 999_999)).rejects.toMatchObject({
      fields: { intoId: 'This ticket does not exist.' },
    });
    await expect(merge(999_999, one.id)).rejects.toMatchObject({ kind: 'notFound' });
    await expect(merge(one.id, two.id, 7)).rejects.toMatchObject({ kind: 'conflict' });
    await merge(one.id, two.id);
    const merged = { kind: 'rule', code: 'ticket.merged' };
    await expect(merge(one.id, three.id)).rejects.toMatchObject(merged);
    await expect(merge(three.id, one.id)).rejects.toMatchObject(merged);
    await expect(merge(two.id, one.id)).rejects.toMatchObject(merged);
    await expect(update(one.id, { status: 'open' })).rejects.toMatchObject(merged);
    await expect(commentOn(ctx(), one.id, { body: 'x' })).rejects.toMatchObject(merged);
    await expect(arrive(ctx(), one.id, {})).rejects.toMatchObject(merged);
  });
});

describe('a visit', () => {
  const today = isoDate('2026-11-23');

  test('begins the work, is completed once, and may resolve the ticket', async () => {
    const { id } = await add({ visitDate: today, visitPlace: 'Hai Malakal' });
    const there = await arrive(ctx(john), id, { version: 1 });
    expect(there).toMatchObject({
      status: 'in_progress',
      assignedName: 'John Deng',
      arrivedAt: app.time.now,
    });
    const first = app.time.now;
    app.time.set('2026-11-23T09:00:00Z');
    expect((await arrive(ctx(john), id, {})).arrivedAt).toEqual(first);
    const done = { workDone: 'New cable', partsUsed: '20 m of cable', resolve: true };
    const outcomes = await settled([complete(ctx(john), id, done), complete(ctx(john), id, done)]);
    expect(outcomes.sort()).toEqual(['done', 'rule']);
    expect(await getTicket(ctx(), id)).toMatchObject({
      status: 'resolved',
      resolution: 'New cable',
      workDone: 'New cable',
      partsUsed: '20 m of cable',
      completedAt: app.time.now,
    });
    await expect(arrive(ctx(john), id, {})).rejects.toMatchObject({ kind: 'rule' });
  });

  test('without a plan is one of today; another one keeps what was done', async () => {
    const { id } = await add();
    const first = await complete(ctx(john), id, { workDone: 'Checked', partsUsed: 'Plug' });
    expect(first).toMatchObject({
      status: 'in_progress',
      visitDate: today,
      arrivedAt: app.time.now,
      completedAt: app.time.now,
    });
    await expect(complete(ctx(john), id, { workDone: 'x' })).rejects.toMatchObject({
      code: 'ticket.visitCompleted',
    });
    const next = isoDate('2026-11-25');
    expect(await update(id, { visitDate: next })).toMatchObject({
      visitDate: next,
      arrivedAt: null,
      completedAt: null,
      workDone: '',
    });
    expect(await bodies(id)).toEqual(['Visit of 23 Nov 2026: Checked Used: Plug']);
    expect(await complete(ctx(john), id, { workDone: 'Done' })).toMatchObject({ visitDate: next });
  });
});
