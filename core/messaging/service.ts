import { type Ctx, transact } from '../context.ts';
import { getCustomer } from '../customers/service.ts';
import { actorName } from '../identity/actor.ts';
import { breaksRule, invalidField, notFound } from '../kernel/errors.ts';
import type { Page } from '../kernel/paging.ts';
import { PHONE_MESSAGE, parsePhone } from '../kernel/phone.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries.ts';
import { forgetAttempts, lockCampaigns, moveMessages, ofId } from './queries-states.ts';
import { findBalance } from './recipients/queries.ts';
import { againStatuses, maySendAgain } from './rules-status.ts';
import type { Message, MessageFilter, SingleInput } from './schema.ts';
import { singleFields } from './texts/rules-fields.ts';
import { fieldsOf, templateProblems } from './texts/rules-templates.ts';

/** One page of messages of both channels, newest first by default. */
export function listMessages(ctx: Ctx, filter: MessageFilter): Promise<Page<Message>> {
  return queries.findMessages(ctx.db, filter);
}

/** @throws AppError notFound. */
export async function getMessage(ctx: Ctx, id: number): Promise<Message> {
  return (await queries.getMessage(ctx.db, id)) ?? notFound('Message', id);
}

/**
 * Queues a message to one customer, which is sent in the quiet hours too.
 * @throws AppError notFound; invalid for a wrong text, or a customer without a number or an e-mail address.
 */
export async function sendMessage(ctx: Ctx, input: SingleInput): Promise<Message> {
  const { channel, message } = input;
  const subject = channel === 'email' ? (input.subject ?? '') : '';
  for (const [field, text] of Object.entries({ message, subject })) {
    const [problem] = templateProblems(text, singleFields);
    if (problem) invalidField(field, problem.message);
  }
  return transact(ctx, async (tx) => {
    const customer = await getCustomer(tx, input.customerId);
    const recipient = channel === 'sms' ? (parsePhone(customer.phone) ?? '') : customer.email;
    if (recipient === '') {
      const missing = channel === 'sms' ? 'usable telephone number' : 'e-mail address';
      invalidField('customerId', `${customer.name} has no ${missing}.`);
    }
    if (channel === 'email' && subject === '') invalidField('subject', 'The subject is required.');
    const hasBalance = [message, subject].some((text) => fieldsOf(text).includes('balance'));
    const balance = hasBalance ? await findBalance(tx.db, customer.id, tx.today) : undefined;
    return insert(tx, {
      type: 'single',
      channel,
      customerId: customer.id,
      recipient,
      name: customer.name,
      subject,
      text: message,
      fields: balance === undefined ? {} : { balance },
    });
  });
}

/**
 * Queues a test message to a number.
 * @throws AppError invalid for a number that is not South Sudanese.
 */
export async function sendTest(ctx: Ctx, number: string, text: string): Promise<Message> {
  const recipient = parsePhone(number);
  if (!recipient) invalidField('number', PHONE_MESSAGE);
  const [problem] = templateProblems(text, []);
  if (problem) invalidField('message', problem.message);
  return transact(ctx, (tx) =>
    insert(tx, {
      type: 'test',
      channel: 'sms',
      customerId: null,
      recipient,
      name: '',
      subject: '',
      text,
      fields: {},
    }),
  );
}

async function insert(tx: Ctx, row: Omit<queries.NewMessage, 'at' | 'by'>): Promise<Message> {
  const id = await queries.insertMessage(tx.db, { ...row, at: tx.now, by: actorName(tx.actor) });
  await auditMessage(tx, 'message.send', id, row);
  return getMessage(tx, id);
}

function auditMessage(
  tx: Ctx,
  action: string,
  id: number,
  { name, recipient }: { name: string; recipient: string },
): Promise<void> {
  const summary = [name, recipient].filter(Boolean).join(', ');
  return audit(tx, { action, entity: 'message', entityId: id, summary });
}

/** Reads a message and locks its campaign. @throws AppError notFound. */
async function lock(tx: Ctx, id: number): Promise<Message> {
  const { campaignId } = await getMessage(tx, id);
  await lockCampaigns(tx.db, campaignId === null ? [] : [campaignId]);
  return getMessage(tx, id);
}

/**
 * Queues a failed message again, or one whose answer was lost: a person has decided that it may be sent twice.
 * @throws AppError notFound; rule for any other state, or if its campaign was cancelled.
 */
export async function sendMessageAgain(ctx: Ctx, id: number): Promise<Message> {
  return transact(ctx, async (tx) => {
    const before = await lock(tx, id);
    if (!maySendAgain(before.status))
      breaksRule(
        'message.status',
        `Only a message that failed, is unknown or was written to the outbox can be sent again, not one that is ${before.status}.`,
      );
    const campaign = before.campaignId && (await queries.campaigns.get(tx.db, before.campaignId));
    if (campaign && campaign.status === 'cancelled')
      breaksRule('message.cancelled', `${campaign.campaignId} was cancelled.`);
    const one = ofId(id, againStatuses);
    await forgetAttempts(tx.db, one);
    if ((await moveMessages(tx.db, tx.now, one, { to: 'queued', error: '' })) > 0)
      await auditMessage(tx, 'message.again', id, before);
    return getMessage(tx, id);
  });
}

/**
 * Cancels a message that is still queued.
 * @throws AppError notFound; rule if it is being sent or was sent.
 */
export async function cancelMessage(ctx: Ctx, id: number): Promise<Message> {
  return transact(ctx, async (tx) => {
    const before = await lock(tx, id);
    if (before.status === 'cancelled') return before;
    const one = ofId(id, ['queued', 'claimed']);
    const moved = await moveMessages(tx.db, tx.now, one, { to: 'cancelled', error: '' });
    if (moved === 0)
      breaksRule(
        'message.status',
        'Only a queued message can be cancelled: this one was handed to the gateway.',
      );
    await auditMessage(tx, 'message.cancel', id, before);
    return getMessage(tx, id);
  });
}

/** Messages that failed since an instant, and those of an unknown result. */
export function countTroubled(ctx: Ctx, since: Date): Promise<{ failed: number; unknown: number }> {
  return queries.countTroubled(ctx.db, since);
}
