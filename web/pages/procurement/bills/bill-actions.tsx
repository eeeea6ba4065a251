import { BanCircleIcon, DollarIcon, EyeOpenIcon } from '@blueprintjs/icons';
import type { SupplierBill } from '@nimule/core/procurement/bills/schema';
import { useMay } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { isPayable } from './bill-words.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { CancelBillForm } from './payment-dialogs.tsx';

/** Whether a bill can be cancelled: nothing is paid on it. */
function isCancellable({ status, openAmount, totalAmount }: SupplierBill): boolean {
  return status === 'held' || (status === 'posted' && openAmount === totalAmount);
}

/** Pay and cancel, with their dialogs, where the role may. */
export function useBillChanges<T extends SupplierBill>(): RecordActions<T> {
  const may = useMay();
  const { open, dialog } = useDialogs({
    pay: (bill: SupplierBill, close) => (
      <PayDialog
        supplier={{ id: bill.supplierId, name: bill.supplierName }}
        billId={bill.id}
        onClose={close}
      />
    ),
    cancel: (bill: SupplierBill, close) => <CancelBillForm bill={bill} onClose={close} />,
  });
  const of = (bill: T): RowAction[] => [
    ...(may('supplier.pay') && isPayable(bill)
      ? [
          {
            label: 'Pay',
            icon: <DollarIcon />,
            onClick: () => open('pay', bill),
            prominent: true,
            isGrave: true,
          },
        ]
      : []),
    ...(may('bill.write') && isCancellable(bill)
      ? [
          {
            label: 'Cancel bill',
            icon: <BanCircleIcon />,
            onClick: () => open('cancel', bill),
            destructive: true,
          },
        ]
      : []),
  ];
  return { of, dialog };
}

/** In the list: view first. */
export function useBillActions(
  onView: (bill: { id: number }) => void,
): RecordActions<SupplierBill> {
  const changes = useBillChanges<SupplierBill>();
  return {
    of: (bill) => [
      { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(bill), prominent: true },
      ...changes.of(bill),
    ],
    dialog: changes.dialog,
  };
}
