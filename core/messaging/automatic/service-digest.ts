import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { recipientsWith } from '../../identity/users/service-holders.ts';
import { formatInstant } from '../../kernel/dates.ts';
import { unusualYesterday } from '../../reports/unusual/service.ts';
import { type Digest, digests } from '../../support/digest/service.ts';
import { escapeTemplate } from '../texts/rules-templates.ts';
import { insertStaffMessages } from './queries-digest.ts';
import { findRestoredDay } from './queries-types.ts';

/** The paragraph of what happened yesterday and seldom does; undefined on most days. */
async function unusualText(tx: Ctx): Promise<string | undefined> {
  const found = await unusualYesterday(tx);
  if (found.length === 0) return undefined;
  const { publicUrl } = tx.config;
  return [
    'Unusual yesterday:',
    '',
    ...found.map(({ at, text }) => `- ${formatInstant(at)}: ${text}`),
    ...(publicUrl === undefined ? [] : ['', `The overview leads to each: ${publicUrl}/dashboard`]),
  ].join('\n');
}

/**
 * The daily lists of tickets, those of users who may read the audit log with what was unusual yesterday (decision 130), which
 * they are told without tickets too.
 */
async function dailyLists(tx: Ctx): Promise<Digest[]> {
  const lists = await digests(tx);
  const unusual = await unusualText(tx);
  if (unusual === undefined) return lists;
  const readers = await recipientsWith(tx, 'audit.read');
  const isReader = new Set(readers.map(({ userId }) => userId));
  const withTickets = new Set(lists.map(({ userId }) => userId));
  return [
    ...lists.map((list) =>
      isReader.has(list.userId) ? { ...list, text: `${list.text}\n\n${unusual}` } : list,
    ),
    ...readers
      .filter(({ userId }) => !withTickets.has(userId))
      .map((reader) => ({
        ...reader,
        subject: 'Unusual things of yesterday',
        text: `Good morning ${reader.fullName},\n\n${unusual}`,
      })),
  ];
}

/**
 * Queues the daily e-mail to each user with unresolved tickets, and of what was unusual to those who may read the audit log, once for a user and day; not on the day of a restore,
 * since those of that day may have been sent before it (decision 38). Returns a line for the log of jobs.
 */
export async function queueDigests(ctx: Ctx): Promise<string> {
  return transact(ctx, async (tx) => {
    const restored = await findRestoredDay(tx.db);
    if (restored && restored >= tx.today) return 'Nothing: the data were restored today';
    const found = await dailyLists(tx);
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
