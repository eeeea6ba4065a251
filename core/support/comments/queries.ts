import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { TicketComment } from '../schema.ts';

const columns = [
  'id',
  'is_internal as isInternal',
  'body',
  'created_at as createdAt',
  'created_by as createdBy',
] as const;

export interface NewComment {
  ticketId: number;
  isInternal: boolean;
  body: string;
  at: Date;
  by: string;
}

export function insertComment(db: Db, comment: NewComment): Promise<TicketComment> {
  return db
    .insertInto('ticket_comments')
    .values({
      ticket_id: comment.ticketId,
      is_internal: comment.isInternal,
      body: comment.body,
      created_at: comment.at,
      created_by: comment.by,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The last `limit` comments on a ticket and on those that were merged into it, oldest first. */
export async function findComments(db: Db, id: number, limit: number): Promise<TicketComment[]> {
  const rows = await db
    .selectFrom('ticket_comments')
    .select(columns)
    .where(
      sql<boolean>`ticket_id in (select ${id}::bigint union all select id from tickets where merged_into_id = ${id})`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

export interface MergedTicket {
  id: number;
  ticketId: string;
  title: string;
}

/** The tickets that were merged into one. */
export function findMerged(db: Db, id: number): Promise<MergedTicket[]> {
  return db
    .selectFrom('tickets')
    .select(['id', 'ticket_id as ticketId', 'title'])
    .where('merged_into_id', '=', id)
    .orderBy('id')
    .execute();
}

/** Those that were merged into `from` belong to `into` now, so that every merged ticket names the one that stays. */
export async function moveMerged(db: Db, from: number, into: number): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ merged_into_id: into })
    .where('merged_into_id', '=', from)
    .execute();
}
