import type { ReactNode } from 'react';
import { StepPanel } from '../../light/steps.tsx';

const STEPS = {
  package: ['Choose package', 'Pay', 'Success'],
  bill: ['Look at the bill', 'Pay', 'Paid'],
} as const;

/** One of the three steps of a purchase (seeds/002 2). */
export function PurchaseStep({
  step,
  of = 'package',
  children,
}: {
  step: 1 | 2 | 3;
  of?: keyof typeof STEPS | undefined;
  children: ReactNode;
}) {
  return (
    <StepPanel names={STEPS[of]} step={step}>
      {children}
    </StepPanel>
  );
}
