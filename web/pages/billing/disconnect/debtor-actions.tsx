import { DollarIcon, TimeIcon } from '@blueprintjs/icons';
import { useSearchParams } from 'react-router-dom';
import { withPaymentDialog } from '../../../app/payment-dialog-url.ts';
import { useRead } from '../../../client/use-read.ts';
import { PromiseForm } from '../../../parts/promise-form.tsx';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';

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

interface PromiseDialogProps {
  /** The internal id. */
  customerId: number;
  onClose: () => void;
}

/** Loads a customer and opens the promise form. */
function PromiseDialog({ customerId, onClose }: PromiseDialogProps) {
  const read = useRead('getCustomer', { params: { id: customerId } });
  return (
    <LoadingDialog title="Do Not Disconnect" noun="customer" read={read} onClose={onClose}>
      {(customer) => <PromiseForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
