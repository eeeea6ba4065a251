import type { Loan, LoanStatus } from '@nimule/core/sales/schema';
import { TwoLines } from '../../ui/layout.tsx';
import { StatusTag } from '../../ui/tags.tsx';

export const loanStatusLabels: Readonly<Record<LoanStatus, string>> = {
  out: 'On loan',
  good: 'Taken back',
  damaged: 'Damaged',
  lost: 'Lost',
};

/** 'MikroTik hAP ac2, SN-1'; '5 × Patch cable'. */
export function deviceText({ description, serial, quantity }: Loan): string {
  const what = quantity > 1 ? `${quantity} × ${description}` : description;
  return [what, serial].filter(Boolean).join(', ');
}

/** Table cell with the device and its serial number, else its MAC address or the number of the item. */
export function Device({ loan }: { loan: Loan }) {
  const { description, serial, macAddress, quantity, equipmentNumber } = loan;
  return (
    <TwoLines quiet={<span className="mono">{serial || macAddress || equipmentNumber}</span>}>
      <span dir="auto">{quantity > 1 ? `${quantity} × ${description}` : description}</span>
    </TwoLines>
  );
}

/** Whether the device is still with a customer whose service has ended. */
function isToCollect({ status, customerStatus }: Loan): boolean {
  return status === 'out' && customerStatus === 'Inactive';
}

export function LoanStatusTag({ loan }: { loan: Loan }) {
  return isToCollect(loan) ? (
    <StatusTag status="late" label="To collect" />
  ) : (
    <StatusTag status={loan.status} label={loanStatusLabels[loan.status]} />
  );
}
