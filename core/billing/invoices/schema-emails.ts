import { z } from 'zod';
import { emailAddress } from '../../kernel/contact.ts';
import { instant } from '../../kernel/dates.ts';
import { optionalLines } from '../../kernel/text.ts';

/** How many e-mails one user may send within an hour. */
export const EMAILS_AN_HOUR = 30;

/** The e-mail dialog. `to` defaults to the customer's address, `text` to the standard text. */
export const emailForm = z.object({
  to: emailAddress.optional(),
  text: optionalLines('The message', 5000).optional(),
});
export const emailInput = emailForm.optional();
export type EmailInput = z.output<typeof emailForm>;

/** `isSent` is false where no mail server is connected: the e-mail was written to the outbox (decision 84). */
export const emailResult = z.object({
  message: z.string(),
  to: z.string(),
  isSent: z.boolean(),
});
export type EmailResult = z.output<typeof emailResult>;

/** The default content of an invoice e-mail; `to` is the customer's address, which may be empty. */
export const emailDraft = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type EmailDraft = z.output<typeof emailDraft>;

/**
 * 'written': to the outbox and not sent, since no mail server was connected. 'unknown': the server stopped while sending, so
 * it may or may not have been sent.
 */
const emailStatuses = ['sending', 'sent', 'written', 'failed', 'unknown'] as const;

/** One e-mail of an invoice, sent by a user. `error` is the reason why a failed one was not sent. */
export const invoiceEmail = z.object({
  id: z.number(),
  to: z.string(),
  status: z.enum(emailStatuses),
  sentAt: instant,
  sentBy: z.string(),
  error: z.string(),
});
export type InvoiceEmail = z.output<typeof invoiceEmail>;
