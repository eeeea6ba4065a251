import { TickCircleIcon, UndoIcon } from '@blueprintjs/icons';
import type { SupplierPayment } from '@nimule/core/procurement/payments/schema';
import { useMay } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { AllocateDialog, ReversePaymentForm } from './payment-dialogs.tsx';

/** Reverse, and settle bills from an advance; nothing for roles that do not pay. */
export function usePaymentActions(): RecordActions<SupplierPayment> {
  const may = useMay();
  const { open, dialog } = useDialogs({
    settle: (payment: SupplierPayment, close) => (
      <AllocateDialog payment={payment} onClose={close} />
    ),
    reverse: (payment: SupplierPayment, close) => (
      <ReversePaymentForm payment={payment} onClose={close} />
    ),
  });
  const of = (payment: SupplierPayment): RowAction[] => {
    if (!may('supplier.pay') || payment.reversedOn !== null) return [];
    return [
      ...(payment.advanceUsd > 0
        ? [
            {
              label: 'Settle bills',
              icon: <TickCircleIcon />,
              onClick: () => open('settle', payment),
            },
          ]
        : []),
      {
        label: 'Reverse',
        icon: <UndoIcon />,
        onClick: () => open('reverse', payment),
        destructive: true,
      },
    ];
  };
  return { of, dialog };
}
