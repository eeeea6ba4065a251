import { z } from 'zod';
import { deviceInWords } from '../factors/rules.ts';

/** What users are told of their own accounts by e-mail or SMS (decisions 128 and 130). */
export const securityNotice = z.object({
  what: z.enum([
    'newDevice',
    'factorAdded',
    'factorRemoved',
    'factorReset',
    'recoveryUsed',
    'passwordReset',
    'emailChanged',
    'phoneChanged',
  ]),
  at: z.string(),
  ip: z.string(),
  userAgent: z.string().optional(),
  by: z.string().optional(),
  /** Where it goes instead of the present address and telephone: those from before they were changed. '' is none. */
  email: z.string().optional(),
  phone: z.string().optional(),
});
export type SecurityNotice = z.output<typeof securityNotice>;
export type NoticeKind = SecurityNotice['what'];

const sentences: Record<NoticeKind, (notice: SecurityNotice) => [subject: string, text: string]> = {
  newDevice: ({ userAgent = '', ip }) => [
    'Sign-in in a new browser',
    `Somebody signed in to your account with ${deviceInWords(userAgent)}${ip ? ` from ${ip}` : ''}, where you had not signed in before.`,
  ],
  factorAdded: () => ['Second factor added', 'A second factor was added to your account.'],
  factorRemoved: () => ['Second factor removed', 'A second factor of your account was removed.'],
  factorReset: ({ by = '' }) => [
    'Second factors removed',
    `${by} removed the second factors of your account. You will be asked to set up a new one.`,
  ],
  recoveryUsed: () => [
    'Recovery code used',
    'Somebody signed in to your account with one of your recovery codes, which cannot be used again.',
  ],
  passwordReset: ({ by = '' }) => [
    'Password reset',
    `${by} gave your account a temporary password.`,
  ],
  emailChanged: ({ by = '' }) => [
    'E-mail address changed',
    `${by} changed the e-mail address of your account. Messages about it go to the new address from now on.`,
  ],
  phoneChanged: ({ by = '' }) => [
    'Telephone changed',
    `${by} changed your telephone number. Messages about your account that are sent by SMS go to the new number from now on.`,
  ],
};

/** The e-mail and the SMS of a notice. `when` is its time in words. */
export function noticeText(
  notice: SecurityNotice,
  { when, company }: { when: string; company: string },
): { subject: string; text: string; short: string } {
  const [subject, sentence] = sentences[notice.what](notice);
  return {
    subject: `${company}: ${subject.toLowerCase()}`,
    text: `${sentence}\n\nWhen: ${when}\n\nIf this was not you, tell an administrator at once and change your password.\n`,
    short: `${company}: ${sentence} ${when}. If this was not you, tell an administrator at once.`,
  };
}
