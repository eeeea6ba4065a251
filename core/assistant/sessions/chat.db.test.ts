import { ask, countRows, createChatApp, newKey, withKey } from '@nimule/fixtures/testing/assistant';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listComments } from '../../support/comments/service.ts';
import { updateTicket } from '../../support/service.ts';
import { getTicket } from '../../support/service-list.ts';
import { getAssistantStats } from '../stats/service.ts';
import { closeChat, escalateChat, getChat, listChats, rateChat, startChat } from './service.ts';
import { chat } from './service-chat.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createChatApp();
});
afterAll(() => app.close());
const ctx = () => contextOf(app);

async function auditLines(): Promise<{ action: string; after: unknown; summary: string }[]> {
  const { rows } = await sql<{ action: string; after: unknown; summary: string }>`
    select action, after, summary from audit_log where action like 'chat.%' order by id`.execute(
    app.db,
  );
  return rows;
}

describe('before there is a chat', () => {
  test('the figures are those of the specification, marked as samples', async () => {
    const stats = await getAssistantStats(ctx());
    expect(stats).toMatchObject({
      resolutionRate: { value: 87, isSample: true },
      responseSeconds: { value: 2.3, isSample: true },
      satisfaction: { value: 4.6, isSample: true },
      coverage: { value: 94, isSample: true },
      issuesAreSample: true,
      activeChats: 0,
      driver: 'local',
      requestsLeft: null,
      lastTrainedAt: null,
    });
    expect(stats.issues[0]).toEqual({ topic: 'connection', label: 'Connection Issues', count: 45 });
  });
});

describe('a message', () => {
  test('is answered from the facts of the customer, and kept with its reply', async () => {
    const sessionId = newKey();
    const answer = await ask(ctx(), 'How much do I owe?', { sessionId });
    expect(answer.response).toBe(answer.reply.content);
    expect(answer).toMatchObject({
      needsEscalation: false,
      escalationReason: '',
      session: {
        sessionId,
        customerNumber: 'T1',
        status: 'active',
        messageCount: 2,
        topic: 'billing',
      },
      reply: { role: 'assistant', driver: 'local', isAnswered: true },
    });
    const { messages } = await getChat(ctx(), sessionId);
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'How much do I owe?'],
      ['assistant', answer.response],
    ]);
  });

  test('in the chat of another customer is refused', async () => {
    const sessionId = newKey();
    await ask(ctx(), 'hello', { sessionId });
    await expect(ask(ctx(), 'hello', { sessionId, customerId: 2 })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'This chat belongs to another customer. Start a new one.',
    });
  });

  test('of a customer who does not exist begins no chat', async () => {
    const before = await countRows(app);
    await expect(ask(ctx(), 'hello', { customerId: 999 })).rejects.toMatchObject({
      kind: 'notFound',
    });
    expect(await countRows(app)).toEqual(before);
  });

  test('in a closed chat is refused', async () => {
    const { sessionId } = await startChat(ctx(), { customerId: 1 });
    await closeChat(ctx(), sessionId);
    await expect(ask(ctx(), 'hello', { sessionId })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'This chat is closed. Start a new one.',
    });
    expect((await closeChat(ctx(), sessionId)).status).toBe('closed');
  });

  test('that asks for a person opens one ticket with the transcript, and the chat goes on', async () => {
    const sessionId = newKey();
    await ask(ctx(), 'my internet is very slow', { sessionId });
    const before = await countRows(app);
    const answer = await ask(ctx(), 'I want to talk to a person', { sessionId });
    expect(answer).toMatchObject({
      needsEscalation: true,
      escalationReason: 'The customer asked for a person.',
      session: { status: 'escalated', ticketNumber: expect.stringMatching(/^TKT-/) },
    });
    const again = await ask(ctx(), 'give me a human agent please', { sessionId });
    expect(again.session.ticketId).toBe(answer.session.ticketId);
    expect((await countRows(app)).tickets).toBe(before.tickets + 1);
    const ticket = await getTicket(ctx(), answer.session.ticketId!);
    expect(ticket).toMatchObject({ customerId: 1, issueType: 'speed', priority: 'medium' });
    expect(ticket.description).toContain('Customer: my internet is very slow');
    const line = (await auditLines()).at(-1)!;
    expect(line).toMatchObject({ action: 'chat.escalate' });
    expect(JSON.stringify(line)).not.toContain('slow');
  });

  test('about a danger after the chat was handed over reaches its ticket at once', async () => {
    const sessionId = newKey();
    const { session } = await ask(ctx(), 'I want to talk to a person', { sessionId });
    expect(await getTicket(ctx(), session.ticketId!)).toMatchObject({ priority: 'medium' });
    const before = await countRows(app);
    const text = 'the cable on the pole is sparking and there is smoke';
    const danger = await ask(ctx(), text, { sessionId });
    expect(danger).toMatchObject({
      escalationReason: 'There may be a danger to people or property.',
      session: { ticketId: session.ticketId },
    });
    expect((await countRows(app)).tickets).toBe(before.tickets);
    expect(await getTicket(ctx(), session.ticketId!)).toMatchObject({ priority: 'high' });
    const [comment] = await listComments(ctx(), session.ticketId!);
    expect(comment).toMatchObject({ isInternal: true, body: expect.stringContaining(text) });
  });

  test('that needs a person after the ticket was resolved opens another one', async () => {
    const sessionId = newKey();
    const { session } = await ask(ctx(), 'I want to talk to a person', { sessionId });
    const staffed = contextOf(app, await makeWorker(app, 'support', 'Mary Ayen'));
    await updateTicket(staffed, session.ticketId!, { status: 'in_progress' });
    await updateTicket(staffed, session.ticketId!, { status: 'resolved', resolution: 'Called.' });
    const again = await ask(ctx(), 'I want to talk to a person again', { sessionId });
    expect(again.session.ticketNumber).not.toBe(session.ticketNumber);
    expect(await getTicket(ctx(), again.session.ticketId!)).toMatchObject({ status: 'open' });
  });

  test('with 2,000 characters of any kind is answered', async () => {
    for (const text of [
      '\u{1f600}'.repeat(1000),
      "'; drop table customers; --",
      '🇸🇸 كم أدفع؟',
      '%_\\',
    ])
      expect((await ask(ctx(), text)).response).not.toBe('');
  });
});

