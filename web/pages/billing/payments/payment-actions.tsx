import { EyeOpenIcon, UndoIcon } from '@blueprintjs/icons';
import type { Payment } from '@nimule/core/billing/payments/schema';
import { receiptAction } from '../../../parts/documents.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { ReversePaymentForm } from './reverse-payment-form.tsx';

/** Why a payment cannot be reversed, as far as a list knows; undefined if it can. */
function reasonAgainst({ receiptId, status, kind }: Payment): string | undefined {
  if (status === 'reversed') return `${receiptId} is already reversed.`;
  if (kind === 'credit_note')
    return `${receiptId} is the credit note of goods that came back and cannot be reversed.`;
  return undefined;
}

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
              disabledReason: reasonAgainst(payment),
            },
          ]
        : []),
    ],
    dialog,
  };
}
