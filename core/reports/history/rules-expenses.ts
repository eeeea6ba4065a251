import type { Fields, HistoryEvent } from './rules.ts';

/** What the history shows of an expense, in its order. */
export const expenseFields: Fields = {
  date: ['Date', 'date'],
  location: ['Vendor', 'text'],
  description: ['Description', 'text'],
  expenseType: ['Type', 'word'],
  category: ['Category', 'word'],
  amountUsd: ['Amount', 'usd'],
  amountSsp: ['In pounds', 'ssp'],
  exchangeRate: ['Exchange rate', 'ssp'],
  currency: ['Currency', 'text'],
  account: ['Account', 'word'],
  openUsd: ['Not paid yet', 'usd'],
  openSsp: ['Not paid yet, in pounds', 'ssp'],
  reference: ['Reference', 'text'],
  notes: ['Notes', 'text'],
  // Of receipts.
  fileName: ['File', 'text'],
};

/** 'SSP 500 paid' of 'TXN-2026-000001 Vendor: SSP 500 paid'; the vendor may contain colons. */
function note({ summary }: HistoryEvent, mark: string): string {
  const at = summary.lastIndexOf(mark);
  const start = at < 0 ? -1 : summary.lastIndexOf(': ', at);
  return start < 0 ? '' : summary.slice(start + 2);
}

/** Texts of the actions on expenses. */
export const expenseWords: Readonly<Record<string, string | ((event: HistoryEvent) => string)>> = {
  'expense.create': 'Recorded',
  'expense.imported': 'Recorded by an import',
  'expense.recurred': 'Recorded by its template',
  'expense.update': 'Changed',
  'expense.delete': 'Deleted',
  'expense.pay': (event) => note(event, ' paid') || 'Paid',
  'expense.reversePayment': (event) => {
    const text = note(event, ' reversed, ');
    return text === '' ? 'Payment reversed' : text.charAt(0).toUpperCase() + text.slice(1);
  },
  'expense.attach': 'Receipt attached',
  'expense.detach': ({ before }) => {
    const { fileName } = (before ?? {}) as { fileName?: unknown };
    return `Receipt deleted: ${fileName}`;
  },
};
