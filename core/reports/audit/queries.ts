import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import { type AuditFilter, type AuditRow, identityKey } from '../../identity/schema.ts';
import { addDays, startOfDay } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import { numberedKinds } from '../kinds/rules.ts';

/** A record found by a name, and the entity of its audit lines. */
export interface NamedRecord {
  kind: string;
  entity: string;
  entityId: string;
}

/** The records with a name. Invoices of a monthly run share the audit line of the run until they are changed. */
export async function findRecordsNamed(db: Db, name: string): Promise<NamedRecord[]> {
  // Our own numbers are upper case; imported ones are stored as in their file.
  const names = sql`(${name}, ${name.toUpperCase()})`;
  const byNumber = numberedKinds.map(
    ({ kind, table, column }) => sql`
    select ${sql.lit(kind)} as kind, ${sql.lit(kind)} as entity, id::text as "entityId" from ${sql.table(table)}
      where ${sql.ref(column)} in ${names}`,
  );
  const { rows } = await sql<NamedRecord>`
    ${sql.join(byNumber, sql` union all `)}
    union all select 'invoice', 'billingRun', run_id::text from invoices
      where invoice_number in ${names} and run_id is not null
    union all select 'purchaseOrder', 'purchaseOrder', order_id::text from goods_receipts where receipt_id in ${names}
    union all select 'user', 'user', id::text from users where username_key = ${identityKey(name)}`.execute(
    db,
  );
  return rows;
}

/** The user of a username or an e-mail address, in any case; suspended ones too. */
export async function findUserId(db: Db, name: string): Promise<number | undefined> {
  const key = identityKey(name);
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .orderBy(sql`username_key = ${key}`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The filter with the names of it resolved to ids. */
export interface Resolved {
  named: readonly NamedRecord[];
  userId?: number | undefined;
}

function filtered(db: Db, filter: AuditFilter, { named, userId }: Resolved) {
  let query = db.selectFrom('audit_log');
  if (userId !== undefined) query = query.where('actor_id', '=', userId);
  if (filter.since) query = query.where('at', '>=', startOfDay(filter.since));
  if (filter.until) query = query.where('at', '<', startOfDay(addDays(filter.until, 1)));
  const { entity, entityId } = filter;
  if (entityId) {
    query = query.where((eb) =>
      eb.or([
        eb.and({ entity_id: entityId, ...(entity ? { entity } : {}) }),
        ...named.map((record) => eb.and({ entity: record.entity, entity_id: record.entityId })),
      ]),
    );
  } else if (entity) query = query.where('entity', '=', entity);
  if (filter.q) {
    // The expression of the index audit_log_search.
    query = query.where(
      sql<boolean>`lower((actor_name || ' ' || coalesce(actor_username, '') || ' ' || action || ' ' || summary) collate "default") like ${containing(filter.q)}`,
    );
  }
  return query;
}

/** Newest first by default; `id` is the order of insertion. */
const sorts: Sorts<'at'> = {
  keys: { at: 'id' },
  unique: 'id',
  first: { column: 'at', descending: true },
  complete: ['at'],
};

export function findAuditLines(
  db: Db,
  filter: AuditFilter,
  resolved: Resolved,
): Promise<Page<AuditRow>> {
  const query = filtered(db, filter, resolved).select([
    'id',
    'at',
    'actor_kind as actorKind',
    'actor_id as actorId',
    'actor_name as actorName',
    'actor_username as actorUsername',
    'origin',
    'action',
    'entity',
    'entity_id as entityId',
    'summary',
    'before',
    'after',
    'format',
  ]);
  return findPage(query, sorts, filter);
}
