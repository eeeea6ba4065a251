import { leaf } from '../../accounting/chart.ts';
import { credit, debit, type Posting, type PostingLine } from '../../accounting/rules.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { LoanStatus } from '../schema.ts';

interface LoanFacts {
  id: number;
  loanNumber: string;
  description: string;
  /** 'SC003 Akol Deng'. */
  customer: string;
  /** US cents. */
  valueUsd: Cents;
}

interface Event {
  source: 'loan.issue' | 'loan.return' | 'loan.loss';
  words: string;
  date: IsoDate;
  lines: PostingLine[];
}

function postingOf(loan: LoanFacts, { source, words, date, lines }: Event): Posting[] {
  // Equipment that cost nothing has no value in the books.
  if (loan.valueUsd === 0) return [];
  const description = `${words} ${loan.loanNumber}: ${loan.description}, ${loan.customer}`;
  return [
    {
      date,
      description,
      reference: loan.loanNumber,
      source,
      sourceId: loan.id,
      revision: 1,
      lines,
    },
  ];
}

/** Equipment that is issued to a customer: 1320 / 1410. */
export function loanIssued(loan: LoanFacts, date: IsoDate): Posting[] {
  const lines = [
    debit(leaf.equipmentAtCustomers, loan.valueUsd),
    credit(leaf.equipmentInventory, loan.valueUsd),
  ];
  return postingOf(loan, { source: 'loan.issue', words: 'Loan', date, lines });
}

/** Equipment taken back as good: 1410 / 1320; damaged or lost: 5230 / 1320. */
export function loanEnded(
  loan: LoanFacts,
  status: Exclude<LoanStatus, 'out'>,
  date: IsoDate,
): Posting[] {
  const isGood = status === 'good';
  const account = isGood ? leaf.equipmentInventory : leaf.stockAdjustments;
  const lines = [debit(account, loan.valueUsd), credit(leaf.equipmentAtCustomers, loan.valueUsd)];
  const words = { good: 'Loan taken back', damaged: 'Damaged on loan', lost: 'Lost on loan' };
  return postingOf(loan, {
    source: isGood ? 'loan.return' : 'loan.loss',
    words: words[status],
    date,
    lines,
  });
}
