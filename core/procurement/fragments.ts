import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a purchase order with this status counts as spent: it was approved. One that waits for approval, or was rejected
 * or cancelled, does not (decision 72).
 */
export const isSpent = (status: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${status} in ('approved', 'received')`;
