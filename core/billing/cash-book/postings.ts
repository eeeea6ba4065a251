import { credit, debit, inPounds, type Posting, type PostingLine } from '../../accounting/rules.ts';
import { cents, formatSsp } from '../../kernel/money.ts';
import type { PlannedCash } from './rules.ts';

export type PlannedEntry = PlannedCash & { kind: 'entry' };

/** Money in is a debit of the cash account. The cash line tells an amount that was in another currency. */
function linesOf(plan: PlannedEntry): PostingLine[] {
  const { amountUsd, currency, amount, account, counterAccount, description, foreign } = plan;
  const withPounds = (line: PostingLine, isIn: boolean) =>
    isIn && plan.pounds !== null ? inPounds(line, plan.pounds) : line;
  const size = cents(Math.abs(amountUsd));
  const other = currency === 'SSP' ? formatSsp(cents(Math.abs(amount))) : foreign?.note;
  const note = [description, other].filter(Boolean).join(', ');
  const [ofCash, ofCounter] = amountUsd > 0 ? [debit, credit] : [credit, debit];
  const lines = [
    withPounds(ofCash(account, size, undefined, note), plan.inPounds),
    withPounds(
      ofCounter(counterAccount.code, size, undefined, description),
      counterAccount.currency === 'SSP',
    ),
  ];
  return amountUsd > 0 ? lines : lines.reverse();
}

/** The entry of a line without a customer, between its account and the counter account; `id` is its source id. */
export function cashPosted(plan: PlannedEntry, id: number): Posting {
  const { date, reference, description, counterAccount } = plan;
  return {
    date,
    description: description || counterAccount.name,
    reference,
    source: 'import.cash',
    sourceId: id,
    revision: 1,
    lines: linesOf(plan),
    cash: 'safe',
  };
}
