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
    'codesEnded',
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
  codesEnded: () => [
    'Recovery codes ended',
    'All data were restored from a backup, so your recovery codes cannot be used any more. Make new ones under Sign-in and devices.',
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

/** Nobody did this to the account alone. */
const OF_ALL: readonly NoticeKind[] = ['codesEnded'];

/** The e-mail and the SMS of a notice. `when` is its time in words. */
export function noticeText(
  notice: SecurityNotice,
  { when, company }: { when: string; company: string },
): { subject: string; text: string; short: string } {
  const [subject, sentence] = sentences[notice.what](notice);
  const told = `${sentence}\n\nWhen: ${when}\n`;
  const short = `${company}: ${sentence} ${when}.`;
  const isOfAll = OF_ALL.includes(notice.what);
  const doubt = 'If this was not you, tell an administrator at once';
  return {
    subject: `${company}: ${subject.toLowerCase()}`,
    text: isOfAll ? told : `${told}\n${doubt} and change your password.\n`,
    short: isOfAll ? short : `${short} ${doubt}.`,
  };
}
