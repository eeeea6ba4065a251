import type { Ctx } from '../../context.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { soonUntil } from '../rules-targets.ts';
import { storedSettings } from '../service-settings.ts';
import { findDigestRows } from './queries.ts';
import { digestText } from './rules.ts';

/** Tickets that an e-mail lists; the rest are counted. */
const MAX_LISTED = 30;

export interface Digest {
  userId: number;
  fullName: string;
  email: string;
  subject: string;
  text: string;
}

/** The daily e-mails to active users with unresolved tickets; none if they are switched off in the settings. */
export async function digests(ctx: Ctx): Promise<Digest[]> {
  const settings = await storedSettings.read(ctx.db);
  if (!settings.isDigestOn) return [];
  const soon = soonUntil(ctx.now, settings);
  const rows = await findDigestRows(ctx.db, ctx.now, MAX_LISTED);
  const users = groupedBy(rows, ({ userId }) => userId);
  return [...users].map(([userId, tickets]) => {
    const { fullName, email, total, overdue } = tickets[0]!;
    const input = { fullName, total, overdue, tickets };
    return { userId, fullName, email, ...digestText(input, ctx.today, ctx.now, soon) };
  });
}
