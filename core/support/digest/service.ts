import type { Ctx } from '../../context.ts';
import { roleHolds } from '../../identity/permissions.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { newestSeal } from '../../seals/service.ts';
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

/** The daily e-mails to active users with unresolved tickets, with the newest seal to those who may read the audit log; none if they are switched off in the settings. */
export async function digests(ctx: Ctx): Promise<Digest[]> {
  const settings = await storedSettings.read(ctx.db);
  if (!settings.isDigestOn) return [];
  const soon = soonUntil(ctx.now, settings);
  const rows = await findDigestRows(ctx.db, ctx.now, MAX_LISTED);
  const newest = await newestSeal(ctx);
  const users = groupedBy(rows, ({ userId }) => userId);
  return [...users].map(([userId, tickets]) => {
    const { fullName, email, role, total, overdue } = tickets[0]!;
    const seal = roleHolds(role, 'audit.read') ? newest?.copy : undefined;
    const input = { fullName, total, overdue, tickets, seal };
    return { userId, fullName, email, ...digestText(input, ctx.today, ctx.now, soon) };
  });
}
