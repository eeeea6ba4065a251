import { z } from 'zod';
import { emailAddress } from '../../kernel/contact.ts';
import { instant } from '../../kernel/dates.ts';
import { optionalLines } from '../../kernel/text.ts';

/** What one user may send by hand within an hour. */
export const EMAILS_AN_HOUR = 30;

/** The dialog. Without an address it goes to the customer's own, without a text it bears the usual one. */
export const emailForm = z.object({
  to: emailAddress.optional(),
  text: optionalLines('The message', 5000).optional(),
});
export const emailInput = emailForm.optional();
export type EmailInput = z.output<typeof emailForm>;

export const emailResult = z.object({ message: z.string(), to: z.string() });
export type EmailResult = z.output<typeof emailResult>;

/** What an e-mail says where nothing else is asked for; `to` is the customer's own address, which may be empty. */
export const emailDraft = z.object({ to: z.string(), subject: z.string(), text: z.string() });
export type EmailDraft = z.output<typeof emailDraft>;

/** 'unknown': it was being sent when the server was stopped, and nobody knows whether it went. */
export const emailStatuses = ['sending', 'sent', 'failed', 'unknown'] as const;

/** One e-mail of an invoice, sent by hand. `error` says why a failed one was not sent. */
export const invoiceEmail = z.object({
  id: z.number(),
  to: z.string(),
  status: z.enum(emailStatuses),
  sentAt: instant,
  sentBy: z.string(),
  error: z.string(),
});
export type InvoiceEmail = z.output<typeof invoiceEmail>;
