import type { ReactNode } from 'react';
import { StepPanel } from '../../light/steps.tsx';

const STEPS = ['Choose package', 'Pay', 'Success'] as const;

/** One of the three steps of a purchase (seeds/002 2). */
export function PurchaseStep({ step, children }: { step: 1 | 2 | 3; children: ReactNode }) {
  return (
    <StepPanel names={STEPS} step={step}>
      {children}
    </StepPanel>
  );
}
