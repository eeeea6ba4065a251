import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Role } from '../../identity/roles.ts';
import { isUnresolved, nextDue } from '../queries.ts';
import type { DigestLine } from './rules.ts';

export interface DigestRow extends DigestLine {
  userId: number;
  fullName: string;
  email: string;
  role: Role;
  /** Of all the user's unresolved tickets. */
  total: number;
  overdue: number;
}

/** The unresolved tickets of active users with an e-mail address, at most `limit` of each, the next due ones first. */
export async function findDigestRows(db: Db, now: Date, limit: number): Promise<DigestRow[]> {
  const { rows } = await sql<DigestRow>`
    select * from (
      select u.id as "userId", u.full_name as "fullName", u.email, u.role, t.ticket_id as "ticketId", t.title, t.priority, t.status,
        t.first_response_at as "firstResponseAt", t.response_due_at as "responseDueAt", t.resolution_due_at as "resolutionDueAt",
        coalesce(c.name, '') as "customerName", t.visit_date as "visitDate", t.visit_place as "visitPlace",
        t.completed_at is not null as "isCompleted",
        count(*) over (partition by u.id)::int as total,
        (count(*) filter (where ${nextDue} < ${now}) over (partition by u.id))::int as overdue,
        row_number() over (partition by u.id order by ${nextDue} nulls last, t.id) as place
      from tickets t join users u on u.id = t.assigned_to left join customers c on c.id = t.customer_id
      where ${isUnresolved} and u.is_active and u.email <> '') d
    where d.place <= ${limit} order by d."userId", d.place`.execute(db);
  return rows;
}