describe('a request that is made twice', () => {
  const input = { customerId: 1, sessionId: 'twice-chat', message: 'I want a human agent' };

  test('at once, has one message, one reply and one ticket', async () => {
    const before = await countRows(app);
    const key = withKey(ctx(), 'twice');
    const [one, other] = await Promise.all([chat(key, input), chat(key, input)]);
    expect(other).toEqual(one);
    expect(await countRows(app)).toEqual({
      sessions: before.sessions + 1,
      messages: before.messages + 2,
      tickets: before.tickets + 1,
    });
  });

  test('later, gets the same reply, also after the chat has ended', async () => {
    const before = await countRows(app);
    await closeChat(ctx(), input.sessionId);
    const again = await chat(withKey(ctx(), 'twice'), input);
    expect(again.needsEscalation).toBe(true);
    expect(await countRows(app)).toEqual(before);
  });

  test('with another text under the same key is refused', async () => {
    await expect(
      chat(withKey(ctx(), 'twice'), { ...input, message: 'Something else' }),
    ).rejects.toMatchObject({ code: 'idempotency.reused' });
  });

  test('after the process was killed between the steps, is answered once', async () => {
    const killed = { customerId: 1, sessionId: 'killed-chat', message: 'the internet is down' };
    const key = withKey(ctx(), 'killed');
    // The reply is never stored: its transaction ends as that of a killed process does.
    await sql`create function refuse_replies() returns trigger language plpgsql as $$
      begin if new.role = 'assistant' then raise exception 'killed'; end if; return new; end $$`.execute(
      app.db,
    );
    await sql`create trigger refuse_replies before insert on assistant_messages
      for each row execute function refuse_replies()`.execute(app.db);
    await expect(chat(key, killed)).rejects.toThrow();
    await sql`drop trigger refuse_replies on assistant_messages`.execute(app.db);
    expect((await getChat(ctx(), 'killed-chat')).messages.map(({ role }) => role)).toEqual([
      'user',
    ]);
    const [one, other] = await Promise.all([chat(key, killed), chat(key, killed)]);
    expect(other.reply?.id).toBe(one.reply?.id);
    expect((await getChat(ctx(), 'killed-chat')).messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
    ]);
  });
});

