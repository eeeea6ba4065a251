import { type RawBuilder, sql } from 'kysely';
import { type Numbering, numbersMeant } from '../database/counters.ts';
import { beginningWith } from '../database/like.ts';

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

/** As `invoicesNumbered`, of payments and of credits granted. */
export function receiptsNumbered(q: string): RawBuilder<unknown> {
  return sql.join(
    [
      sql`select id from payments where receipt_number like ${beginningWith(q.toUpperCase())}`,
      ...[RECEIPTS, CREDITS]
        .flatMap((numbering) => numbersMeant(numbering, q))
        .map((numbers) => sql`select id from payments where receipt_number in (${numbers})`),
    ],
    sql` union `,
  );
}
