import { type Ctx, transact } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { actorKey, actorName, can } from '../../identity/actor.ts';
import { waitInWords } from '../../identity/sessions/rules-throttle.ts';
import { AppError, breaksRule, conflicts, isAppError } from '../../kernel/errors.ts';
import { safeFileName } from '../../kernel/file-names.ts';
import { type EmailMessage, UNANSWERED } from '../../ports/email.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { claimKey, keepAnswer, releaseKey } from '../../records/idempotency.ts';
import { renderInvoice } from '../documents/service.ts';
import * as queries from './queries-emails.ts';
import {
  EMAIL_WINDOW_MS,
  invoiceEmailText,
  isSameAddress,
  secondsToNextEmail,
} from './rules-emails.ts';
import { type InvoiceRecord, toInvoice } from './rules-record.ts';
import {
  EMAILS_AN_HOUR,
  type EmailDraft,
  type EmailInput,
  type EmailResult,
  emailDraft,
} from './schema-emails.ts';
import { getInvoiceRecord } from './service.ts';

const OPERATION = 'emailInvoice';

type Attachment = EmailMessage['attachments'][number];

/** An e-mail that is stored with the status 'sending'. */
interface StartedEmail {
  id: number;
  invoice: InvoiceRecord;
  message: EmailDraft;
}

/**
 * The default content of an invoice e-mail, and the customer's address.
 * @throws AppError notFound.
 */
export async function draftEmail(ctx: Ctx, id: number): Promise<EmailDraft> {
  return draftOf(ctx, await getInvoiceRecord(ctx, id));
}

async function draftOf(ctx: Ctx, invoice: InvoiceRecord): Promise<EmailDraft> {
  const { name, email } = await getCustomerRecord(ctx, invoice.customerId);
  const { company } = ctx.config;
  const todaysRate = await currentRate(ctx, 'standard', ctx.today);
  const facts = { ...toInvoice(invoice, ctx.today, todaysRate), todaysRate, on: ctx.today };
  return { to: email, ...invoiceEmailText({ ...facts, customerName: name, company }) };
}

/**
 * E-mails the invoice as PDF to the customer's address, or to another one if the user may record payments; at most 30
 * per hour and user. It is stored as 'sending' in a transaction that commits before the mail server is called, and then
 * updated with the result: 'written' where no mail server is connected, so that nothing left (decision 84). A repeat with the same Idempotency-Key gets the first answer and sends nothing.
 * @throws AppError notFound; rule without an address or for a cancelled invoice; forbidden for another address; tooMany
 *   above the limit; conflict while the same request is in progress or its result is unknown; unavailable if the mail
 *   server refuses or the document cannot be made.
 */
export async function emailInvoice(
  ctx: Ctx,
  id: number,
  input: EmailInput = {},
): Promise<EmailResult> {
  const started = await begin(ctx, id, input);
  if ('answer' in started) return started.answer;
  try {
    await send(ctx, started);
  } catch (error) {
    // It may have been sent: e-mail and key stay 'sending', which is later shown as unknown.
    if (isAppError(error) && error.code === UNANSWERED) throw error;
    await fail(ctx, started, error).catch((cause: unknown) =>
      ctx.log.error({ err: cause, email: started.id }, 'a failed e-mail was not settled'),
    );
    throw error;
  }
  return succeed(ctx, started);
}

/** Checks the limit and stores the e-mail as 'sending', serialised per sender; or returns the stored answer. */
function begin(
  ctx: Ctx,
  id: number,
  input: EmailInput,
): Promise<StartedEmail | { answer: EmailResult }> {
  return transact(ctx, async (tx) => {
    const kept = await claimKey(tx, OPERATION, { id, ...input });
    if (kept) return { answer: (kept.response as EmailResult | null) ?? refuseRepeat() };
    const invoice = await getInvoiceRecord(tx, id);
    if (invoice.status === 'cancelled')
      breaksRule('invoice.cancelled', 'A cancelled invoice is not sent.');
    const draft = await draftOf(tx, invoice);
    const to = input.to && !isSameAddress(input.to, draft.to) ? input.to : draft.to;
    assertRecipient(tx, invoice, draft.to, to);
    const sender = actorKey(tx.actor);
    await assertMaySendNow(tx, sender);
    const email = { invoiceId: id, to, at: tx.now, sender, sentBy: actorName(tx.actor) };
    return {
      id: await queries.insertEmail(tx.db, email),
      invoice,
      message: { to, subject: draft.subject, text: input.text || draft.text },
    };
  });
}

