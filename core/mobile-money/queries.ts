import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { defineRecord } from '../database/record.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { type Intent, lookedUp, openStatuses } from './rules.ts';

export const intents = defineRecord<'payment_intents', Intent>('payment_intents', {
  id: 'id bigint',
  reference: 'reference text',
  purpose: 'purpose text',
  packageId: 'package_id text',
  customerId: 'customer_id bigint',
  provider: 'provider text',
  driver: 'driver text',
  phone: 'phone text',
  currency: 'currency text',
  amount: 'amount_cents bigint',
  amountUsd: 'usd_cents bigint',
  exchangeRate: 'rate_cents bigint',
  hotspotId: 'hotspot_id text',
  status: 'status text',
  problem: 'problem text',
  providerTransactionId: 'provider_transaction_id text',
  paidCurrency: 'paid_currency text',
  paidAmount: 'paid_cents bigint',
  paidPhone: 'paid_phone text',
  attempts: 'attempts int',
  checks: 'checks int',
  nextCheckAt: 'next_check_at timestamptz',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  sentAt: 'sent_at timestamptz',
  settledAt: 'settled_at timestamptz',
  paymentId: 'payment_id bigint',
  version: 'version int',
});

/** What is stored of a new request beside its fields. */
export interface Visitor {
  /** SHA-256 of the key that the browser chose. */
  hash: Buffer;
  address: string;
}

type NewIntent = Omit<
  Intent,
  | 'id'
  | 'status'
  | 'problem'
  | 'providerTransactionId'
  | 'paidCurrency'
  | 'paidAmount'
  | 'paidPhone'
  | 'attempts'
  | 'checks'
  | 'sentAt'
  | 'settledAt'
  | 'paymentId'
  | 'version'
>;

