import type { PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import { call } from '../../../client/call.ts';
import { LinesFields } from '../../../parts/procurement/lines-fields.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { editStatuses } from '../procurement-words.ts';
import { useLineAccounts } from './line-accounts.ts';
import { editBody, editOrderForm, editValuesOf } from './order-form.ts';

interface EditOrderFormProps {
  order: PurchaseOrder;
  onClose: () => void;
}

/** Edit a purchase order: its items while it is pending, then what of them came (seeds/002 4 and 5). */
export function EditOrderForm({ order, onClose }: EditOrderFormProps) {
  const { id, poNumber } = order;
  return (
    <RecordForm
      operation="updateOrder"
      failure="Failed to update purchase order."
      title={`Edit ${poNumber}`}
      description={({ status }) =>
        status === 'pending'
          ? 'The items can be changed until the order is approved.'
          : 'A higher received quantity records goods that came, a lower one goods that went back.'
      }
      schema={editOrderForm}
      record={order}
      read={(): Promise<PurchaseOrder> => call('getOrder', { params: { id } })}
      initial={editValuesOf}
      toastsFields
      send={(typed, { version }) => ({ params: { id }, body: editBody(typed, version) })}
      done={() => toast('Purchase order updated successfully', poNumber)}
      submitLabel="Save order"
      onClose={onClose}
      width={1040}
    >
      {(current) => <EditFields order={current} />}
    </RecordForm>
  );
}

function EditFields({ order }: { order: PurchaseOrder }) {
  const { status, items, currency, exchangeRate } = order;
  const accounts = useLineAccounts();
  const isPending = status === 'pending';
  const statuses = editStatuses.includes(status) ? editStatuses : [...editStatuses, status];
  return (
    <>
      <FieldRow>
        <DateField name="expectedDelivery" label="Expected delivery date" />
        <SelectField
          name="status"
          label="Status"
          options={statuses.map((value) => ({ value, label: humanize(value) }))}
        />
        <TextField name="reason" label="Reason for another status" maxLength={500} />
      </FieldRow>
      <LinesFields
        currency={currency}
        priceLabel="Unit price"
        rate={exchangeRate}
        accounts={accounts}
        isFixed={!isPending}
        received={{
          refusalOf: (place) =>
            isPending
              ? 'After approval'
              : items[place]?.isSerialised
                ? 'By serial number'
                : undefined,
        }}
      />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}
