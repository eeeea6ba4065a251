import { DownloadIcon, EyeOpenIcon, UndoIcon } from '@blueprintjs/icons';
import { type Payment, paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../../ui/allowed.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { saveReceiptPdf } from '../documents.ts';
import { ReversePaymentForm } from './reverse-payment-form.tsx';

/** What it was paid through: 'Bank', 'Mobile money, in SSP', 'Credit granted'. */
export function paidThrough({ account, currency }: Pick<Payment, 'account' | 'currency'>): string {
  if (!account) return 'Credit granted';
  return currency === 'SSP'
    ? `${paymentAccountLabels[account]}, in SSP`
    : paymentAccountLabels[account];
}

interface PaymentActions {
  of: (payment: Payment) => RowAction[];
  dialog: ReactNode;
}

/** What can be done with a payment, in the table and beside its detail. */
export function usePaymentActions(onView?: (payment: Payment) => void): PaymentActions {
  const may = useMay();
  const [reversing, setReversing] = useState<Payment>();
  return {
    of: (payment) => [
      ...(onView ? [{ label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(payment) }] : []),
      {
        label: 'Download receipt',
        icon: <DownloadIcon />,
        onClick: () => saveReceiptPdf(payment),
      },
      ...(may('payment.record')
        ? [
            {
              label: 'Reverse',
              icon: <UndoIcon />,
              onClick: () => setReversing(payment),
              destructive: true,
              disabledReason:
                payment.status === 'reversed'
                  ? `${payment.receiptId} is already reversed.`
                  : undefined,
            },
          ]
        : []),
    ],
    dialog: reversing && (
      <ReversePaymentForm payment={reversing} onClose={() => setReversing(undefined)} />
    ),
  };
}
