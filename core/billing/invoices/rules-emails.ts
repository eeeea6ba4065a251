import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import { POUNDS_COUNT } from '../../rates/rules.ts';
import { EMAILS_AN_HOUR } from './schema-emails.ts';

/** The time window of the e-mail limit. */
export const EMAIL_WINDOW_MS = 60 * 60_000;

interface EmailFacts {
  invoiceId: string;
  customerName: string;
  amountUsd: Cents;
  amountSsp: Cents;
  openUsd: Cents;
  /** What settles it today, at today's rate. */
  openSsp: Cents;
  todaysRate: Cents;
  /** Today. */
  on: IsoDate;
  dueDate: IsoDate;
  company: { name: string; phone: string; paymentInstructions: string[]; showsSsp: boolean };
}

/** Subject and text of an invoice e-mail. Amounts in US and SSP cents. */
export function invoiceEmailText(facts: EmailFacts): { subject: string; text: string } {
  const { invoiceId, amountUsd, amountSsp, openUsd, dueDate, company } = facts;
  const isOpen = openUsd > 0;
  // Of an open invoice only what settles it today is told in pounds (decision 49).
  const paidPounds = company.showsSsp && !isOpen ? ` (${formatSsp(amountSsp)})` : '';
  const instructions = isOpen ? [...company.paymentInstructions, ''] : [];
  return {
    subject: `Invoice ${invoiceId} from ${company.name}`,
    text: [
      `Dear ${facts.customerName},`,
      '',
      `please find attached invoice ${invoiceId} for ${formatUsd(amountUsd)}${paidPounds}.`,
      isOpen
        ? `${formatUsd(openUsd)} is due on ${formatDate(dueDate)}.${poundsOf(facts)}`
        : 'It is paid in full. Thank you.',
      '',
      ...instructions,
      company.name,
      company.phone,
    ].join('\n'),
  };
}

function poundsOf({ openSsp, todaysRate, on, company }: EmailFacts): string {
  if (!company.showsSsp) return '';
  return `\nIn pounds: ${formatSsp(openSsp)} if paid on ${formatDate(on)} (1 USD = ${formatSsp(todaysRate)}). ${POUNDS_COUNT}`;
}

/** Whether two addresses are the same mailbox, ignoring case. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * Seconds until a user may send the next e-mail; 0 if allowed now.
 * @param sentAt send times of the user within the last hour, newest first.
 */
export function secondsToNextEmail(sentAt: readonly Date[], now: Date): number {
  const oldest = sentAt[EMAILS_AN_HOUR - 1];
  if (!oldest) return 0;
  return Math.max(0, Math.ceil((oldest.getTime() + EMAIL_WINDOW_MS - now.getTime()) / 1000));
}
