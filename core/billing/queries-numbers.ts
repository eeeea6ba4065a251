import { type RawBuilder, sql } from 'kysely';
import { type Numbering, numbersMeant } from '../database/counters.ts';
import { beginningWith, containing } from '../database/like.ts';
import { searchKey } from '../kernel/text.ts';

export const INVOICES: Numbering = { counter: 'invoice', prefix: 'INV' };
export const RECEIPTS: Numbering = { counter: 'receipt', prefix: 'RCT' };
export const CREDITS: Numbering = { counter: 'credit', prefix: 'CR' };
export const CREDIT_NOTES: Numbering = { counter: 'credit_note', prefix: 'CN' };
export const REFUNDS: Numbering = { counter: 'refund', prefix: 'RF' };

/**
 * Ids of the invoices that match a searched number: its beginning, or only the counter part of our own numbers. Each
 * part is a look-up in the unique index. Our own numbers are upper case, imported ones are stored as in their file.
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

/** Shorter texts match too many references and cannot use the trigram index. */
const MIN_REFERENCE = 3;
/** Shorter texts stand in many references by chance, 'T-2' in 'RECEIPT-2026': they must begin one. */
const MIN_WITHIN_REFERENCE = 5;

/**
 * Whether a payment's reference begins with the text, or contains one of five characters and more, ignoring case; the
 * expression of the index payments_reference.
 */
function hasReference(q: string): RawBuilder<unknown> {
  const length = q.trim().length;
  if (length < MIN_REFERENCE) return sql`false`;
  const pattern = length < MIN_WITHIN_REFERENCE ? beginningWith(searchKey(q)) : containing(q);
  return sql`reference <> '' and lower(reference collate "default") like ${pattern}`;
}

/** Ids of the invoices settled by payments whose reference contains the text. */
export function invoicesPaidWith(q: string): RawBuilder<unknown> {
  return sql`select a.invoice_id as id from payment_allocations a
    where a.payment_id in (select id from payments where ${hasReference(q)})`;
}

/** As `invoicesNumbered`, for payments, granted credits and credit notes; also searches their references. */
export function receiptsNumbered(q: string): RawBuilder<unknown> {
  return sql.join(
    [
      sql`select id from payments where receipt_number like ${beginningWith(q.toUpperCase())}`,
      sql`select id from payments where ${hasReference(q)}`,
      ...[RECEIPTS, CREDITS, CREDIT_NOTES]
        .flatMap((numbering) => numbersMeant(numbering, q))
        .map((numbers) => sql`select id from payments where receipt_number in (${numbers})`),
    ],
    sql` union `,
  );
}
