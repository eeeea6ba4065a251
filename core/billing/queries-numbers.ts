import { type RawBuilder, sql } from 'kysely';
import { type Numbering, numbersMeant } from '../database/counters.ts';
import { beginningWith, containing } from '../database/like.ts';

export const INVOICES: Numbering = { counter: 'invoice', prefix: 'INV' };
export const RECEIPTS: Numbering = { counter: 'receipt', prefix: 'RCT' };
export const CREDITS: Numbering = { counter: 'credit', prefix: 'CR' };

/**
 * Ids of the invoices whose number a search gives: how it begins, or our own counting number alone. Each part is a
 * look-up in the unique index. Our own numbers are in capitals, imported ones as their file had them.
 */
export function invoicesNumbered(q: string): RawBuilder<unknown> {
  return sql.join(
    [
      sql`select id from invoices where invoice_number like ${beginningWith(q.toUpperCase())}`,
      sql`select id from invoices where invoice_number like ${beginningWith(q)}`,
      ...numbersMeant(INVOICES, q).map(
        (numbers) => sql`select id from invoices where invoice_number in (${numbers})`,
      ),
    ],
    sql` union `,
  );
}

/** Shorter texts would find references everywhere, and no trigram index helps with them. */
const MIN_REFERENCE = 3;

/** The condition that a payment's reference holds the text, in any case; written as the index payments_reference is. */
function hasReference(q: string): RawBuilder<unknown> {
  return q.trim().length < MIN_REFERENCE
    ? sql`false`
    : sql`reference <> '' and lower(reference collate "default") like ${containing(q)}`;
}

/** Ids of the invoices that payments with such a reference paid. */
export function invoicesPaidWith(q: string): RawBuilder<unknown> {
  return sql`select a.invoice_id as id from payment_allocations a
    where a.payment_id in (select id from payments where ${hasReference(q)})`;
}

/** As `invoicesNumbered`, of payments and of credits granted; found by their references too. */
export function receiptsNumbered(q: string): RawBuilder<unknown> {
  return sql.join(
    [
      sql`select id from payments where receipt_number like ${beginningWith(q.toUpperCase())}`,
      sql`select id from payments where ${hasReference(q)}`,
      ...[RECEIPTS, CREDITS]
        .flatMap((numbering) => numbersMeant(numbering, q))
        .map((numbers) => sql`select id from payments where receipt_number in (${numbers})`),
    ],
    sql` union `,
  );
}