function refuseRepeat(): never {
  conflicts(
    'email.underWay',
    'This e-mail is being sent already, or was cut off. The invoice says whether it was sent: look there before you send it again.',
  );
}

function assertRecipient(tx: Ctx, invoice: InvoiceRecord, own: string, to: string): void {
  if (!to) {
    breaksRule(
      'customer.noEmail',
      `${invoice.customerName} has no e-mail address. Add one to the customer first.`,
    );
  }
  if (to === own || can(tx.actor, 'payment.record')) return;
  throw new AppError(
    'forbidden',
    'email.otherAddress',
    "You can send this invoice to the customer's own address. Another one is for those who record payments.",
  );
}

async function assertMaySendNow(tx: Ctx, sender: string): Promise<void> {
  await queries.lockSender(tx.db, sender);
  const since = new Date(tx.now.getTime() - EMAIL_WINDOW_MS);
  const sent = await queries.findSentSince(tx.db, sender, since, EMAILS_AN_HOUR);
  const seconds = secondsToNextEmail(sent, tx.now);
  if (seconds === 0) return;
  throw new AppError(
    'tooMany',
    'email.limit',
    `You have sent ${EMAILS_AN_HOUR} invoices by e-mail within an hour. You can send the next one in ${waitInWords(seconds)}.`,
    { retryAfter: seconds },
  );
}

async function send(ctx: Ctx, { invoice, message }: StartedEmail): Promise<void> {
  const { to, subject, text } = message;
  const attachments = [await attachmentOf(ctx, invoice)];
  await ctx.ports.email.send({ to, subject, text, attachments });
}

async function attachmentOf(ctx: Ctx, invoice: InvoiceRecord): Promise<Attachment> {
  return {
    filename: safeFileName(`invoice-${invoice.invoiceId}.pdf`),
    contentType: 'application/pdf',
    content: await renderInvoice(ctx, invoice),
  };
}

/** An e-mail of an invoice that another part of the program sends: its default content, and the PDF as it is now. */
export interface InvoiceLetter {
  subject: string;
  text: string;
  attachment: Attachment;
}

/** @throws AppError notFound; unavailable if the document cannot be made. */
export async function invoiceLetter(ctx: Ctx, id: number): Promise<InvoiceLetter> {
  const invoice = await getInvoiceRecord(ctx, id);
  const { subject, text } = await draftOf(ctx, invoice);
  return { subject, text, attachment: await attachmentOf(ctx, invoice) };
}

/** The sender of e-mails that no user has sent one by one; it has no limit. */
const QUEUE = 'messages';

/** Records e-mails of invoices that another part of the program has sent, so that the invoices show them. */
export async function recordInvoiceEmails(
  tx: Ctx,
  rows: readonly queries.SentEmail[],
): Promise<void> {
  await queries.insertSentEmails(tx.db, rows, QUEUE, tx.clock());
}

function succeed(ctx: Ctx, { id, invoice, message }: StartedEmail): Promise<EmailResult> {
  return transact(ctx, async (tx) => {
    const isSent = ctx.ports.email.kind === 'smtp';
    const status = isSent ? 'sent' : 'written';
    await queries.settleEmail(tx.db, id, { status, at: tx.clock(), error: '' });
    await audit(tx, {
      action: 'invoice.email',
      entity: 'invoice',
      entityId: invoice.id,
      summary: `${invoice.invoiceId} to ${message.to}${isSent ? '' : ', written to the outbox and not sent'}`,
      schema: emailDraft,
      after: message,
    });
    const text = isSent ? 'Invoice sent via email' : 'Invoice written to the outbox, not sent';
    const answer = { message: text, to: message.to, isSent };
    await keepAnswer(tx, OPERATION, answer);
    return answer;
  });
}

/** Marks the e-mail as failed and releases the key, so that the request can be repeated. */
function fail(ctx: Ctx, { id }: StartedEmail, cause: unknown): Promise<void> {
  return transact(ctx, async (tx) => {
    const error = isAppError(cause) ? cause.message : 'Something went wrong on our side.';
    await queries.settleEmail(tx.db, id, { status: 'failed', at: tx.clock(), error });
    await releaseKey(tx, OPERATION);
  });
}
