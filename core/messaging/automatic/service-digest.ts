import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { digests } from '../../support/digest/service.ts';
import { escapeTemplate } from '../texts/rules-templates.ts';
import { insertStaffMessages } from './queries-digest.ts';
import { findRestoredDay } from './queries-types.ts';

/**
 * Queues the daily e-mail to each user with unresolved tickets, once for a user and day; not on the day of a restore,
 * since those of that day may have been sent before it (decision 38). Returns a line for the log of jobs.
 */
export async function queueDigests(ctx: Ctx): Promise<string> {
  return transact(ctx, async (tx) => {
    const restored = await findRestoredDay(tx.db);
    if (restored && restored >= tx.today) return 'Nothing: the data were restored today';
    const found = await digests(tx);
    const rows = found.map(({ userId, fullName, email, subject, text }) => ({
      event: `user ${userId} on ${tx.today}`,
      recipient: email,
      name: fullName,
      subject: escapeTemplate(subject),
      text: escapeTemplate(text),
    }));
    return `${await insertStaffMessages(tx.db, 'digest', rows, tx.now, actorName(tx.actor))} e-mails queued`;
  });
}
