import { ask, createChatApp } from '@nimule/fixtures/testing/assistant';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { addTicket } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getTraining, trainAssistant } from './service.ts';
import { learnedWords } from './service-words.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createChatApp();
  await sql`update customers set name = 'Achol Zzhotel', search_text = 'achol zzhotel t2' where id = 2`.execute(
    app.db,
  );
});
afterAll(() => app.close());
const ctx = () => contextOf(app);

async function resolvedTickets(description: string, count: number, resolvedAt = app.clock()) {
  for (let n = 0; n < count; n += 1) {
    const { id } = await addTicket(ctx(), { customerId: 1, description, issueType: 'equipment' });
    await sql`update tickets set status = 'resolved', resolution = 'done', resolved_at = ${resolvedAt} where id = ${id}`.execute(
      app.db,
    );
  }
}

describe('before the first training', () => {
  test('nothing was learned', async () => {
    expect(await getTraining(ctx())).toEqual({ last: null, openQuestions: [] });
  });
});

describe('a training', () => {
  test('learns words of three and more resolved tickets, without names, numbers and addresses', async () => {
    await resolvedTickets(
      'The zumbulator smokes. Call Achol 0911222333 or mail zumba@box.example, serial ZX77Q, zzhotel of customer 1',
      3,
    );
    await resolvedTickets('A quibblefish twice', 2);
    await resolvedTickets('An oldish wobblegate', 3, new Date('2023-01-01T00:00:00Z'));
    await addTicket(ctx(), { description: 'unresolvedword' });
    const { last } = await trainAssistant(ctx());
    const learned = await learnedWords(ctx());
    expect(learned.get('zumbulator')).toEqual(new Map([['equipment', 3]]));
    const words = [...learned.keys()];
    for (const word of [
      'quibblefish',
      'wobblegate',
      'unresolvedword',
      'achol',
      'zzhotel',
      'zumba',
      'zx77q',
      'box',
    ])
      expect(words).not.toContain(word);
    expect(words.filter((word) => /[\d@]/.test(word))).toEqual([]);
    // What the articles name counts at once.
    expect(learned.get('router')?.size).toBeGreaterThan(0);
    expect(last).toMatchObject({ tickets: 5, trainedBy: 'test (shell)' });
    expect(last!.newWords).toBe(last!.words);
    expect(last!.summary).toMatch(/^Read \d+ articles and 5 resolved tickets\. Knows /);
  });

  test('that is made again learns nothing new, and forgets what is no more', async () => {
    expect((await trainAssistant(ctx())).last!.newWords).toBe(0);
    await sql`update tickets set status = 'open', resolved_at = null where description like '%zumbulator%'`.execute(
      app.db,
    );
    await trainAssistant(ctx());
    expect((await learnedWords(ctx())).has('zumbulator')).toBe(false);
  });

  test('made twice at once leaves one index', async () => {
    await Promise.all([trainAssistant(ctx()), trainAssistant(ctx())]);
    const { rows } = await sql<{
      lines: number;
    }>`select count(*)::int as lines from audit_log where action = 'assistant.train'`.execute(
      app.db,
    );
    expect(rows[0]!.lines).toBe(5);
  });

  test('says which questions had no answer, grouped, with their chat', async () => {
    await ask(ctx(), 'Do you sell goats?');
    const { session } = await ask(ctx(), 'do you sell GOATS');
    await ask(ctx(), 'What is the moon made of');
    const { openQuestions, last } = await trainAssistant(ctx());
    expect(openQuestions[0]).toMatchObject({
      question: 'do you sell GOATS',
      count: 2,
      sessionId: session.sessionId,
    });
    expect(openQuestions.map(({ count }) => count)).toEqual([2, 1]);
    expect(last).toMatchObject({ questions: 3, unanswered: 3 });
    expect(last!.summary).toContain('3 of the 3 questions of the last 90 days had no answer');
    app.time.now = new Date(app.time.now.getTime() + 91 * 86_400_000);
    expect((await getTraining(ctx())).openQuestions).toEqual([]);
  });
});
