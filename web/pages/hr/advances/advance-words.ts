import type { Advance, AdvanceDetail } from '@nimule/core/hr/payroll/schema-payments';

type AdvanceState = 'open' | 'repaid' | 'reversed';

/** As the filter of the list calls it. */
export function stateOf({ reversedOn, openUsd }: Advance): AdvanceState {
  if (reversedOn !== null) return 'reversed';
  return openUsd > 0 ? 'open' : 'repaid';
}

export const stateLabels: Readonly<Record<AdvanceState, string>> = {
  open: 'Open',
  repaid: 'Repaid',
  reversed: 'Reversed',
};

/** The colour of a state is that of this status. */
export const stateColours: Readonly<Record<AdvanceState, string>> = {
  open: 'open',
  repaid: 'done',
  reversed: 'reversed',
};

type MovementKind = AdvanceDetail['movements'][number]['kind'];

export const movementLabels: Readonly<Record<MovementKind, string>> = {
  payroll: 'Deducted from pay',
  payroll_reversal: 'Deduction reversed',
  repayment: 'Paid back',
  repayment_reversal: 'Repayment reversed',
};
