import { type Fields, type HistoryEvent, type KindInWords, recordOf } from './rules-kind.ts';

/** What the history shows of an expense, in its order. */
const expenseFields: Fields = {
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

function reversedInWords(event: HistoryEvent): string {
  const text = note(event, ' reversed, ');
  return text === '' ? 'Payment reversed' : text.charAt(0).toUpperCase() + text.slice(1);
}

export const expenseKinds = {
  expense: {
    number: ['expenses', 'transaction_id'],
    overview: true,
    actions: {
      'expense.create': ['Expense recorded', 'Recorded'],
      'expense.imported': [null, 'Recorded by an import'],
      'expense.recurred': [null, 'Recorded by its template'],
      'expense.update': ['Expense changed', 'Changed'],
      'expense.delete': ['Expense deleted', 'Deleted'],
      'expense.pay': ['Expense paid', (event) => note(event, ' paid') || 'Paid'],
      'expense.reversePayment': ['Payment of an expense reversed', reversedInWords],
      'expense.import': ['Expenses imported'],
      'expense.attach': ['Receipt attached to an expense', 'Receipt attached'],
      'expense.detach': [
        'Receipt of an expense deleted',
        ({ before }) => `Receipt deleted: ${recordOf(before).fileName}`,
      ],
      'expense.recurring': ['Recurring expenses recorded'],
    },
    fields: expenseFields,
  },
} as const satisfies Record<string, KindInWords>;
