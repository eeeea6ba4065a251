import { type Ctx, transact } from '../../context.ts';
import { claimSetting } from '../../database/settings.ts';
import { actorName } from '../../identity/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { defaultArticles } from '../local/rules-articles.ts';
import type { Article } from '../rules-driver.ts';
import {
  type ArticleFilter,
  type ArticleInput,
  type ArticleRecord,
  type ArticleUpdate,
  article as schema,
} from '../schema.ts';
import * as queries from './queries.ts';

const DAY_MS = 86_400_000;
/** Uses and figures of the assistant are of this time. */
const WINDOW_DAYS = 90;
/** More articles than this are not searched for an answer. */
const MAX_ACTIVE = 1000;

export const windowStart = ({ now }: Ctx) => new Date(now.getTime() - WINDOW_DAYS * DAY_MS);

/** Articles, by title by default, with the replies of the last 90 days that quoted them. */
export function listArticles(ctx: Ctx, filter: ArticleFilter): Promise<Page<ArticleRecord>> {
  return queries.findArticles(ctx.db, filter, windowStart(ctx));
}

/** @throws AppError notFound. */
export async function getArticle(ctx: Ctx, id: number): Promise<ArticleRecord> {
  return (await queries.getArticle(ctx.db, id, windowStart(ctx))) ?? notFound('Article', id);
}

/** The active articles as drivers read them. */
export function activeArticles(ctx: Ctx): Promise<Article[]> {
  return queries.findActiveArticles(ctx.db, MAX_ACTIVE);
}

function auditArticle(
  tx: Ctx,
  action: 'create' | 'update' | 'delete',
  change: { before?: ArticleRecord; after?: ArticleRecord },
): Promise<void> {
  const { id, title } = (change.after ?? change.before)!;
  const line = { entity: 'assistantArticle', entityId: id, summary: title };
  return audit(tx, { action: `assistantArticle.${action}`, ...line, schema, ...change });
}

/** Adds an article, which is quoted from now on unless it is inactive. @throws AppError conflict for a title that is taken. */
export function createArticle(ctx: Ctx, input: ArticleInput): Promise<ArticleRecord> {
  return transact(ctx, async (tx) => {
    const by = actorName(tx.actor);
    const { id } = await queries.articles.insert(tx.db, {
      ...input,
      keywords: input.keywords ?? '',
      isActive: input.isActive ?? true,
      createdAt: tx.now,
      createdBy: by,
      updatedAt: tx.now,
      updatedBy: by,
    });
    const after = await getArticle(tx, id);
    await auditArticle(tx, 'create', { after });
    return after;
  });
}

async function lockArticle(tx: Ctx, id: number): Promise<queries.StoredArticle> {
  return (await queries.articles.lock(tx.db, id)) ?? notFound('Article', id);
}

/** @throws AppError notFound; conflict for an outdated version and for a title that is taken. */
export function updateArticle(
  ctx: Ctx,
  id: number,
  { version, ...changes }: ArticleUpdate,
): Promise<ArticleRecord> {
  return transact(ctx, async (tx) => {
    const stored = await lockArticle(tx, id);
    assertVersion('article', stored.version, version);
    const before = await getArticle(tx, id);
    const noted = { updated_at: tx.now, updated_by: actorName(tx.actor) };
    await queries.articles.update(tx.db, stored, changes, noted);
    const after = await getArticle(tx, id);
    await auditArticle(tx, 'update', { before, after });
    return after;
  });
}

/** Deletes an article; replies that quoted it stay. @throws AppError notFound. */
export function deleteArticle(ctx: Ctx, id: number): Promise<{ removed: true }> {
  return transact(ctx, async (tx) => {
    await lockArticle(tx, id);
    const before = await getArticle(tx, id);
    await queries.articles.remove(tx.db, id);
    await auditArticle(tx, 'delete', { before });
    return { removed: true };
  });
}

/** The setting that says that the first articles were inserted. */
const SEEDED = 'assistantArticles';

/**
 * Inserts the first articles of a new installation, or of one that had no assistant yet: once, so that changed and deleted
 * ones stay as they are. Answers whether it did.
 */
export function insertDefaultArticles(ctx: Ctx): Promise<boolean> {
  return transact(ctx, async (tx) => {
    if (!(await claimSetting(tx.db, SEEDED, 'inserted', tx.now))) return false;
    const by = actorName(tx.actor);
    const made = { createdAt: tx.now, createdBy: by, updatedAt: tx.now, updatedBy: by };
    const rows = defaultArticles.map(({ title, topic, body, keywords }) => ({
      ...{ title, topic: topic as ArticleRecord['topic'], body, keywords },
      ...{ isActive: true, ...made },
    }));
    await queries.insertArticles(tx.db, rows);
    return true;
  });
}
