import type { Ctx } from '../../context.ts';
import type { BookValues } from '../../kernel/books.ts';
import { findOpeningEntry } from './queries-balances.ts';
import { type BalancesPlan, postedAmounts } from './rules-balances.ts';

/** What `importOpeningBalances` tells of the rows. */
export type OpeningOfRows = Pick<BalancesPlan, 'amounts' | 'accounts'>;

/** The sides of a balance in US cents, debits positive, by the keys of the totals. */
export function sidesOf(amount: number): { debits: number; credits: number } {
  return { debits: Math.max(amount, 0), credits: Math.max(-amount, 0) };
}

/** What the opening entry in force holds of each row of a trial balance. */
export async function openingInBooks(tx: Ctx, rows: OpeningOfRows): Promise<BookValues[]> {
  const entry = await findOpeningEntry(tx.db);
  return postedAmounts(rows, entry?.lines ?? []).map((amount) => ({ values: sidesOf(amount) }));
}