test('messages of one chat at once have one reply each', async () => {
  const sessionId = newKey();
  const texts = ['no internet', 'how much do I owe', 'hello'];
  const answers = await Promise.all(texts.map((text) => ask(ctx(), text, { sessionId })));
  expect(answers.map(({ message }) => message.content)).toEqual(texts);
  const { messages } = await getChat(ctx(), sessionId);
  expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(3);
  expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(3);
});

describe('a chat', () => {
  test('is handed over by hand once', async () => {
    const { sessionId } = await startChat(ctx(), { customerId: 2 });
    const session = await escalateChat(ctx(), sessionId, { reason: 'Wants a visit' });
    expect(session).toMatchObject({ status: 'escalated', escalationReason: 'Wants a visit' });
    await expect(escalateChat(ctx(), sessionId, {})).rejects.toMatchObject({
      kind: 'conflict',
      message: `This chat was handed to a person before: ${session.ticketNumber}.`,
    });
  });

  test('is handed over to one ticket by two users at once', async () => {
    const { sessionId } = await startChat(ctx(), { customerId: 2 });
    const before = await countRows(app);
    const outcomes = await Promise.allSettled([
      escalateChat(ctx(), sessionId, {}),
      escalateChat(ctx(), sessionId, {}),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await countRows(app)).tickets).toBe(before.tickets + 1);
  });

  test('is rated, rated anew, and not rated', async () => {
    const { sessionId } = await startChat(ctx(), { customerId: 2 });
    expect((await rateChat(ctx(), sessionId, { rating: 5 })).rating).toBe(5);
    expect((await rateChat(ctx(), sessionId, { rating: 2 })).rating).toBe(2);
    expect((await rateChat(ctx(), sessionId, { rating: null })).rating).toBeNull();
  });

  test('is found by customer, status and who began it', async () => {
    const worker = await makeWorker(app, 'support', 'Rose Akech');
    const other = { ...worker, userId: worker.userId + 1 };
    const own = contextOf(app, worker);
    const { sessionId } = await startChat(own, { customerId: 3 });
    const mine = await listChats(own, { mine: true, total: true });
    expect(mine).toMatchObject({ total: 1, rows: [{ sessionId, startedBy: 'Rose Akech' }] });
    const found = await listChats(ctx(), { q: 'customer 3', sort: 'customerName' });
    expect(found.rows.map((row) => row.sessionId)).toEqual([sessionId]);
    const escalated = await listChats(ctx(), { status: 'escalated' });
    expect(escalated.rows.every(({ ticketNumber }) => ticketNumber !== '')).toBe(true);
    expect((await listChats(contextOf(app, other), { mine: true })).rows).toEqual([]);
  });

  test('makes the figures real', async () => {
    const stats = await getAssistantStats(ctx());
    expect(stats.coverage.isSample).toBe(false);
    expect(stats.responseSeconds.isSample).toBe(false);
    expect(stats.resolutionRate.isSample).toBe(false);
    expect(stats.issuesAreSample).toBe(false);
    expect(stats.escalatedChats).toBeGreaterThan(0);
    const stored = await sql<{
      share: number;
    }>`select round(100.0 * (count(*) filter (where is_answered)) / count(*), 1)::float8
      as share from assistant_messages where role = 'assistant' and topic <> 'greeting'`.execute(
      app.db,
    );
    expect(stats.coverage.value).toBe(stored.rows[0]!.share);
  });
});

test('a chat goes with its customer, and stays without its ticket', async () => {
  const { sessionId } = await startChat(ctx(), { customerId: 3 });
  await escalateChat(ctx(), sessionId, {});
  await sql`update tickets set customer_id = null where customer_id = 3`.execute(app.db);
  await sql`delete from customers where id = 3`.execute(app.db);
  await expect(getChat(ctx(), sessionId)).rejects.toMatchObject({ kind: 'notFound' });
});
