import { createChatApp } from '@nimule/fixtures/testing/assistant';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultArticles } from '../local/rules-articles.ts';
import {
  activeArticles,
  createArticle,
  deleteArticle,
  getArticle,
  insertDefaultArticles,
  listArticles,
  updateArticle,
} from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createChatApp();
});
afterAll(() => app.close());
const ctx = () => contextOf(app);
const input = { title: 'Change the WiFi name', topic: 'equipment' as const, body: '1. Sign in.' };

describe('the first articles', () => {
  test('are there once, and stay changed and deleted', async () => {
    const { rows } = await listArticles(ctx(), {});
    expect(rows.map(({ title }) => title).sort()).toEqual(
      defaultArticles.map(({ title }) => title).sort(),
    );
    const [first, second] = rows;
    await deleteArticle(ctx(), first!.id);
    await updateArticle(ctx(), second!.id, { version: second!.version, body: 'Ours' });
    expect(await insertDefaultArticles(ctx())).toBe(false);
    expect((await listArticles(ctx(), {})).rows).toHaveLength(rows.length - 1);
    expect((await getArticle(ctx(), second!.id)).body).toBe('Ours');
  });
});

describe('an article', () => {
  test('is added with a line of the audit log, and its title is taken in any case', async () => {
    const made = await createArticle(ctx(), input);
    expect(made).toMatchObject({ ...input, keywords: '', isActive: true, uses: 0, version: 1 });
    await expect(
      createArticle(ctx(), { ...input, title: 'change the wifi NAME' }),
    ).rejects.toMatchObject({
      kind: 'conflict',
      message: 'An article with this title exists already.',
    });
    const { rows } =
      await sql`select action, summary from audit_log where entity = 'assistantArticle' and entity_id =
      ${String(made.id)}`.execute(app.db);
    expect(rows).toEqual([{ action: 'assistantArticle.create', summary: input.title }]);
  });

  test('is changed under its version', async () => {
    const { id, version } = (await listArticles(ctx(), { q: 'wifi name' })).rows[0]!;
    const after = await updateArticle(ctx(), id, { version, isActive: false });
    expect(after).toMatchObject({ isActive: false, version: version + 1 });
    await expect(updateArticle(ctx(), id, { version, body: 'Late' })).rejects.toMatchObject({
      code: 'article.stale',
    });
    expect((await activeArticles(ctx())).map((article) => article.id)).not.toContain(id);
    expect((await listArticles(ctx(), { active: false })).rows.map((row) => row.id)).toEqual([id]);
  });

  test('counts the replies of 90 days that quoted it', async () => {
    const { rows } = await listArticles(ctx(), { active: true });
    const [used, other] = rows;
    await sql`with s as (insert into assistant_sessions (session_id, customer_id, started_at, last_message_at, started_by)
        values ('uses-of-it', 1, ${app.clock()}, ${app.clock()}, 'test') returning id),
      q as (insert into assistant_messages (session_id, role, content, at) select s.id, 'user', 'q' || n, ${app.clock()}::timestamptz
        - case when n = 3 then interval '91 days' else interval '1 day' end from s, generate_series(1, 3) n
        returning id, session_id, at)
      insert into assistant_messages (session_id, role, content, at, replies_to, article_ids)
      select session_id, 'assistant', 'a', at, id, ${JSON.stringify([used!.id])}::jsonb from q`.execute(
      app.db,
    );
    expect((await getArticle(ctx(), used!.id)).uses).toBe(2);
    const sorted = await listArticles(ctx(), { sort: '-uses', topic: used!.topic });
    expect(sorted.rows[0]).toMatchObject({ id: used!.id, uses: 2 });
    expect((await getArticle(ctx(), other!.id)).uses).toBe(0);
    await deleteArticle(ctx(), used!.id);
    await expect(getArticle(ctx(), used!.id)).rejects.toMatchObject({ kind: 'notFound' });
  });
});
