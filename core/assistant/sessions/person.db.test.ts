import { ask, createChatApp, newKey, withKey } from '@nimule/fixtures/testing/assistant';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActor } from '../../identity/actor.ts';
import { invoke } from '../../invoke.ts';
import { isAppError } from '../../kernel/errors.ts';
import { getTicket } from '../../support/service-list.ts';
import { closeChat, escalateChat, getChat, startChat } from './service.ts';
import { chat } from './service-chat.ts';
import { answerInPerson, handBackChat, takeOverChat } from './service-person.ts';

let app: TestApp;
let mary: StaffActor;
let peter: StaffActor;
let lead: StaffActor;
beforeAll(async () => {
  app = await createChatApp();
  // Neither may assign tickets.
  mary = await makeWorker(app, 'billing', 'Mary Ayen');
  peter = await makeWorker(app, 'technician', 'Peter Lado');
  lead = await makeWorker(app, 'support', 'Rose Keji');
});
afterAll(() => app.close());
const as = (actor: StaffActor) => contextOf(app, actor);

/** A chat that was handed to a person. */
async function escalated(): Promise<string> {
  const { sessionId } = await startChat(as(mary), { customerId: 1 });
  await escalateChat(as(mary), sessionId, {});
  return sessionId;
}

const said = async (sessionId: string) =>
  (await getChat(as(mary), sessionId)).messages.map(({ role, typedBy, content }) => [
    role,
    typedBy,
    content,
  ]);

async function auditOf(
  sessionId: string,
): Promise<{ action: string; by: string; summary: string }[]> {
  const { id } = await getChat(as(mary), sessionId);
  const { rows } = await sql<{
    action: string;
    by: string;
    summary: string;
  }>`select action, actor_name as by, summary
    from audit_log where entity = 'chat' and entity_id = ${String(id)} order by id`.execute(app.db);
  return rows;
}

test('a person answers instead of the assistant, under their name, and hands back', async () => {
  const sessionId = await escalated();
  const taken = await takeOverChat(as(mary), sessionId);
  expect(taken).toMatchObject({
    status: 'escalated',
    takenBy: 'Mary Ayen',
    takenById: mary.userId,
    takenAt: app.clock(),
  });
  const quiet = await chat(as(peter), { customerId: 1, sessionId, message: 'how much do i owe' });
  expect(quiet).toMatchObject({ response: '', needsEscalation: false, reply: null });
  const own = await answerInPerson(as(mary), sessionId, { message: 'I look at your account.' });
  expect(own).toMatchObject({ role: 'staff', typedBy: 'Mary Ayen' });
  expect(await said(sessionId)).toEqual([
    ['user', 'Peter Lado', 'how much do i owe'],
    ['staff', 'Mary Ayen', 'I look at your account.'],
  ]);
  expect(await handBackChat(as(mary), sessionId)).toMatchObject({ takenBy: '', takenAt: null });
  const again = await ask(as(mary), 'how much do i owe', { sessionId });
  expect(again.reply).toMatchObject({ role: 'assistant', isAnswered: true });
  expect(await said(sessionId)).toHaveLength(4);
  const lines = await auditOf(sessionId);
  expect(lines.map(({ action }) => action)).toEqual([
    'chat.escalate',
    'chat.takeOver',
    'chat.handBack',
  ]);
  expect(JSON.stringify(lines)).not.toContain('account');
});

test('of two at once one takes over, and the other is told who has', async () => {
  const sessionId = await escalated();
  const outcomes = await Promise.allSettled(
    [mary, peter].map((who) => takeOverChat(as(who), sessionId)),
  );
  const { takenBy } = await getChat(as(mary), sessionId);
  const refused = outcomes.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason.message))).toEqual([
    expect.stringContaining(`${takenBy} answers this chat in person since `),
  ]);
  const other = takenBy === mary.fullName ? peter : mary;
  const refusal = { kind: 'conflict', code: 'chat.taken' };
  await expect(answerInPerson(as(other), sessionId, { message: 'x' })).rejects.toMatchObject(
    refusal,
  );
  await expect(handBackChat(as(other), sessionId)).rejects.toMatchObject(refusal);
  await expect(closeChat(as(other), sessionId)).rejects.toMatchObject(refusal);
  // Who may assign tickets takes it from a colleague who is away.
  await handBackChat(as(lead), sessionId);
  expect(await takeOverChat(as(other), sessionId)).toMatchObject({ takenBy: other.fullName });
});

test('a chat that nobody handed over is answered by the assistant', async () => {
  const { sessionId } = await startChat(as(mary), { customerId: 1 });
  await expect(takeOverChat(as(mary), sessionId)).rejects.toMatchObject({
    kind: 'conflict',
    code: 'chat.notEscalated',
  });
  await expect(answerInPerson(as(mary), sessionId, { message: 'x' })).rejects.toMatchObject({
    code: 'chat.notTaken',
  });
  await expect(takeOverChat(as(mary), 'nothing-here')).rejects.toMatchObject({ kind: 'notFound' });
});

