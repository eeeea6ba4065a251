import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { addMonths, firstDay, type IsoMonth } from '../../kernel/dates.ts';
import type { LeftOut } from '../recipients/queries.ts';

/** Why the invoice `i` of a customer `c` is left out; null for the others. */
const reason = sql`case
  when c.email = '' then 'noEmail'
  when exists (select from invoice_emails e where e.invoice_id = i.id and e.status not in ('failed', 'written'))
    or exists (select from messages m where (m.attachment ->> 'invoice')::bigint = i.id and m.attachment ->> 'invoice' is not null
      and m.status not in ('failed', 'cancelled', 'written')) then 'emailed'
  end`;

/** The invoices of a month `i` that were not cancelled, with their customers. */
function ofMonth(month: IsoMonth): RawBuilder<unknown> {
  return sql`select i.id, i.invoice_number, i.customer_id, c.name, c.email, ${reason} as reason
    from invoices i join customers c on c.id = i.customer_id
    where i.bill_date >= ${firstDay(month)}::date and i.bill_date < ${firstDay(addMonths(month, 1))}::date and i.status <> 'cancelled'`;
}

/** Who is left out, by reason, with the first names. */
export async function countLeftOut(db: Db, month: IsoMonth, names: number): Promise<LeftOut[]> {
  const { rows } = await sql<LeftOut>`
    select reason, count(*) as count, (array_agg(invoice_number || ' ' || name order by id))[1:${sql.lit(names)}] as names
    from (${ofMonth(month)}) r where reason is not null group by 1 order by 1`.execute(db);
  return rows;
}

/** Queues the invoices of a month for a campaign, one message each. Returns how many. */
export async function insertInvoiceMessages(
  db: Db,
  campaign: { id: number; at: Date; by: string },
  month: IsoMonth,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into messages (campaign_id, type, event, channel, customer_id, recipient, name, attachment, status, next_at, queued_at, created_by)
    select ${campaign.id}::bigint, 'invoices', 'invoice ' || r.id || ' campaign ' || ${campaign.id}::bigint, 'email', r.customer_id,
      r.email, r.name, jsonb_build_object('invoice', r.id, 'isLetter', true), 'queued', ${campaign.at}::timestamptz,
      ${campaign.at}::timestamptz, ${campaign.by}::text
    from (${ofMonth(month)}) r where r.reason is null order by r.id`.execute(db);
  return Number(numAffectedRows);
}

/** How many invoices of a month would be queued now. */
export async function countToBeSent(db: Db, month: IsoMonth): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${ofMonth(month)}) r where reason is null`.execute(db);
  return rows[0]!.count;
}
