import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { containing } from '../database/like.ts';
import { limitOf, type Page } from '../kernel/paging.ts';
import type { AuditFilter, AuditRow } from './schema.ts';

function filtered(db: Db, filter: AuditFilter) {
  let query = db.selectFrom('audit_log');
  if (filter.entity) query = query.where('entity', '=', filter.entity);
  if (filter.entityId) query = query.where('entity_id', '=', filter.entityId);
  if (filter.q) {
    // The expression of the index audit_log_search.
    query = query.where(
      sql<boolean>`lower((actor_name || ' ' || action || ' ' || summary) collate "default") like ${containing(filter.q)}`,
    );
  }
  return query;
}

/** Newest first, unless the oldest are asked for; `id` follows the order of writing. */
export async function findAuditLines(
  db: Db,
  filter: AuditFilter,
  oldestFirst: boolean,
): Promise<Page<AuditRow>> {
  const query = filtered(db, filter);
  const { limit, offset } = limitOf(filter);
  const rows = await query
    .select([
      'id',
      'at',
      'actor_kind as actorKind',
      'actor_name as actorName',
      'origin',
      'action',
      'entity',
      'entity_id as entityId',
      'summary',
      'before',
      'after',
    ])
    .orderBy('id', oldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  if (!filter.total) return { rows };
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: count };
}
