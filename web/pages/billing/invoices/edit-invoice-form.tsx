import { type Invoice, invoiceUpdate } from '@nimule/core/billing/invoices/schema';
import { formatUsd, toDecimal } from '@nimule/core/kernel/money';
import { CustomerField, pickedCustomer } from '../../../parts/customer-field.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, MoneyField, SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { type FormValues, formValuesOf } from '../../../ui/form/form.tsx';
import { useConfirmation } from '../../../ui/overlay/confirmation.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { readEditableInvoice } from './read-invoice.ts';

interface EditInvoiceFormProps {
  invoice: Invoice;
  onClose: () => void;
}

/** Amount and due date are required. */
const editForm = invoiceUpdate
  .omit({ amountSsp: true })
  .required({ amountUsd: true, dueDate: true })
  .extend({ customerId: pickedCustomer });

/** Only a payment or its reversal changes an invoice to or from 'paid' (decision 6). */
function statusesFor({ status, kind }: Invoice): { value: string; label: string }[] {
  const kept =
    status === 'paid'
      ? [{ value: 'paid', label: 'Paid' }]
      : [
          { value: 'pending', label: 'Pending' },
          { value: 'overdue', label: 'Overdue' },
        ];
  // The invoice of a sale is cancelled with its order.
  return kind === 'equipment' ? kept : [...kept, { value: 'cancelled', label: 'Cancelled' }];
}

type EditValues = FormValues<typeof editForm>;

function formValuesFor(invoice: Invoice) {
  return {
    ...formValuesOf(editForm, { ...invoice, customerId: String(invoice.customerId) }),
    amountUsd: toDecimal(invoice.amountUsd),
  };
}

function isPaidOn({ paidUsd }: Invoice): boolean {
  return paidUsd > 0;
}

/** The invoice of a sale is changed through its order, apart from due date and notes. */
const OF_SALE = 'This invoice belongs to a sales order and is changed through it.';

/** Why the customer cannot be changed. */
function customerHelp(invoice: Invoice): string | undefined {
  if (invoice.kind === 'equipment') return OF_SALE;
  return isPaidOn(invoice)
    ? 'The customer can be changed only while nothing is paid on the invoice.'
    : undefined;
}

/** Overrides of the input: the customer of a paid invoice, and a status that is no longer possible. */
function settle(merged: EditValues, current: Invoice): EditValues {
  const { customerId, status } = formValuesFor(current);
  const isOffered = statusesFor(current).some(({ value }) => value === merged.status);
  return { ...(isPaidOn(current) ? { customerId } : {}), ...(isOffered ? {} : { status }) };
}

/** The Edit Invoice dialog (seeds/000 7, decision 6). */
export function EditInvoiceForm({ invoice: opened, onClose }: EditInvoiceFormProps) {
  const confirmation = useConfirmation();
  const { id, invoiceId } = opened;
  return (
    <>
      <RecordForm
        title="Edit Invoice"
        description={
          <>
            <strong>{invoiceId}</strong>. A changed amount or customer reverses the entry in the
            books and posts it anew.
          </>
        }
        operation="updateInvoice"
        failure="Failed to update invoice"
        schema={editForm}
        record={opened}
        read={() => readEditableInvoice(id)}
        initial={formValuesFor}
        settle={settle}
        send={async (body, invoice) => {
          if (body.status === 'cancelled') {
            await confirmation.ask({
              title: `Cancel ${invoiceId}?`,
              text: cancelText(invoice),
              confirmLabel: 'Cancel invoice',
            });
          }
          return { params: { id }, body };
        }}
        done={() => toast('Invoice updated', invoiceId)}
        submitLabel="Save invoice"
        onClose={onClose}
      >
        {(invoice) => (
          <>
            <CustomerField
              initialLabel={invoice.customerName}
              disabled={customerHelp(invoice) !== undefined}
              help={customerHelp(invoice)}
            />
            <FieldRow>
              <MoneyField
                name="amountUsd"
                label="Amount (USD)"
                rate={invoice.exchangeRate}
                disabled={invoice.kind === 'equipment'}
              />
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
          </>
        )}
      </RecordForm>
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
