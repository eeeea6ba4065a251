import { sql } from 'kysely';
import { insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';

/** A message to staff or an auditor, not to a customer. */
export interface StaffMessage {
  /** Unique for its type: the e-mail is queued once. */
  event: string;
  recipient: string;
  name: string;
  subject: string;
  text: string;
  /** What `Sources.attach` makes when it is sent. */
  attachment?: object;
  /** E-mail unless it says SMS. */
  channel?: 'sms';
}

/** Queues the messages of a type that are not queued yet. Returns how many. */
export async function insertStaffMessages(
  db: Db,
  type: 'digest' | 'report' | 'security' | 'seal',
  messages: readonly StaffMessage[],
  at: Date,
  by: string,
): Promise<number> {
  const rows = await insertRows(
    db,
    'messages',
    messages,
    {
      event: ['text', ({ event }) => event],
      type: ['text', () => type],
      channel: ['text', ({ channel = 'email' }) => channel],
      recipient: ['text', ({ recipient }) => recipient],
      name: ['text', ({ name }) => name],
      subject: ['text', ({ subject }) => subject],
      text: ['text', ({ text }) => text],
      attachment: ['jsonb', ({ attachment }) => attachment && JSON.stringify(attachment)],
      status: ['text', () => 'queued'],
      next_at: ['timestamptz', () => at],
      queued_at: ['timestamptz', () => at],
      created_by: ['text', () => by],
    },
    sql`on conflict (type, event, channel) where event is not null do nothing returning id`,
  );
  return rows.length;
}
