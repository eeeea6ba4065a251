import type { SupplierBill } from '@nimule/core/procurement/bills/schema';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { billStateLabels, billStateTags } from '../procurement-words.ts';

type State = Pick<SupplierBill, 'state'>;

export function BillStateTag({ bill: { state } }: { bill: State }) {
  return <StatusTag status={billStateTags[state]} label={billStateLabels[state]} />;
}

/** Whether something of a bill can be paid. */
export function isPayable({ status, openAmount }: SupplierBill): boolean {
  return status === 'posted' && openAmount > 0;
}

export function openText({ openAmount, currency }: SupplierBill): string {
  return amountText(openAmount, currency);
}
