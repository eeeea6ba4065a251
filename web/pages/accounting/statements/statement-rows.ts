import type { CashFlowClass } from '@nimule/core/accounting/schema';
import { cashFlowItemOf, cashFlowItems } from '@nimule/core/accounting/statements/rules-cash-flow';
import { cashFlowItemNames, type StatementLine } from '@nimule/core/accounting/statements/schema';
import { type Cents, sumOf, ZERO } from '@nimule/core/kernel/money';
import { groupBy } from '../group-by.ts';

export interface Figure {
  amount: Cents;
  compared: Cents | null;
  yearToDate: Cents | null;
}

export interface StatementGroup {
  /** Empty for a group that is none of the chart. */
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

/** The lines of an activity of the cash flow by receipt and payment (decision 73), with subtotals. */
export function groupsOfActivity(
  activity: CashFlowClass,
  lines: readonly StatementLine[],
): StatementGroup[] {
  const byItem = groupBy(lines, (line) => cashFlowItemOf({ ...line, cashFlow: activity }));
  return cashFlowItemNames.flatMap((item) => {
    const own = byItem.get(item);
    return own
      ? [{ code: '', name: cashFlowItems[item].name, figure: sumFigures(own), lines: own }]
      : [];
  });
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
