import { type Ctx, transact } from '../../context.ts';
import { takeYearlyNumbers } from '../../database/counters.ts';
import { actorName } from '../../identity/actor.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { audit } from '../../records/audit.ts';
import * as queries from '../queries.ts';
import { forgetAttempts, moveMessages, ofCampaign } from '../queries-states.ts';
import { countMeant, insertRecipients } from '../recipients/queries.ts';
import { chosenBy } from '../recipients/service.ts';
import { CAMPAIGN_NUMBERS } from '../rules-status.ts';
import {
  type Campaign,
  type CampaignFilter,
  type SendInput,
  campaign as schema,
} from '../schema.ts';
import { fieldsOfRecipients } from '../texts/rules-fields.ts';
import { templateProblems } from '../texts/rules-templates.ts';

/** As the API answers it: sent includes what was delivered. */
function toCampaign({ subject: _, ...row }: queries.CampaignRecord): Campaign {
  return { ...row, sent: row.sent + row.delivered };
}

/** One page of campaigns, newest first by default. */
export async function listCampaigns(ctx: Ctx, filter: CampaignFilter): Promise<Page<Campaign>> {
  const page = await queries.findCampaigns(ctx.db, filter);
  return { ...page, rows: page.rows.map(toCampaign) };
}

/** @throws AppError notFound. */
export async function getCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  return toCampaign((await queries.campaigns.get(ctx.db, id)) ?? notFound('Campaign', id));
}

/**
 * Queues a message to everybody who is meant and has a usable number, each number once (seeds/000 3, 5 and 7). The
 * values of fields are those of now. A count of recipients that the client sends is ignored (decision 28).
 * @throws AppError invalid for a wrong text, a list without a usable number, or nobody to send to.
 */
export async function sendSms(ctx: Ctx, input: SendInput): Promise<Campaign> {
  const [problem] = templateProblems(input.message, fieldsOfRecipients(input.recipientType));
  if (problem) invalidField('message', problem.message);
  const { choice, list } = chosenBy(ctx, input);
  if (list?.numbers.length === 0) invalidField('list', 'The list has no usable telephone number.');
  return transact(ctx, async (tx) => {
    const [campaignId] = await takeYearlyNumbers(tx.db, CAMPAIGN_NUMBERS.sms, [tx.today]);
    const made = await queries.campaigns.insert(tx.db, {
      campaignId: campaignId!,
      channel: 'sms',
      subject: '',
      message: input.message,
      recipientType: input.recipientType,
      isNews: input.isNews ?? false,
      status: 'queued',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    const by = actorName(tx.actor);
    const recipients = await insertRecipients(tx.db, { id: made.id, at: tx.now, by }, choice);
    if (recipients === 0) invalidField('recipientType', 'Nobody of these has a usable number.');
    const unusable = list ? list.unusable.length + list.doubles.length : 0;
    const leftOut = (await countMeant(tx.db, choice)) - recipients + unusable;
    await queries.setQueued(tx.db, made.id, recipients, leftOut);
    return auditCampaign(tx, 'campaign.send', made.id, `${recipients} recipients`);
  });
}

/** Locks a campaign. @throws AppError notFound. */
async function lock(tx: Ctx, id: number): Promise<queries.CampaignRecord> {
  return (await queries.campaigns.lock(tx.db, id)) ?? notFound('Campaign', id);
}

const statusWords = {
  queued: 'is queued',
  sending: 'is being sent',
  stopped: 'is stopped',
  done: 'is done',
  cancelled: 'was cancelled',
} as const;

function refuse({ campaignId, status }: queries.CampaignRecord, wish: string): never {
  breaksRule('campaign.status', `${campaignId} ${statusWords[status]} and cannot be ${wish}.`);
}

async function auditCampaign(tx: Ctx, action: string, id: number, note = ''): Promise<Campaign> {
  const after = await getCampaign(tx, id);
  const summary = note ? `${after.campaignId}, ${note}` : after.campaignId;
  const line = action === 'campaign.send' ? { schema, after } : { facts: { status: after.status } };
  await audit(tx, { action, entity: 'campaign', entityId: id, summary, ...line });
  return after;
}

/**
 * Cancels what is still queued; what has been handed to the gateway stays sent. A second call changes nothing.
 * @throws AppError notFound; rule if everything was sent already.
 */
export async function cancelCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  return transact(ctx, async (tx) => {
    const before = await lock(tx, id);
    if (before.status === 'cancelled') return toCampaign(before);
    if (before.status === 'done') refuse(before, 'cancelled');
    await queries.setCampaignStatus(tx.db, id, 'cancelled', tx.now);
    const open = ofCampaign(id, ['queued', 'claimed']);
    const count = await moveMessages(tx.db, tx.now, open, { to: 'cancelled', error: '' });
    return auditCampaign(tx, 'campaign.cancel', id, `${count} not sent`);
  });
}

/** Stops a campaign until it is resumed. @throws AppError notFound; rule if nothing is left to be sent. */
export async function stopCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  return transact(ctx, async (tx) => {
    const before = await lock(tx, id);
    if (before.status === 'stopped') return toCampaign(before);
    if (before.status !== 'queued' && before.status !== 'sending') refuse(before, 'stopped');
    await queries.setCampaignStatus(tx.db, id, 'stopped', null);
    return auditCampaign(tx, 'campaign.stop', id);
  });
}

/** @throws AppError notFound; rule unless the campaign is stopped. */
export async function resumeCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  return transact(ctx, async (tx) => {
    const before = await lock(tx, id);
    if (before.status === 'queued' || before.status === 'sending') return toCampaign(before);
    if (before.status !== 'stopped') refuse(before, 'resumed');
    await queries.setCampaignStatus(tx.db, id, 'queued', null);
    return auditCampaign(tx, 'campaign.resume', id);
  });
}

/**
 * Queues the failed messages of a campaign again. Those whose answer was lost are not among them: they may have been
 * sent (`sendMessageAgain`).
 * @throws AppError notFound; rule for a cancelled campaign, or if none has failed.
 */
export async function retryCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  return transact(ctx, async (tx) => {
    const before = await lock(tx, id);
    if (before.status === 'cancelled') refuse(before, 'sent again');
    const failed = ofCampaign(id, ['failed']);
    if (before.failed === 0)
      breaksRule('campaign.noneFailed', `No message of ${before.campaignId} has failed.`);
    await forgetAttempts(tx.db, failed);
    const count = await moveMessages(tx.db, tx.now, failed, { to: 'queued', error: '' });
    return auditCampaign(tx, 'campaign.retry', id, `${count} queued again`);
  });
}
