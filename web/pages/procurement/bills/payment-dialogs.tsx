import { Checkbox } from '@blueprintjs/core';
import { cancelBillInput, type SupplierBill } from '@nimule/core/procurement/bills/schema';
import {
  reverseSupplierPayment,
  type SupplierPayment,
} from '@nimule/core/procurement/payments/schema';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { CashReturnField } from '../../../parts/cash-place.tsx';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { totalText } from '../procurement-words.ts';
import { openText } from './bill-words.tsx';

interface PaymentDialogProps {
  payment: SupplierPayment;
  onClose: () => void;
}

const paidText = ({ amount, currency }: SupplierPayment) => amountText(amount, currency);

/** Reverses a payment: the bills are open again. */
export function ReversePaymentForm({ payment, onClose }: PaymentDialogProps) {
  const { id, paymentId, supplierName } = payment;
  return (
    <RecordForm
      operation="reverseSupplierPayment"
      failure="Failed to reverse the payment."
      title={`Reverse ${paymentId}?`}
      description={`The payment of ${paidText(payment)} to ${supplierName} is taken back in the books, and its bills are open again. It stays in the list, marked as reversed.`}
      schema={reverseSupplierPayment}
      initial={{ reason: '' }}
      submitLabel="Reverse payment"
      busyLabel="Reversing…"
      destructive
      send={(body) => ({ params: { id }, body })}
      done={() => toast('Payment Reversed', `${paymentId}, ${paidText(payment)}`)}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} help="It is kept with the payment." />
      <CashReturnField of={payment} direction="in" />
    </RecordForm>
  );
}

const allocateForm = z.object({ billIds: z.array(z.number()).min(1, 'Choose a bill.') });

/** Settles open bills from what was paid in advance. */
export function AllocateDialog({ payment, onClose }: PaymentDialogProps) {
  const title = `Settle bills from ${payment.paymentId}`;
  const read = useRead('listBills', {
    query: { supplierId: payment.supplierId, state: 'open', sort: 'dueDate', pageSize: 500 },
  });
  return (
    <LoadingDialog title={title} noun="open bills" read={read} onClose={onClose}>
      {({ rows }) => (
        <RecordForm
          operation="allocateSupplierPayment"
          failure="Failed to settle the bills."
          title={title}
          description={
            rows.length === 0
              ? `${payment.supplierName} has no open bills.`
              : `${amountText(payment.advanceUsd, 'USD')} is paid in advance. The oldest of the chosen bills is settled first.`
          }
          schema={allocateForm}
          initial={{ billIds: [] }}
          isReady={({ billIds }) => (billIds || []).length > 0}
          send={(body) => ({ params: { id: payment.id }, body })}
          done={({ advanceUsd }) =>
            toast(
              'Bills Settled',
              `${amountText(advanceUsd, 'USD')} of ${payment.paymentId} is left.`,
            )
          }
          submitLabel="Settle bills"
          onClose={onClose}
        >
          <BillChoice bills={rows} />
        </RecordForm>
      )}
    </LoadingDialog>
  );
}

function BillChoice({ bills }: { bills: readonly SupplierBill[] }) {
  const { field } = useController({ name: 'billIds' });
  const chosen: readonly number[] = field.value;
  return (
    <div>
      {bills.map((bill) => (
        <Checkbox
          key={bill.id}
          checked={chosen.includes(bill.id)}
          onChange={(event) =>
            field.onChange(
              event.currentTarget.checked
                ? [...chosen, bill.id]
                : chosen.filter((one) => one !== bill.id),
            )
          }
        >
          <span className="mono">{bill.billId}</span> {bill.supplierNumber},{' '}
          <span className="numeric">{openText(bill)}</span>
        </Checkbox>
      ))}
    </div>
  );
}

interface CancelBillFormProps {
  bill: SupplierBill;
  onClose: () => void;
}

/** Cancels a bill on which nothing is paid. */
export function CancelBillForm({ bill, onClose }: CancelBillFormProps) {
  const { id, billId, supplierName, version } = bill;
  return (
    <RecordForm
      operation="cancelBill"
      failure="Failed to cancel the bill."
      title={`Cancel ${billId}?`}
      description={`The bill of ${supplierName} over ${totalText(bill)} is reversed in the books, and its goods can be billed again.`}
      schema={cancelBillInput.omit({ version: true })}
      initial={{ reason: '' }}
      submitLabel="Cancel bill"
      busyLabel="Cancelling…"
      destructive
      send={(typed) => ({ params: { id }, body: { ...typed, version } })}
      done={() => toast('Bill Cancelled', billId)}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} help="It is kept with the bill." />
    </RecordForm>
  );
}
