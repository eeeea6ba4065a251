import type { StatementLine } from '@nimule/core/accounting/statements/schema';
import { type Cents, sumOf, ZERO } from '@nimule/core/kernel/money';
import { groupBy } from '../group-by.ts';

export interface Figure {
  amount: Cents;
  compared: Cents | null;
  yearToDate: Cents | null;
}

export interface StatementGroup {
  code: string;
  name: string;
  figure: Figure;
  lines: readonly StatementLine[];
}

/** The lines by their groups, in the order in which they come, with subtotals. */
export function groupsOf(lines: readonly StatementLine[]): StatementGroup[] {
  return [...groupBy(lines, ({ groupCode }) => groupCode)].map(([code, own]) => ({
    code,
    name: own[0]?.groupName ?? '',
    figure: sumFigures(own),
    lines: own,
  }));
}

export function addFigures(...figures: readonly Figure[]): Figure {
  return sumFigures(figures);
}

/** Null where one of the figures is null. */
function sumFigures(lines: readonly Figure[]): Figure {
  const sum = (of: (line: Figure) => Cents | null) =>
    lines.some((line) => of(line) === null) ? null : sumOf(lines, (line) => of(line) ?? ZERO);
  return {
    amount: sumOf(lines, ({ amount }) => amount),
    compared: sum(({ compared }) => compared),
    yearToDate: sum(({ yearToDate }) => yearToDate),
  };
}
