import { type Ctx, transact } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { actorKey, actorName, can } from '../../identity/actor.ts';
import { waitInWords } from '../../identity/sessions/rules-throttle.ts';
import { AppError, breaksRule, conflicts, isAppError } from '../../kernel/errors.ts';
import { safeFileName } from '../../kernel/file-names.ts';
import { UNANSWERED } from '../../ports/email.ts';
import { audit } from '../../records/audit.ts';
import { claimKey, keepAnswer, releaseKey } from '../../records/idempotency.ts';
import { renderInvoice } from '../documents/service.ts';
import * as queries from './queries-emails.ts';
import {
  EMAIL_WINDOW_MS,
  invoiceLetter,
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

/** An e-mail that is on record as being sent. */
interface Begun {
  id: number;
  invoice: InvoiceRecord;
  letter: EmailDraft;
}

/**
 * What the e-mail of an invoice says where nothing else is asked for, and its customer's own address.
 * @throws AppError notFound.
 */
export async function draftEmail(ctx: Ctx, id: number): Promise<EmailDraft> {
  return draftOf(ctx, await getInvoiceRecord(ctx, id));
}

async function draftOf(ctx: Ctx, invoice: InvoiceRecord): Promise<EmailDraft> {
  const { name, email } = await getCustomerRecord(ctx, invoice.customerId);
  const { company } = ctx.config;
  return {
    to: email,
    ...invoiceLetter({ ...toInvoice(invoice, ctx.today), customerName: name, company }),
  };
}

/**
 * E-mails the invoice, as PDF, to its customer's own address, or to another one for those who may record payments; 30 an
 * hour and user. It is written down as being sent before the mail server is asked, in a transaction that has ended by
 * then, and settled by the server's answer. A repeat under the same Idempotency-Key gets the first answer, and sends
 * nothing.
 * @throws AppError notFound; rule without an address or for a cancelled invoice; forbidden for another address; tooMany
 *   past the limit; conflict while the same request is under way or where nobody knows how it ended; unavailable when
 *   the mail server refuses or the document cannot be made.
 */
export async function emailInvoice(
  ctx: Ctx,
  id: number,
  input: EmailInput = {},
): Promise<EmailResult> {
  const begun = await begin(ctx, id, input);
  if ('answer' in begun) return begun.answer;
  try {
    await send(ctx, begun);
  } catch (error) {
    // Whether it went out is not known: the e-mail stays as being sent, which reads as unknown, and so does the key.
    if (isAppError(error) && error.code === UNANSWERED) throw error;
    await fail(ctx, begun, error).catch((cause: unknown) =>
      ctx.log.error({ err: cause, email: begun.id }, 'a failed e-mail was not settled'),
    );
    throw error;
  }
  return succeed(ctx, begun);
}

/** Checks and counts it, one at a time for a sender, and writes it down; or the answer that was given before. */
function begin(ctx: Ctx, id: number, input: EmailInput): Promise<Begun | { answer: EmailResult }> {
  return transact(ctx, async (tx) => {
    const kept = await claimKey(tx, OPERATION, { id, ...input });
    if (kept) return { answer: (kept.response as EmailResult | null) ?? underWay() };
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
      letter: { to, subject: draft.subject, text: input.text || draft.text },
    };
  });
}

function underWay(): never {
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

async function send(ctx: Ctx, { invoice, letter }: Begun): Promise<void> {
  const content = await renderInvoice(ctx, invoice);
  await ctx.ports.email.send({
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    attachments: [
      {
        filename: safeFileName(`invoice-${invoice.invoiceId}.pdf`),
        contentType: 'application/pdf',
        content,
      },
    ],
  });
}

function succeed(ctx: Ctx, { id, invoice, letter }: Begun): Promise<EmailResult> {
  return transact(ctx, async (tx) => {
    await queries.settleEmail(tx.db, id, { status: 'sent', at: tx.clock(), error: '' });
    await audit(tx, {
      action: 'invoice.email',
      entity: 'invoice',
      entityId: invoice.id,
      summary: `${invoice.invoiceId} to ${letter.to}`,
      schema: emailDraft,
      after: letter,
    });
    const answer = { message: 'Invoice sent via email', to: letter.to };
    await keepAnswer(tx, OPERATION, answer);
    return answer;
  });
}

/** It was not sent: the same request may be made again. */
function fail(ctx: Ctx, { id }: Begun, cause: unknown): Promise<void> {
  return transact(ctx, async (tx) => {
    const error = isAppError(cause) ? cause.message : 'Something went wrong on our side.';
    await queries.settleEmail(tx.db, id, { status: 'failed', at: tx.clock(), error });
    await releaseKey(tx, OPERATION);
  });
}
