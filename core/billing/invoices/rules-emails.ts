import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import { EMAILS_AN_HOUR } from './schema-emails.ts';

/** How far back e-mails count for the limit. */
export const EMAIL_WINDOW_MS = 60 * 60_000;

interface LetterFacts {
  invoiceId: string;
  customerName: string;
  amountUsd: Cents;
  amountSsp: Cents;
  openUsd: Cents;
  dueDate: IsoDate;
  company: { name: string; phone: string; paymentInstructions: string[]; showsSsp: boolean };
}

/** Subject and text of the e-mail that brings an invoice. Amounts in US and SSP cents. */
export function invoiceLetter(facts: LetterFacts): { subject: string; text: string } {
  const { invoiceId, amountUsd, amountSsp, openUsd, dueDate, company } = facts;
  const inPounds = company.showsSsp ? ` (${formatSsp(amountSsp)})` : '';
  const isOpen = openUsd > 0;
  const instructions = isOpen ? [...company.paymentInstructions, ''] : [];
  return {
    subject: `Invoice ${invoiceId} from ${company.name}`,
    text: [
      `Dear ${facts.customerName},`,
      '',
      `please find attached invoice ${invoiceId} for ${formatUsd(amountUsd)}${inPounds}.`,
      isOpen
        ? `${formatUsd(openUsd)} is due on ${formatDate(dueDate)}.`
        : 'It is paid in full. Thank you.',
      '',
      ...instructions,
      company.name,
      company.phone,
    ].join('\n'),
  };
}

/** Whether two addresses are one mailbox: nobody tells mailboxes apart by the case of their letters. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * The seconds until a user may send the next e-mail, 0 for now.
 * @param sentAt when the user sent within the last hour, newest first.
 */
export function secondsToNextEmail(sentAt: readonly Date[], now: Date): number {
  const oldest = sentAt[EMAILS_AN_HOUR - 1];
  if (!oldest) return 0;
  return Math.max(0, Math.ceil((oldest.getTime() + EMAIL_WINDOW_MS - now.getTime()) / 1000));
}
