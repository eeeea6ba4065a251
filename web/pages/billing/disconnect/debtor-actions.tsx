import { DollarIcon, TimeIcon } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { recordingPayment } from '../../../app/recording-address.ts';
import { PromiseDialog } from '../../../parts/promise-dialog.tsx';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';

interface Debtor {
  customerId: number;
  customerNumber: string;
}

interface DebtorActions {
  of: (debtor: Debtor) => RowAction[];
  /** The dialog that is open, to be rendered once. */
  dialog: ReactNode;
}

/** What is done with a customer who owes: taking the payment, or a promise of it. The list stays behind the dialog. */
export function useDebtorActions(): DebtorActions {
  const may = useMay();
  const refusalOf = useRefusal();
  const [, setParams] = useSearchParams();
  const [promiser, setPromiser] = useState<number>();
  return {
    of: ({ customerId, customerNumber }) => [
      ...(may('payment.record')
        ? [
            {
              label: 'Record payment',
              icon: <DollarIcon />,
              onClick: () => setParams((before) => recordingPayment(before, customerNumber)),
            },
          ]
        : []),
      {
        label: 'Promise to pay',
        icon: <TimeIcon />,
        onClick: () => setPromiser(customerId),
        disabledReason: refusalOf('customer.write'),
      },
    ],
    dialog: promiser !== undefined && (
      <PromiseDialog customerId={promiser} onClose={() => setPromiser(undefined)} />
    ),
  };
}
