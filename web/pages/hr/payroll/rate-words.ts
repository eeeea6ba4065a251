import type { PayrollRate, TaxKind } from '@nimule/core/hr/payroll/schema-rates';
import { formatSsp, formatUsd } from '@nimule/core/kernel/money';

export const taxKindLabels: Readonly<Record<TaxKind, string>> = {
  flat: 'One rate of the gross pay',
  progressive: 'Each part of the pay at the rate of its bracket',
  whole: 'All of the pay at the rate of the bracket it reaches',
};

/** 1550 → '15.5%'. */
export function percentText(points: number): string {
  return `${points / 100}%`;
}

/** '15.5' → 1550; undefined if it is not a percentage with at most two decimals. */
export function pointsIn(text: string): number | undefined {
  const typed = text.trim();
  if (typed.length > 6 || !/^\d{1,3}(\.\d{1,2})?$/.test(typed)) return undefined;
  const points = Math.round(Number(typed) * 100);
  return points <= 10_000 ? points : undefined;
}

/** '0% from SSP 0, 5% from SSP 2,001'. */
export function taxText({ taxKind, taxCurrency, brackets }: PayrollRate): string {
  if (taxKind === 'flat') return percentText(brackets[0]?.points ?? 0);
  const amount = taxCurrency === 'SSP' ? formatSsp : formatUsd;
  return brackets
    .map(({ fromAmount, points }) => `${percentText(points)} from ${amount(fromAmount)}`)
    .join(', ');
}
