import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { InvoiceEmail } from './schema-emails.ts';

/** The advisory locks of those who send e-mails, apart from those of sign-in (identity/sessions/queries-attempts). */
const SENDER_LOCKS = 4_103;

/** Lets one e-mail of a sender at a time be counted and begun, in all processes, until the transaction ends. */
export async function lockSender(db: Db, sender: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SENDER_LOCKS}::int, hashtext(${sender}))`.execute(db);
}

/** When a sender's latest e-mails since an instant were begun, newest first; failed ones were not sent. */
export async function findSentSince(
  db: Db,
  sender: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select requested_at as at from invoice_emails
    where sender = ${sender} and requested_at > ${since} and status <> 'failed'
    order by requested_at desc limit ${limit}`.execute(db);
  return rows.map(({ at }) => at);
}

export interface NewEmail {
  invoiceId: number;
  to: string;
  at: Date;
  sender: string;
  sentBy: string;
}

export async function insertEmail(db: Db, email: NewEmail): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into invoice_emails (invoice_id, recipient, status, requested_at, sender, sent_by)
    values (${email.invoiceId}, ${email.to}, 'sending', ${email.at}, ${email.sender}, ${email.sentBy})
    returning id`.execute(db);
  return rows[0]!.id;
}

export async function settleEmail(
  db: Db,
  id: number,
  outcome: { status: 'sent' | 'failed'; at: Date; error: string },
): Promise<void> {
  await sql`
    update invoice_emails set status = ${outcome.status}, settled_at = ${outcome.at}, error = ${outcome.error}
    where id = ${id}`.execute(db);
}

/** An invoice's latest e-mails, newest first. One that is not settled since `silentSince` was cut off. */
export async function findEmails(
  db: Db,
  invoiceId: number,
  silentSince: Date,
  limit: number,
): Promise<InvoiceEmail[]> {
  const { rows } = await sql<InvoiceEmail>`
    select id, recipient as "to", requested_at as "sentAt", sent_by as "sentBy", error,
      case when status = 'sending' and requested_at < ${silentSince} then 'unknown' else status end as status
    from invoice_emails where invoice_id = ${invoiceId} order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
