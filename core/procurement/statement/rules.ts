import type { IsoDate } from '../../kernel/dates.ts';
import { addCents, type Cents, cents, ZERO } from '../../kernel/money.ts';
import type { SupplierStatement } from '../suppliers/schema.ts';

/** An entry that changes what is owed to a supplier. */
export interface StatementEntry {
  date: IsoDate;
  source: string;
  /** Of the bill or payment. */
  id: number;
  reference: string;
  /** The supplier's number of a bill, the reference of a payment. */
  note: string;
  /** US cents, above zero owed more. */
  netUsd: Cents;
}

type Line = SupplierStatement['lines'][number];

const words: Record<string, { kind: Line['kind']; text: string }> = {
  'supplier.bill': { kind: 'bill', text: 'Bill' },
  'supplier.bill.reversal': { kind: 'reversal', text: 'Bill cancelled:' },
  'supplier.payment': { kind: 'payment', text: 'Payment' },
  'supplier.payment.takenUp': { kind: 'exchange', text: 'Exchange difference of an advance' },
  'supplier.payment.reversal': { kind: 'reversal', text: 'Payment reversed' },
};

/** The lines of a statement with the balance after each. */
export function statementLines(opening: Cents, entries: readonly StatementEntry[]): Line[] {
  let balanceUsd = opening;
  return entries.map(({ date, source, id, reference, note, netUsd }) => {
    balanceUsd = addCents(balanceUsd, netUsd);
    const { kind, text } = words[source]!;
    const isOfBill = source.startsWith('supplier.bill');
    return {
      date,
      kind,
      id,
      reference,
      description: note === '' ? text : `${text} ${note}`,
      billedUsd: isOfBill ? netUsd : ZERO,
      paidUsd: isOfBill ? ZERO : cents(-netUsd),
      balanceUsd,
    };
  });
}
