import { sql } from 'kysely';
import { insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';

export interface DigestMessage {
  /** Unique: once for a user and day. */
  event: string;
  recipient: string;
  name: string;
  subject: string;
  text: string;
}

/** Queues the daily e-mails that are not queued yet. Returns how many. */
export async function insertDigests(
  db: Db,
  digests: readonly DigestMessage[],
  at: Date,
  by: string,
): Promise<number> {
  const rows = await insertRows(
    db,
    'messages',
    digests,
    {
      event: ['text', ({ event }) => event],
      type: ['text', () => 'digest'],
      channel: ['text', () => 'email'],
      recipient: ['text', ({ recipient }) => recipient],
      name: ['text', ({ name }) => name],
      subject: ['text', ({ subject }) => subject],
      text: ['text', ({ text }) => text],
      status: ['text', () => 'queued'],
      next_at: ['timestamptz', () => at],
      queued_at: ['timestamptz', () => at],
      created_by: ['text', () => by],
    },
    sql`on conflict (type, event, channel) where event is not null do nothing returning id`,
  );
  return rows.length;
}
