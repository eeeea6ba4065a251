import { breaksRule, invalidField } from '../../kernel/errors.ts';

const MAX_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Checks an end of 'let everybody on': after now, at most seven days from now, with a reason.
 * @throws AppError rule; invalid.
 */
export function assertEverybody(until: Date | null, reason: string, now: Date): void {
  if (until === null) return;
  if (reason === '') invalidField('reason', 'Say why: it is kept in the audit log.');
  if (until.getTime() <= now.getTime())
    breaksRule('access.ended', 'This time has passed. Choose a later one.', {
      until: 'This time has passed.',
    });
  if (until.getTime() > now.getTime() + MAX_DAYS * DAY_MS)
    breaksRule('access.tooLong', 'Everybody can be let on for at most seven days.', {
      until: 'At most seven days from now.',
    });
}
