import { EyeOpenIcon, UndoIcon } from '@blueprintjs/icons';
import type { Payment } from '@nimule/core/billing/payments/schema';
import { receiptAction } from '../../../parts/documents.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { ReversePaymentForm } from './reverse-payment-form.tsx';

/** Actions of a payment in the table and its drawer. */
export function usePaymentActions(onView?: (payment: Payment) => void): RecordActions<Payment> {
  const may = useMay();
  const { open, dialog } = useDialogs({
    reverse: (payment: Payment, close) => <ReversePaymentForm payment={payment} onClose={close} />,
  });
  return {
    of: (payment) => [
      ...(onView ? [{ label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(payment) }] : []),
      receiptAction(payment),
      ...(may('payment.record')
        ? [
            {
              label: 'Reverse',
              icon: <UndoIcon />,
              onClick: () => open('reverse', payment),
              destructive: true,
              disabledReason:
                payment.status === 'reversed'
                  ? `${payment.receiptId} is already reversed.`
                  : undefined,
            },
          ]
        : []),
    ],
    dialog,
  };
}
