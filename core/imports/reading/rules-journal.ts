import { readAmount } from '../../kernel/amounts-typed.ts';
import { parseCents } from '../../kernel/money.ts';
import { detachedCopy, headerKey } from '../../kernel/text.ts';
import type { BuiltImportType } from '../schema-types.ts';

const DEBITS = ['Debit', 'Debits', 'Debit Amount', 'Dr'].map(headerKey);
const CREDITS = ['Credit', 'Credits', 'Credit Amount', 'Cr'].map(headerKey);
const GROUPS = [
  ...['Date', 'Transaction Date', 'Posting Date', 'Value Date', 'Entry Date'],
  ...['Reference', 'Ref', 'Entry', 'Entry No', 'Journal No', 'Voucher No', 'Transaction ID'],
].map(headerKey);

/** Rows that are looked at; the group of the last one may be cut off. */
const MAX_ROWS = 5000;
const MAX_TEXT = 100;

const JOURNAL =
  'The debits of this file equal its credits for each date and reference, as in a journal. If it is one, import it as journal entries (accounting).';

function centsOf(text: string): number {
  return text.length > MAX_TEXT ? 0 : (parseCents(readAmount(text, 'usual')) ?? 0);
}

/** Tells a journal that is imported as a list of invoices or of cash: every date and reference is balanced. */
export function createJournalFinder(
  type: BuiltImportType,
  header: readonly string[],
): { see(cells: readonly string[]): void; warnings(): string[] } {
  const keys = header.map(headerKey);
  const [debit, credit] = [DEBITS, CREDITS].map((names) =>
    keys.findIndex((key) => names.includes(key)),
  ) as [number, number];
  const groups = keys.flatMap((key, place) => (GROUPS.includes(key) ? [place] : []));
  const isWatched =
    (type === 'billing' || type === 'cash') && debit >= 0 && credit >= 0 && groups.length > 0;
  const rests = new Map<string, number>();
  let rows = 0;
  let moved = 0;
  let last = '';
  return {
    see(cells) {
      if (!isWatched || rows >= MAX_ROWS) return;
      rows += 1;
      const amount = centsOf(cells[debit] ?? '') - centsOf(cells[credit] ?? '');
      if (amount === 0) return;
      moved += 1;
      last = detachedCopy(
        groups.map((place) => (cells[place] ?? '').slice(0, MAX_TEXT)).join('\t'),
      );
      rests.set(last, (rests.get(last) ?? 0) + amount);
    },
    warnings() {
      if (rows >= MAX_ROWS) rests.delete(last);
      const isBalanced = rests.size > 0 && [...rests.values()].every((rest) => rest === 0);
      return isBalanced && moved >= 2 ? [JOURNAL] : [];
    },
  };
}
