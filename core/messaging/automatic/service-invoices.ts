import { type Ctx, transact } from '../../context.ts';
import { takeYearlyNumbers } from '../../database/counters.ts';
import { actorName } from '../../identity/actor.ts';
import { formatMonth, type IsoMonth } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { getCampaign } from '../campaigns/service.ts';
import * as campaigns from '../queries.ts';
import { CAMPAIGN_NUMBERS } from '../rules-status.ts';
import { type InvoiceEmails, type InvoiceEmailsPreview, campaign as schema } from '../schema.ts';
import * as queries from './queries-invoices.ts';

const NAMES = 5;

const reasons: Record<string, string> = {
  noEmail: 'No e-mail address',
  emailed: 'E-mailed already',
};

/** Who is left out of the invoices of a month, by reason. */
async function findLeftOut(ctx: Ctx, month: IsoMonth): Promise<InvoiceEmails['leftOutBecause']> {
  const found = await queries.countLeftOut(ctx.db, month, NAMES);
  return found.map(({ reason, count, names }) => {
    return { reason: reasons[reason] ?? reason, count, names };
  });
}

/**
 * How many invoices of a month `emailInvoices` would queue now, and who is left out. What was written to the outbox of a
 * program without a mail server was not sent, and is included (decision 84).
 */
export async function previewInvoiceEmails(
  ctx: Ctx,
  month: IsoMonth,
): Promise<InvoiceEmailsPreview> {
  const [recipients, leftOut] = await Promise.all([
    queries.countToBeSent(ctx.db, month),
    findLeftOut(ctx, month),
  ]);
  return { recipients, leftOut };
}

/**
 * Queues the invoices of a month, each with its PDF, to their customers' own addresses, by the rules of a single e-mail:
 * cancelled ones are not sent, paid ones are. Left out are those without an address and those that were e-mailed already
 * or are about to be; one whose e-mail failed, was cancelled or written to the outbox is sent. Text and PDF are made when an e-mail is sent.
 * @throws AppError invalid if no invoice is left, with the reasons.
 */
export async function emailInvoices(ctx: Ctx, month: IsoMonth): Promise<InvoiceEmails> {
  return transact(ctx, async (tx) => {
    // Holds the counter until the end: a second campaign at the same time finds the messages of this one.
    const [campaignId] = await takeYearlyNumbers(tx.db, CAMPAIGN_NUMBERS.email, [tx.today]);
    const by = actorName(tx.actor);
    const leftOutBecause = await findLeftOut(tx, month);
    const name = formatMonth(month);
    const made = await campaigns.campaigns.insert(tx.db, {
      campaignId: campaignId!,
      channel: 'email',
      subject: `Invoices of ${name}`,
      message: `The invoices of ${name}, each with its PDF`,
      recipientType: 'invoices',
      isNews: false,
      status: 'queued',
      createdAt: tx.now,
      createdBy: by,
    });
    const count = await queries.insertInvoiceMessages(
      tx.db,
      { id: made.id, at: tx.now, by },
      month,
    );
    if (count === 0) refuse(name, leftOutBecause);
    const leftOut = leftOutBecause.reduce((sum, one) => sum + one.count, 0);
    await campaigns.setQueued(tx.db, made.id, count, leftOut);
    await campaigns.setInvoiceMonth(tx.db, made.id, month);
    const after = await getCampaign(tx, made.id);
    await audit(tx, {
      action: 'campaign.send',
      entity: 'campaign',
      entityId: made.id,
      summary: `${after.campaignId}, ${count} invoices of ${name}`,
      schema,
      after,
    });
    return { ...after, leftOutBecause };
  });
}

function refuse(month: string, leftOut: InvoiceEmails['leftOutBecause']): never {
  const why = leftOut.map(({ reason, count }) => `${reason}: ${count}`).join('; ');
  invalidField(
    'month',
    `No invoice of ${month} is left to be e-mailed${why === '' ? '' : ` (${why})`}.`,
  );
}
