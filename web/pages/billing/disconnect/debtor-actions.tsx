import { DollarIcon, TimeIcon } from '@blueprintjs/icons';
import { useSearchParams } from 'react-router-dom';
import { withPaymentDialog } from '../../../app/payment-dialog-url.ts';
import { PromiseDialog } from '../../../parts/promise-dialog.tsx';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';

interface Debtor {
  customerId: number;
  customerNumber: string;
}

/** Actions for a customer who owes money: record a payment or a promise to pay. */
export function useDebtorActions(): RecordActions<Debtor> {
  const may = useMay();
  const refusalOf = useRefusal();
  const [, setParams] = useSearchParams();
  const { open, dialog } = useDialogs({
    promise: ({ customerId }: Debtor, close) => (
      <PromiseDialog customerId={customerId} onClose={close} />
    ),
  });
  return {
    of: (debtor) => [
      ...(may('payment.record')
        ? [
            {
              label: 'Record payment',
              icon: <DollarIcon />,
              onClick: () =>
                setParams((before) => withPaymentDialog(before, debtor.customerNumber)),
            },
          ]
        : []),
      {
        label: 'Promise to pay',
        icon: <TimeIcon />,
        onClick: () => open('promise', debtor),
        disabledReason: refusalOf('customer.write'),
      },
    ],
    dialog,
  };
}
