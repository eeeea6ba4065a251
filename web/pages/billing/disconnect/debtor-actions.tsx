import { DollarIcon, TimeIcon } from '@blueprintjs/icons';
import { useSearchParams } from 'react-router-dom';
import { recordingPayment } from '../../../app/recording-address.ts';
import { PromiseDialog } from '../../../parts/promise-dialog.tsx';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';

interface Debtor {
  customerId: number;
  customerNumber: string;
}

/** What is done with a customer who owes: taking the payment, or a promise of it. The list stays behind the dialog. */
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
              onClick: () => setParams((before) => recordingPayment(before, debtor.customerNumber)),
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
