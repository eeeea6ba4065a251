import { refusalTexts } from '@nimule/core/access/rules-words';
import type { AccessAccount } from '@nimule/core/access/schema';
import type { ClosedSession, OpenSession, Refusal } from '@nimule/core/access/schema-sessions';
import { formatInstant } from '@nimule/core/kernel/dates';
import { causeText } from './access-words.ts';

interface Facts {
  accounts: readonly AccessAccount[];
  /** Whether suspensions are applied now. */
  isApplied: boolean;
  open: OpenSession | undefined;
  refusal: Refusal | undefined;
  last: ClosedSession | undefined;
}

function refusalText({ username, reason, lastAt, routerName, count }: Refusal): string {
  const times = count > 1 ? ` (${count} times within an hour)` : '';
  return `Router ${routerName} refused ${username} on ${formatInstant(lastAt)}: ${refusalTexts[reason]}${times}.`;
}

function endText({ username, endedAt, routerName, cause }: ClosedSession): string {
  return `The last session of ${username} ended on ${formatInstant(endedAt)} at router ${routerName}: ${causeText(cause)}.`;
}

function decidedText(accounts: readonly AccessAccount[], isApplied: boolean): string | undefined {
  const stopped = accounts.filter(({ access }) => access !== 'on');
  const [first] = stopped;
  if (!first || stopped.length < accounts.length) return undefined;
  if (!isApplied) return undefined;
  if (first.reason === 'blocked') return 'The account is blocked.';
  if (first.reason === 'inactive') return 'The customer is Inactive: every sign-in is refused.';
  return first.access === 'garden'
    ? 'The customer is suspended: a sign-in reaches the payment page only.'
    : 'The customer is suspended: every sign-in is refused.';
}

/**
 * Why a customer is not online, in sentences: what has been decided, then the newer of the last refusal and the last end of a
 * session. Undefined while a session is open.
 */
export function whyOffline(facts: Facts): readonly string[] | undefined {
  const { accounts, isApplied, open, refusal, last } = facts;
  if (open) return undefined;
  const isRefusalNewer = refusal && (!last || refusal.lastAt >= last.endedAt);
  const event = isRefusalNewer ? refusalText(refusal) : last && endText(last);
  const said = [decidedText(accounts, isApplied), event].filter((text) => text !== undefined);
  return said.length > 0 ? said : ['No router has reported a sign-in yet.'];
}
