import {
  ask,
  connectModel,
  createModelApp,
  newKey,
  withKey,
} from '@nimule/fixtures/testing/assistant';
import { recordStatements } from '@nimule/fixtures/testing/databases/statements';
import type { ModelStub } from '@nimule/fixtures/testing/servers/model-stub';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chat } from '../sessions/service-chat.ts';
import { getAssistantStats } from '../stats/service.ts';

let app: TestApp;
let stub: ModelStub;
const logged: unknown[][] = [];
beforeAll(async () => {
  ({ app, stub } = await createModelApp());
  const keep = (...line: unknown[]) => void logged.push(line);
  app.log = { info: keep, warn: keep, error: keep };
});
afterAll(async () => {
  await app.close();
  await stub.close();
});
beforeEach(() => {
  stub.asked.length = 0;
  stub.answer = () => ({ text: STEP });
  connectModel(app, stub);
});
const ctx = () => contextOf(app);
const QUESTION = 'my internet is not working';
/** Of an article. */
const STEP = 'Switch the router off, wait 30 seconds, and switch it on again.';

test('while the model is awaited, no transaction is open and nothing is locked', async () => {
  const sessionId = newKey();
  let open: number | undefined;
  stub.answer = async () => {
    // On the embedded database, which has one connection, an open transaction would let this wait in vain.
    await app.db.transaction().execute(async (db) => {
      await sql`select from customers where id = 1 for update nowait`.execute(db);
      await sql`select from assistant_sessions where session_id = ${sessionId} for update nowait`.execute(
        db,
      );
      const { rows } = await sql<{
        open: number;
      }>`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
          and backend_type = 'client backend'`.execute(db);
      open = rows[0]!.open;
    });
    return { text: STEP };
  };
  const { reply } = await ask(ctx(), QUESTION, { sessionId });
  expect([reply.driver, open]).toEqual(['model', 0]);
});

test('two requests at once with one key ask the model once', async () => {
  // The model answers when the second request has asked whether the first has its reply.
  const noted = recordStatements(app.pool);
  let looks = 0;
  stub.answer = async () => {
    await expect
      .poll(() => {
        looks += noted.take().filter(({ text }) => text.includes('r.replies_to = m.id')).length;
        return looks;
      })
      .toBeGreaterThan(1);
    return { text: STEP };
  };
  const key = withKey(ctx(), 'model-twice');
  const input = { customerId: 1, sessionId: newKey(), message: QUESTION };
  const [one, other] = await Promise.all([chat(key, input), chat(key, input)]);
  expect(other).toEqual(one);
  expect(one.session.messageCount).toBe(2);
  expect(stub.asked).toHaveLength(1);
});

test('a chat that was killed while the model answered is answered once when it is repeated', async () => {
  const key = withKey(ctx(), 'model-killed');
  const input = { customerId: 1, sessionId: newKey(), message: QUESTION };
  await sql`create function refuse_replies() returns trigger language plpgsql as $$
    begin if new.role = 'assistant' then raise exception 'killed'; end if; return new; end $$`.execute(
    app.db,
  );
  await sql`create trigger refuse_replies before insert on assistant_messages
    for each row execute function refuse_replies()`.execute(app.db);
  await expect(chat(key, input)).rejects.toThrow();
  await sql`drop trigger refuse_replies on assistant_messages`.execute(app.db);
  // After the time that a model may take, so that nobody waits for the one that was killed.
  app.time.now = new Date(app.time.now.getTime() + 30_000);
  const again = withKey(ctx(), 'model-killed');
  const [one, other] = await Promise.all([chat(again, input), chat(again, input)]);
  expect(one.reply).toMatchObject({ driver: 'model', id: other.reply?.id });
  expect(one.session.messageCount).toBe(2);
  expect((await chat(again, input)).reply?.id).toBe(one.reply?.id);
});

test('the key of the model is in no log, audit line, message or error', async () => {
  const { apiKey } = stub.settings;
  for (const answer of [
    { status: 401 },
    { status: 500 },
    { text: `The key is ${apiKey}` },
    { body: `{"error":"${apiKey}"` },
    'drop',
    'hang',
  ] as const) {
    stub.answer = () => answer;
    // One that hangs is not waited for as long as in the program.
    connectModel(app, stub, answer === 'hang' ? 50 : undefined);
    const outcome = await ask(ctx(), QUESTION);
    expect(outcome.reply.driver).toBe('fallback');
    expect(JSON.stringify(outcome)).not.toContain(apiKey);
  }
  await ask(ctx(), 'I want to talk to a person');
  expect(logged.length).toBeGreaterThan(4);
  const lines = logged.map((line) =>
    JSON.stringify(line, (_key, value) => (value instanceof Error ? String(value.stack) : value)),
  );
  const { rows } = await sql<{ text: string }>`select a::text as text from audit_log a
    union all select m::text from assistant_messages m union all select t::text from tickets t`.execute(
    app.db,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const text of [...lines, ...rows.map(({ text }) => text)])
    expect(text).not.toContain(apiKey);
  // Nor what the customer asked.
  for (const line of lines) expect(line).not.toContain(QUESTION);
});

describe('the budget of a day', () => {
  test('ends at midnight in Juba, and not at that of UTC', async () => {
    app.config = { ...app.config, assistant: { ...app.config.assistant, dailyRequests: 1 } };
    const driverAt = async (iso: string) => {
      app.time.set(iso);
      return (await ask(ctx(), QUESTION)).reply.driver;
    };
    // 23:58, 23:59, 00:01, 01:59 and 02:01 in Juba.
    expect(await driverAt('2026-12-01T21:58:00Z')).toBe('model');
    expect(await driverAt('2026-12-01T21:59:00Z')).toBe('fallback');
    expect(await driverAt('2026-12-01T22:01:00Z')).toBe('model');
    expect((await getAssistantStats(ctx())).requestsLeft).toBe(0);
    expect(await driverAt('2026-12-01T23:59:00Z')).toBe('fallback');
    expect(await driverAt('2026-12-02T00:01:00Z')).toBe('fallback');
    const { rows } = await sql<{ day: string; requests: number }>`select day::text, requests
      from assistant_usage where day >= '2026-12-01' order by day`.execute(app.db);
    expect(rows).toEqual([
      { day: '2026-12-01', requests: 1 },
      { day: '2026-12-02', requests: 1 },
    ]);
  });
});
