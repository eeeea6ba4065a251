import { type Invoice, invoiceUpdate } from '@nimule/core/billing/invoices/schema';
import { formatUsd, toDecimal } from '@nimule/core/kernel/money';
import { useMutation } from '../../../client/use-mutation.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, MoneyField, SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { boxesOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useRecord } from '../../../ui/form/stale-record.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { useConfirmation } from '../runs/confirmation.tsx';
import { CustomerField, pickedCustomer } from './customer-field.tsx';
import { readToChange } from './read-invoice.ts';

interface EditInvoiceFormProps {
  invoice: Invoice;
  onClose: () => void;
}

/** An invoice has an amount and a due date, whatever else is changed of it. */
const editForm = invoiceUpdate
  .omit({ amountSsp: true })
  .required({ amountUsd: true, dueDate: true })
  .extend({ customerId: pickedCustomer });

/** 'Paid' is reached and left only through a payment (decision 6). */
function statusesFor({ status }: Invoice): { value: string; label: string }[] {
  const kept =
    status === 'paid'
      ? [{ value: 'paid', label: 'Paid' }]
      : [
          { value: 'pending', label: 'Pending' },
          { value: 'overdue', label: 'Overdue' },
        ];
  return [...kept, { value: 'cancelled', label: 'Cancelled' }];
}

function boxesFor(invoice: Invoice) {
  return {
    ...boxesOf(editForm, { ...invoice, customerId: String(invoice.customerId) }),
    amountUsd: toDecimal(invoice.amountUsd),
  };
}

function isPaidOn({ paidUsd }: Invoice): boolean {
  return paidUsd > 0;
}

/** The Edit Invoice dialog (seeds/000 7, decision 6). */
export function EditInvoiceForm({ invoice: opened, onClose }: EditInvoiceFormProps) {
  const update = useMutation('updateInvoice', { failure: 'Failed to update invoice' });
  const confirmation = useConfirmation();
  const { id } = opened;
  const { record: invoice, reload } = useRecord<Invoice>(opened, () => readToChange(id));
  const { invoiceId } = invoice;
  return (
    <>
      <FormDialog
        title="Edit Invoice"
        description={
          <>
            <strong>{invoiceId}</strong>. A changed amount or customer reverses the entry in the
            books and posts it anew.
          </>
        }
        schema={editForm}
        initial={boxesFor(opened)}
        reload={async () => {
          const current = await reload();
          const boxes = boxesFor(current);
          const { customerId, status } = boxes;
          return {
            boxes,
            settled: (merged) => ({
              ...(isPaidOn(current) ? { customerId } : {}),
              ...(statusesFor(current).some(({ value }) => value === merged.status)
                ? {}
                : { status }),
            }),
          };
        }}
        submitLabel="Save invoice"
        submitError={update.error}
        onSubmit={async (input) => {
          if (input.status === 'cancelled') {
            await confirmation.ask({
              title: `Cancel ${invoiceId}?`,
              text: cancelText(invoice),
              confirmLabel: 'Cancel invoice',
            });
          }
          await update.run({ params: { id }, body: input });
          toast('Invoice updated', invoiceId);
        }}
        onClose={onClose}
      >
        <CustomerField
          initialLabel={invoice.customerName}
          disabled={isPaidOn(invoice)}
          {...(isPaidOn(invoice)
            ? { help: 'The customer can be changed only while nothing is paid on the invoice.' }
            : {})}
        />
        <FieldRow>
          <MoneyField name="amountUsd" label="Amount (USD)" rate={invoice.exchangeRate} />
          <DateField name="dueDate" label="Due date" />
        </FieldRow>
        <SelectField
          name="status"
          label="Status"
          options={statusesFor(invoice)}
          help={
            invoice.status === 'paid'
              ? "Set it back with 'Update Payment Status', which reverses the payment."
              : "An invoice becomes paid through 'Update Payment Status'."
          }
        />
        <TextAreaField name="notes" label="Notes" />
      </FormDialog>
      {confirmation.dialog}
    </>
  );
}

function cancelText({ amountUsd, paidUsd, customerName, kind }: Invoice): string {
  const parts = [
    `The invoice of ${formatUsd(amountUsd)} to ${customerName} is reversed in the books and can no longer be changed.`,
  ];
  if (kind === 'recurring') parts.push('Its month is not billed again.');
  if (paidUsd > 0)
    parts.push(`The ${formatUsd(paidUsd)} paid on it becomes the customer's credit.`);
  return parts.join(' ');
}
