import { sql } from 'kysely';
import { insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { InvoiceEmail } from './schema-emails.ts';

/** Advisory lock family of e-mail senders; different from those of sign-in (identity/sessions/queries-attempts). */
const SENDER_LOCKS = 4_153;

/** Serialises counting and starting e-mails per sender, across processes, until the transaction ends. */
export async function lockSender(db: Db, sender: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SENDER_LOCKS}::int, hashtext(${sender}))`.execute(db);
}

/** The start times of a sender's e-mails since an instant, newest first, without failed ones. */
export async function findSentSince(
  db: Db,
  sender: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('invoice_emails')
    .select('requested_at as at')
    .where('sender', '=', sender)
    .where('requested_at', '>', since)
    .where('status', '<>', 'failed')
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at }) => at);
}

interface NewEmail {
  invoiceId: number;
  to: string;
  at: Date;
  sender: string;
  sentBy: string;
}

export async function insertEmail(
  db: Db,
  { invoiceId, to, at, sender, sentBy }: NewEmail,
): Promise<number> {
  const { id } = await db
    .insertInto('invoice_emails')
    .values({
      invoice_id: invoiceId,
      recipient: to,
      status: 'sending',
      requested_at: at,
      sender,
      sent_by: sentBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An e-mail that another part of the program has sent; 'sending' where the answer of the mail server was lost. */
export interface SentEmail {
  invoiceId: number;
  to: string;
  status: 'sending' | 'sent' | 'written';
  sentBy: string;
}

/** Stores e-mails that were sent, in one statement. */
export async function insertSentEmails(
  db: Db,
  rows: readonly SentEmail[],
  sender: string,
  at: Date,
): Promise<void> {
  await insertRows(db, 'invoice_emails', rows, {
    invoice_id: ['bigint', ({ invoiceId }) => invoiceId],
    recipient: ['text', ({ to }) => to],
    status: ['text', ({ status }) => status],
    requested_at: ['timestamptz', () => at],
    settled_at: ['timestamptz', ({ status }) => (status === 'sending' ? null : at)],
    sender: ['text', () => sender],
    sent_by: ['text', ({ sentBy }) => sentBy],
  });
}

export async function settleEmail(
  db: Db,
  id: number,
  { status, at, error }: { status: 'sent' | 'written' | 'failed'; at: Date; error: string },
): Promise<void> {
  await db
    .updateTable('invoice_emails')
    .set({ status, settled_at: at, error })
    .where('id', '=', id)
    .execute();
}

/** An invoice's latest e-mails, newest first. One still 'sending' from before `heartbeatCutoff` is 'unknown'. */
export function findEmails(
  db: Db,
  invoiceId: number,
  heartbeatCutoff: Date,
  limit: number,
): Promise<InvoiceEmail[]> {
  const status = sql<InvoiceEmail['status']>`
    case when status = 'sending' and requested_at < ${heartbeatCutoff} then 'unknown' else status end`;
  return db
    .selectFrom('invoice_emails')
    .select(['id', 'recipient as to', 'requested_at as sentAt', 'sent_by as sentBy', 'error'])
    .select(status.as('status'))
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
