import type { Ctx } from '../../context.ts';
import { formatInstant } from '../../kernel/dates.ts';
import { type FactRow, writeOutbox } from '../../records/outbox.ts';
import { findRecipients } from './queries-holders.ts';
import {
  type NoticeKind,
  noticeText,
  type SecurityNotice,
  securityNotice,
} from './rules-notices.ts';

/**
 * Tells a user what happened to the own account (decision 128), in the transaction of the change; the message is queued by a
 * job.
 */
export function tellUser(
  tx: Ctx,
  userId: number,
  what: NoticeKind,
  more: Pick<SecurityNotice, 'userAgent' | 'by' | 'email' | 'phone'> = {},
): Promise<void> {
  const notice = { what, at: tx.now.toISOString(), ip: tx.origin.ip, ...more };
  return writeOutbox(tx, 'user.security', [userId], notice);
}

export interface Notice {
  factId: number;
  userId: number;
  /** '' for a user without an address. */
  email: string;
  /** Instead of the present one of the employee's record. */
  phone?: string | undefined;
  name: string;
  subject: string;
  text: string;
  /** For an SMS. */
  short: string;
}

/** What facts 'user.security' say to active users. */
export async function noticesOf(ctx: Ctx, facts: readonly FactRow[]): Promise<Notice[]> {
  const users = await findRecipients(
    ctx.db,
    facts.map(({ entityId }) => entityId),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  return facts.flatMap(({ id, entityId, data }) => {
    const user = byId.get(entityId);
    if (!user) return [];
    const notice = securityNotice.parse(data);
    const when = formatInstant(new Date(notice.at));
    const words = noticeText(notice, { when, company: ctx.config.company.name });
    const { email = user.email, phone } = notice;
    return [{ factId: id, userId: user.id, email, phone, name: user.fullName, ...words }];
  });
}
