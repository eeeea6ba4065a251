import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { allOf, type DetailedList, findDetailed, type Sorts } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import { searchKey } from '../../kernel/text.ts';
import type { Article } from '../rules-driver.ts';
import type { ArticleFilter, ArticleRecord } from '../schema.ts';

/** An article as it is stored, without its uses. */
export interface StoredArticle extends Omit<ArticleRecord, 'uses'> {
  createdAt: Date;
  createdBy: string;
}

export const articles = defineRecord<'assistant_articles', StoredArticle>(
  'assistant_articles',
  {
    id: 'id bigint',
    title: 'title text',
    topic: 'topic text',
    body: 'body text',
    keywords: 'keywords text',
    isActive: 'is_active boolean',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    updatedAt: 'updated_at timestamptz',
    updatedBy: 'updated_by text',
    version: 'version int',
  },
  { derived: { title_key: ['text', ({ title }) => searchKey(title)] } },
);

/** Articles that replies since an instant quoted, with their number: one pass over the messages, not one for each article. */
function usedSince(since: Date): RawBuilder<unknown> {
  return sql`(select k.id::bigint as id, count(*)::int as uses
    from assistant_messages m cross join lateral jsonb_array_elements_text(m.article_ids) k (id)
    where m.at >= ${since} and m.article_ids <> '[]' group by 1)`;
}

const uses = sql<number>`coalesce(u.uses, 0)`;

type SortColumn = 'title' | 'topic' | 'uses' | 'updatedAt';

const sorts: Sorts<SortColumn> = {
  keys: { title: 'a.title_key', topic: 'a.topic', uses, updatedAt: 'a.updated_at' },
  unique: 'a.id',
  first: { column: 'title', descending: false },
};

function listSince(since: Date): DetailedList<ArticleRecord, SortColumn> {
  return {
    table: 'assistant_articles',
    alias: 'a',
    columns: sql<ArticleRecord>`${articles.listText('a')}, ${uses} as uses`,
    joins: sql`left join ${usedSince(since)} u on u.id = a.id`,
    sorts,
  };
}

/** One page of articles, by title by default; searched in title, keywords and text. */
export function findArticles(
  db: Db,
  { topic, active, q, ...filter }: ArticleFilter,
  since: Date,
): Promise<Page<ArticleRecord>> {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (topic) conditions.push(sql`a.topic = ${topic}`);
  if (active !== undefined) conditions.push(sql`a.is_active = ${active}`);
  if (q)
    conditions.push(
      sql`(a.title_key like ${containing(q)} or lower(a.keywords || ' ' || a.body) like ${containing(q)})`,
    );
  const all = db.selectFrom('assistant_articles as a').where(allOf(conditions));
  const found = filter.sort?.endsWith('uses')
    ? (all.leftJoin(
        sql<{ id: number }>`${usedSince(since)}`.as('u'),
        'u.id',
        'a.id',
      ) as unknown as typeof all)
    : all;
  return findDetailed(db, listSince(since), found.selectAll('a'), filter);
}

export async function getArticle(
  db: Db,
  id: number,
  since: Date,
): Promise<ArticleRecord | undefined> {
  const { rows } = await sql<ArticleRecord>`select ${articles.listText('a')}, ${uses} as uses
    from ${byKey('assistant_articles', 'id', sql`${id}`)} a left join ${usedSince(since)} u on u.id = a.id`.execute(
    db,
  );
  return rows[0];
}

/** What a driver reads: the active articles, at most `limit`. */
export function findActiveArticles(db: Db, limit: number): Promise<Article[]> {
  return db
    .selectFrom('assistant_articles')
    .select(['id', 'title', 'topic', 'body', 'keywords'])
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute() as Promise<Article[]>;
}

export async function countActiveArticles(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('assistant_articles')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts articles whose titles are not taken. */
export async function insertArticles(
  db: Db,
  rows: readonly Omit<StoredArticle, 'id' | 'version'>[],
): Promise<void> {
  const taken = await db.selectFrom('assistant_articles').select('title_key').execute();
  const keys = new Set(taken.map(({ title_key }) => title_key));
  const fresh = rows.filter(({ title }) => !keys.has(searchKey(title)));
  if (fresh.length > 0) await articles.insertMany(db, fresh);
}
