import { sql } from 'kysely';
import { isOpen, isReminded } from '../../billing/fragments.ts';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';

export interface InvoiceState {
  id: number;
  status: string;
  isDisputed: boolean;
}

export async function findInvoices(db: Db, ids: readonly number[]): Promise<InvoiceState[]> {
  if (ids.length === 0) return [];
  const { rows } =
    await sql<InvoiceState>`select id, status, disputed_since is not null as "isDisputed" from invoices where id = any(${arrayOf('bigint', ids)})`.execute(
      db,
    );
  return rows;
}

/** Which of these payments were not reversed. */
export async function findRecordedPayments(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`select id from payments where id = any(${arrayOf('bigint', ids)}) and status = 'recorded'`.execute(
    db,
  );
  return rows;
}

export interface CustomerState {
  id: number;
  status: string;
  promisedUntil: IsoDate | null;
  hasDebt: boolean;
}

export async function findCustomers(db: Db, ids: readonly number[]): Promise<CustomerState[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CustomerState>`
    select c.id, c.status, c.do_not_disconnect_until as "promisedUntil",
      exists (select from invoices i where i.customer_id = c.id and i.status in ('pending', 'overdue')) as "hasDebt"
    from customers c where c.id = any(${arrayOf('bigint', ids)})`.execute(db);
  return rows;
}

/** Which of these customers have an overdue invoice with an open amount of which they are reminded. */
export async function findOverdue(
  db: Db,
  ids: readonly number[],
  boundary: IsoDate,
): Promise<{ id: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct i.customer_id as id from invoices i where i.customer_id = any(${arrayOf('bigint', ids)})
      and ${isOpen} and ${isReminded(boundary)} and i.amount_cents > i.paid_cents`.execute(db);
  return rows;
}

/**
 * Which of these messages have an invoice that another message has e-mailed since they were queued, or may have. A failed
 * one is e-mailed by the next campaign of its month.
 */
export async function findEmailedSince(db: Db, ids: readonly number[]): Promise<{ id: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m where m.id = any(${arrayOf('bigint', ids)}) and exists (
      select from messages o where (o.attachment ->> 'invoice')::bigint = (m.attachment ->> 'invoice')::bigint
        and o.attachment ->> 'invoice' is not null and o.id <> m.id and o.status in ('sending', 'sent', 'delivered', 'unknown')
        and (o.id > m.id or o.sent_at >= m.queued_at))`.execute(db);
  return rows;
}

/** Which of these alarms have not ended. */
export async function findOpenAlarms(db: Db, ids: readonly number[]): Promise<{ id: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`select id from network_alarms where id = any(${arrayOf('bigint', ids)}) and ended_at is null`.execute(
    db,
  );
  return rows;
}

/** Whether these tickets are resolved; merged ones are missing. */
export async function findTickets(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; isResolved: boolean }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; isResolved: boolean }>`
    select id, status in ('resolved', 'closed') as "isResolved" from tickets
    where id = any(${arrayOf('bigint', ids)}) and merged_into_id is null`.execute(db);
  return rows;
}

/** Which of these WiFi sessions still run. */
export async function findActiveWifi(
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<{ id: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from wifi_sessions where id = any(${arrayOf('bigint', ids)}) and ended_at is null and expires_at > ${now}`.execute(
    db,
  );
  return rows;
}
