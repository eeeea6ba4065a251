import { type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../customers/fragments.ts';
import type { Db } from '../database/connect.ts';
import { containing } from '../database/like.ts';
import { findPage, type Sorts } from '../database/list.ts';
import { defineRecord } from '../database/record.ts';
import { firstDay, type IsoMonth } from '../kernel/dates.ts';
import type { Page } from '../kernel/paging.ts';
import { parsePhone } from '../kernel/phone.ts';
import { searchKey } from '../kernel/text.ts';
import { titleOfType } from './rules-status.ts';
import type {
  Campaign,
  CampaignFilter,
  Message,
  MessageFilter,
  Template,
  TemplateFilter,
} from './schema.ts';

/** A row of the table: sent is without delivered. */
export type CampaignRecord = Campaign & { subject: string };

export const campaigns = defineRecord<'campaigns', CampaignRecord>('campaigns', {
  id: 'id bigint',
  campaignId: 'campaign_number text',
  channel: 'channel text',
  subject: 'subject text',
  message: 'text text',
  recipientType: 'recipient_type text',
  isNews: 'is_news boolean',
  recipients: 'recipients int',
  leftOut: 'left_out int',
  queued: 'queued int',
  sent: 'sent int',
  written: 'written int',
  delivered: 'delivered int',
  failed: 'failed int',
  unknown: 'unknown int',
  cancelled: 'cancelled int',
  status: 'status text',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  finishedAt: 'finished_at timestamptz',
});

const campaignSorts: Sorts<'createdAt'> = {
  keys: { createdAt: 'c.id' },
  unique: 'c.id',
  first: { column: 'createdAt', descending: true },
  complete: ['createdAt'],
};

/** One page of campaigns, newest first by default. */
export function findCampaigns(db: Db, filter: CampaignFilter): Promise<Page<CampaignRecord>> {
  const { status, q } = filter;
  let found = db.selectFrom('campaigns as c').select(campaigns.list('c'));
  if (status) found = found.where('c.status', '=', status);
  if (q) {
    const text = containing(q);
    found = found.where(
      sql<SqlBool>`(lower(c.text) like ${text} or lower(c.campaign_number) like ${text})`,
    );
  }
  return findPage(found, campaignSorts, filter);
}

/** Writes the numbers of a new campaign, all of whose messages are queued. */
export async function setQueued(
  db: Db,
  id: number,
  recipients: number,
  leftOut: number,
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ recipients, queued: recipients, left_out: leftOut })
    .where('id', '=', id)
    .execute();
}

/** Keeps the month of a campaign of invoices. */
export async function setInvoiceMonth(db: Db, id: number, month: IsoMonth): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ invoice_month: firstDay(month) })
    .where('id', '=', id)
    .execute();
}

export async function setCampaignStatus(
  db: Db,
  id: number,
  status: Campaign['status'],
  finishedAt: Date | null,
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ status, finished_at: finishedAt })
    .where('id', '=', id)
    .execute();
}

const messageSorts: Sorts<'queuedAt'> = {
  keys: { queuedAt: 'm.id' },
  unique: 'm.id',
  first: { column: 'queuedAt', descending: true },
  complete: ['queuedAt'],
};

function messageRows(db: Db) {
  return db
    .selectFrom('messages as m')
    .leftJoin('campaigns as c', 'c.id', 'm.campaign_id')
    .select([
      'm.id',
      'm.campaign_id as campaignId',
      'm.type',
      sql<Message['channel']>`m.channel`.as('channel'),
      'm.customer_id as customerId',
      'm.name',
      'm.recipient',
      sql<string>`coalesce(nullif(m.subject, ''), c.subject, '')`.as('subject'),
      sql<string>`coalesce(m.sent_text, m.text, c.text, '')`.as('text'),
      'm.parts',
      sql<Message['status']>`m.status`.as('status'),
      'm.attempts',
      'm.error',
      'm.queued_at as queuedAt',
      sql<Date | null>`case when m.status = 'queued' then m.next_at end`.as('nextAt'),
      'm.sent_at as sentAt',
      'm.settled_at as settledAt',
    ]);
}

const titled = (row: Omit<Message, 'title'>): Message => ({ ...row, title: titleOfType(row.type) });

/** One page of messages, newest first by default; `q` is a number, an address, or words of the customer's search text. */
export async function findMessages(db: Db, filter: MessageFilter): Promise<Page<Message>> {
  const { campaign, customer, status, channel, q } = filter;
  let found = messageRows(db);
  if (campaign !== undefined) found = found.where('m.campaign_id', '=', campaign);
  if (customer !== undefined) found = found.where('m.customer_id', '=', customer);
  if (status) found = found.where('m.status', '=', status);
  if (channel) found = found.where('m.channel', '=', channel);
  if (q) {
    const recipient = parsePhone(q) ?? searchKey(q);
    found = found.where(sql<SqlBool>`(m.recipient = ${recipient} or m.customer_id in (
      select f.id from customers f where ${isSearchedCustomer('f', q)}))`);
  }
  const page = await findPage(found, messageSorts, filter);
  return { ...page, rows: page.rows.map(titled) };
}

export async function getMessage(db: Db, id: number): Promise<Message | undefined> {
  const row = await messageRows(db).where('m.id', '=', id).executeTakeFirst();
  return row && titled(row);
}

export interface NewMessage {
  type: string;
  channel: Message['channel'];
  customerId: number | null;
  recipient: string;
  name: string;
  subject: string;
  text: string;
  /** Values, and secrets that are read when it is sent. */
  fields: Record<string, string | number | { secret: string; ids: readonly number[] }>;
  at: Date;
  by: string;
}

/** Queues one message. Returns its id. */
export async function insertMessage(db: Db, row: NewMessage): Promise<number> {
  const { id } = await db
    .insertInto('messages')
    .values({
      type: row.type,
      channel: row.channel,
      customer_id: row.customerId,
      recipient: row.recipient,
      name: row.name,
      subject: row.subject,
      text: row.text,
      fields: JSON.stringify(row.fields),
      status: 'queued',
      next_at: row.at,
      queued_at: row.at,
      created_by: row.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const templates = defineRecord<'message_templates', Template>(
  'message_templates',
  {
    id: 'id bigint',
    name: 'name text',
    text: 'text text',
    updatedAt: 'updated_at timestamptz',
    updatedBy: 'updated_by text',
    version: 'version bigint',
  },
  { derived: { name_key: ['text', ({ name }) => searchKey(name)] } },
);

export function findTemplates(db: Db, filter: TemplateFilter): Promise<Page<Template>> {
  let found = db.selectFrom('message_templates as t').select(templates.list('t'));
  if (filter.q) found = found.where(sql<SqlBool>`t.name_key like ${containing(filter.q)}`);
  const sorts: Sorts<'name'> = {
    keys: { name: 't.name_key' },
    unique: 't.id',
    first: { column: 'name', descending: false },
    complete: ['name'],
  };
  return findPage(found, sorts, filter);
}

/** Messages that failed since an instant, and those of an unknown result that a person must decide on. */
export async function countTroubled(
  db: Db,
  since: Date,
): Promise<{ failed: number; unknown: number }> {
  const { rows } = await sql<{ failed: number; unknown: number }>`
    select (select count(*) from messages where status = 'failed' and settled_at >= ${since}) as failed,
      (select count(*) from messages where status = 'unknown' and campaign_id is null) as unknown`.execute(
    db,
  );
  return rows[0]!;
}