test('a reply that was being worded when a person took over is not given', async () => {
  const sessionId = newKey();
  await ask(as(mary), 'I want to talk to a person', { sessionId });
  const before = await said(sessionId);
  // A message whose process was killed before its reply.
  const keyed = withKey(as(mary), 'in-person-later');
  await sql`create function refuse_replies() returns trigger language plpgsql as $$ begin
    if new.role = 'assistant' then raise exception 'killed'; end if; return new; end $$`.execute(
    app.db,
  );
  await sql`create trigger refuse_replies before insert on assistant_messages
    for each row execute function refuse_replies()`.execute(app.db);
  const input = { customerId: 1, sessionId, message: 'how much do i owe' };
  await expect(chat(keyed, input)).rejects.toThrow();
  await sql`drop trigger refuse_replies on assistant_messages`.execute(app.db);
  await takeOverChat(as(mary), sessionId);
  expect(await chat(keyed, input)).toMatchObject({ response: '', reply: null });
  expect(await said(sessionId)).toEqual([...before, ['user', 'Mary Ayen', 'how much do i owe']]);
  expect(
    (await getTicket(as(mary), (await getChat(as(mary), sessionId)).ticketId!)).id,
  ).toBeGreaterThan(0);
});

test('a message to a person that is sent twice is stored once and never answered by the assistant', async () => {
  const sessionId = await escalated();
  await takeOverChat(as(mary), sessionId);
  const input = { customerId: 1, sessionId, message: 'how much do i owe' };
  const keyed = withKey(as(mary), 'in-person-twice');
  const first = await chat(keyed, input);
  await handBackChat(as(mary), sessionId);
  const second = await chat(keyed, input);
  expect(second).toMatchObject({ reply: null, message: { id: first.message.id } });
  expect(await said(sessionId)).toHaveLength(1);
});

test('bad messages are refused in words, and so is who may not act', async () => {
  const sessionId = await escalated();
  const call = (message: unknown) =>
    invoke(app, mary, 'answerInPerson', { params: { sessionId }, body: { message } });
  await takeOverChat(as(mary), sessionId);
  for (const bad of ['', '  \n ', 'x'.repeat(2001), null])
    await expect(call(bad)).rejects.toMatchObject({ kind: 'invalid' });
  await call('x'.repeat(2000));
  for (const operation of ['takeOverChat', 'handBackChat', 'answerInPerson'] as const) {
    const input = { params: { sessionId: 'a b' }, body: { message: 'x' } };
    await expect(invoke(app, mary, operation, input)).rejects.toMatchObject({ kind: 'invalid' });
    const waiting: StaffActor = { ...mary, mustChangePassword: true };
    const call = { params: { sessionId }, body: { message: 'x' } };
    await expect(invoke(app, waiting, operation, call)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  }
});

const people = ['mary', 'peter', 'lead'] as const;
const step = fc.record({
  who: fc.constantFrom(...people),
  what: fc.constantFrom('take', 'take', 'back', 'say', 'ask', 'close', 'escalate'),
});

test('who answers follows the steps, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const actors = { mary, peter, lead };
      const { sessionId } = await startChat(as(mary), { customerId: 2 });
      let status: 'active' | 'escalated' | 'closed' = 'active';
      let holder: (typeof people)[number] | undefined;
      const expected: string[] = [];
      for (const { who, what } of steps) {
        const ctx = as(actors[who]);
        const isOther = holder !== undefined && holder !== who;
        const mays = {
          take: status === 'escalated' && !isOther,
          back: !isOther || who === 'lead',
          say: status !== 'closed' && holder === who,
          ask: status !== 'closed',
          close: !isOther,
          escalate: status === 'active',
        };
        const acts = {
          take: () => takeOverChat(ctx, sessionId),
          back: () => handBackChat(ctx, sessionId),
          say: () => answerInPerson(ctx, sessionId, { message: 'in person' }),
          ask: () => chat(ctx, { customerId: 2, sessionId, message: 'how much do i owe' }),
          close: () => closeChat(ctx, sessionId),
          escalate: () => escalateChat(ctx, sessionId, {}),
        };
        const done = await acts[what]().then(
          () => true,
          (error: unknown) => {
            if (isAppError(error) && error.kind === 'conflict') return false;
            throw error;
          },
        );
        expect([what, done]).toEqual([what, mays[what]]);
        if (!done) continue;
        if (what === 'take') holder = who;
        if (what === 'back') holder = undefined;
        if (what === 'say') expected.push(`staff ${actors[who].fullName}`);
        if (what === 'ask') expected.push('user', ...(holder ? [] : ['assistant']));
        if (what === 'escalate') status = 'escalated';
        if (what === 'close') {
          status = 'closed';
          holder = undefined;
        }
        const now = await getChat(ctx, sessionId);
        expect(now).toMatchObject({
          status,
          takenBy: holder ? actors[holder].fullName : '',
          takenById: holder ? actors[holder].userId : null,
        });
        const roles = now.messages.map(({ role, typedBy }) =>
          role === 'staff' ? `staff ${typedBy}` : role,
        );
        expect(roles).toEqual(expected);
      }
    }),
    { numRuns: 25 },
  );
});