/** Stores a request, of a visitor where one is given, and answers its id. */
export async function insertIntent(
  db: Db,
  row: NewIntent,
  by: { visitor?: Visitor | undefined; userId: number | null },
): Promise<number> {
  const { id } = await db
    .insertInto('payment_intents')
    .values({
      reference: row.reference,
      purpose: row.purpose,
      visitor_hash: by.visitor?.hash ?? null,
      package_id: row.packageId,
      customer_id: row.customerId,
      provider: row.provider,
      driver: row.driver,
      phone: row.phone,
      currency: row.currency,
      amount_cents: row.amount,
      usd_cents: row.amountUsd,
      rate_cents: row.exchangeRate,
      hotspot_id: row.hotspotId,
      address: by.visitor?.address ?? '',
      next_check_at: row.nextCheckAt,
      created_at: row.createdAt,
      created_by: row.createdBy,
      created_by_id: by.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function findOne(db: Db, where: RawBuilder<unknown>): Promise<Intent | undefined> {
  const { rows } = await sql<Intent>`
    select ${intents.listText()} from payment_intents where ${where}`.execute(db);
  return rows[0];
}

export function getIntentOfVisitor(db: Db, hash: Buffer): Promise<Intent | undefined> {
  return findOne(db, sql`visitor_hash = ${hash}`);
}

export function getIntentByReference(db: Db, reference: string): Promise<Intent | undefined> {
  return findOne(db, sql`reference = ${reference}`);
}

/** The request that a transaction of the provider has paid. */
export function getIntentOfTransaction(
  db: Db,
  { driver, transactionId }: { driver: string; transactionId: string },
): Promise<Intent | undefined> {
  return findOne(db, sql`driver = ${driver} and provider_transaction_id = ${transactionId}`);
}

interface Due {
  driver: string;
  now: Date;
  limit: number;
  /** This request alone; with `isForced` also where it is not due. */
  id?: number | undefined;
  isForced?: boolean | undefined;
}

/** Locks requests that are due, longest first, without those that another process has locked. */
export async function lockDue(
  db: Db,
  { driver, now, limit, id, isForced }: Due,
): Promise<Intent[]> {
  const which =
    id === undefined
      ? sql`next_check_at <= ${now}`
      : isForced
        ? sql`id = ${id}`
        : sql`id = ${id} and next_check_at <= ${now}`;
  const { rows } = await sql<Intent>`
    select ${intents.listText()} from payment_intents
    where ${which} and driver = ${driver} and status = any(${[...lookedUp]})
    order by next_check_at, id limit ${limit} for no key update skip locked`.execute(db);
  return rows;
}

const LOCKS = { address: 43_001, phone: 43_002 } as const;

/** Lets requests of one address, or for one number, be counted and made one after the other. */
export async function lockVisitors(
  db: Db,
  { address, phone }: { address: string; phone: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.address}::int, hashtext(${address}))`.execute(db);
  await sql`select pg_advisory_xact_lock(${LOCKS.phone}::int, hashtext(${phone}))`.execute(db);
}

/** Counts of purchases for a number. */
export interface OfPhone {
  open: number;
  unpaid: number;
  /** Of these, the ones that an address has begun. */
  openHere: number;
  unpaidHere: number;
}

/**
 * The purchases for a number since the last one that was paid: those that are open, and those that were not paid, each since
 * an instant.
 */
export async function countOfPhone(
  db: Db,
  { phone, address }: { phone: string; address: string },
  since: { open: Date; unpaid: Date },
): Promise<OfPhone> {
  const { rows } = await sql<OfPhone>`
    with latest as (
      select status, created_at, settled_at, address from payment_intents
      where phone = ${phone} and visitor_hash is not null order by id desc limit 100),
    unpaid as (
      select created_at > ${since.unpaid} as is_recent, address = ${address} as is_here,
        status = any(${[...openStatuses]}) and created_at > ${since.open} as is_open
      from latest where status not in ('paid', 'refunded') and created_at > coalesce(
        (select max(settled_at) from latest where status = 'paid'), '-infinity'))
    select count(*) filter (where is_open) as open, count(*) filter (where is_recent) as unpaid,
      count(*) filter (where is_open and is_here) as "openHere",
      count(*) filter (where is_recent and is_here) as "unpaidHere" from unpaid`.execute(db);
  return rows[0]!;
}

interface OfBill {
  customerId: number;
  invoiceIds: readonly number[];
  /** Sent later than then. */
  since: Date;
  /** To this telephone; null for any. */
  phone: string | null;
}

/** The newest request without an answer for any of a customer's open invoices; one that names none is for all. */
export async function findAsked(
  db: Db,
  { customerId, invoiceIds, since, phone }: OfBill,
): Promise<{ phone: string; askedAt: Date } | undefined> {
  if (invoiceIds.length === 0) return undefined;
  const { rows } = await sql<{ phone: string; askedAt: Date }>`
    select phone, coalesce(sent_at, created_at) as "askedAt" from payment_intents i
    where customer_id = ${customerId} and status = any(${[...openStatuses]}) and coalesce(sent_at, created_at) > ${since}
      and (${phone}::text is null or phone = ${phone})
      and (not exists (select from payment_intent_invoices where intent_id = i.id)
        or exists (select from payment_intent_invoices
          where intent_id = i.id and invoice_id = any(${arrayOf('bigint', invoiceIds)})))
    order by id desc limit 1`.execute(db);
  return rows[0];
}

/** The times of an address's latest purchases since an instant that were not paid, newest first. */
export async function findTimesOfAddress(
  db: Db,
  address: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from payment_intents where address = ${address} and address <> '' and created_at > ${since}
      and status not in ('paid', 'refunded')
    order by created_at desc limit ${limit}`.execute(db);
  return rows.map(({ at }) => at);
}

export interface NewEvent {
  intentId: number | null;
  kind: 'request' | 'status' | 'callback' | 'settled' | 'refund' | 'note';
  at: Date;
  body: string;
  address?: string;
}

export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await db
    .insertInto('payment_events')
    .values({
      intent_id: event.intentId,
      kind: event.kind,
      at: event.at,
      body: event.body,
      address: event.address ?? '',
    })
    .execute();
}

/** Callbacks of an address since an instant, at most `limit`. */
export async function countCallbacks(
  db: Db,
  address: string,
  since: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from payment_events where kind = 'callback' and address = ${address} and at > ${since} limit ${limit}) c`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Callbacks that name no request of ours, since an instant, at most `limit`. */
export async function countUnknown(db: Db, since: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from payment_events where intent_id is null and at > ${since} limit ${limit}) c`.execute(
    db,
  );
  return rows[0]!.count;
}

/** A hint that something happened: a request that is looked up later is due now. Answers whether it is looked up at all. */
export async function checkSoon(db: Db, id: number, now: Date): Promise<boolean> {
  const result = await sql`
    update payment_intents set next_check_at = ${now}
    where id = ${id} and status = any(${[...lookedUp]}) and (next_check_at is null or next_check_at > ${now})`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}

export async function insertInvoices(
  db: Db,
  intentId: number,
  invoiceIds: readonly number[],
): Promise<void> {
  if (invoiceIds.length === 0) return;
  const rows = [...new Set(invoiceIds)].map((invoice_id) => ({ intent_id: intentId, invoice_id }));
  await db.insertInto('payment_intent_invoices').values(rows).execute();
}

export async function findInvoices(db: Db, intentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payment_intent_invoices')
    .select('invoice_id')
    .where('intent_id', '=', intentId)
    .orderBy('invoice_id')
    .execute();
  return rows.map(({ invoice_id }) => invoice_id);
}

interface NewRefund {
  intentId: number;
  currency: 'USD' | 'SSP';
  amount: Cents;
  usd: Cents;
  date: IsoDate;
  reference: string;
  reason: string;
  createdAt: Date;
  createdBy: string;
}

export async function insertRefund(db: Db, row: NewRefund): Promise<number> {
  const { id } = await db
    .insertInto('payment_refunds')
    .values({
      intent_id: row.intentId,
      currency: row.currency,
      amount_cents: row.amount,
      usd_cents: row.usd,
      refunded_on: row.date,
      reference: row.reference,
      reason: row.reason,
      created_at: row.createdAt,
      created_by: row.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
