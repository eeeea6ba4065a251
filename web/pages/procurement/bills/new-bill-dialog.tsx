import { isIsoDate } from '@nimule/core/kernel/dates';
import type { Currency } from '@nimule/core/kernel/money';
import { orderCurrencies, type PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import type { Supplier } from '@nimule/core/procurement/suppliers/schema';
import { useWatch } from 'react-hook-form';
import { useRead } from '../../../client/use-read.ts';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { numberText } from '../../../ui/counted.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import {
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast, toastWarning } from '../../../ui/overlay/toaster.tsx';
import { dueDateOf, totalText } from '../procurement-words.ts';
import { billBody, billForm, type BillLine, billTotal, linesToBill, newBill } from './bill-form.ts';

const TITLE = 'Record Supplier Bill';
/** The most orders whose goods are offered, the oldest first. */
const ORDERS = 200;

interface NewBillDialogProps {
  supplier: Pick<Supplier, 'id' | 'name'>;
  /** The order whose goods are proposed; by default all of the supplier. */
  orderId?: number;
  onClose: () => void;
}

/** Records a bill of a supplier for goods that came (three-way match). */
export function NewBillDialog(props: NewBillDialogProps) {
  const { id } = props.supplier;
  const supplier = useRead('getSupplier', { params: { id } });
  const orders = useRead('listOrders', {
    query: { supplierId: id, toBill: '1', sort: 'orderDate', pageSize: ORDERS, total: '1' },
  });
  const own = useRead(
    'getOrder',
    { params: { id: props.orderId ?? 0 } },
    { when: props.orderId !== undefined },
  );
  const data =
    supplier.data && orders.data && (props.orderId === undefined || own.data)
      ? {
          supplier: supplier.data,
          orders: withOrder(orders.data.rows, own.data),
          isCut: (orders.data.total ?? 0) > orders.data.rows.length,
        }
      : undefined;
  const read = {
    ...orders,
    data,
    error: orders.error ?? supplier.error ?? own.error,
    refresh: () => {
      own.refresh();
      supplier.refresh();
      orders.refresh();
    },
  };
  return (
    <LoadingDialog title={TITLE} noun="orders" read={read} onClose={props.onClose}>
      {(loaded) => <BillForm {...props} {...loaded} />}
    </LoadingDialog>
  );
}

/** The orders with the one of which the dialog was opened, if it is not among them. */
function withOrder(orders: readonly PurchaseOrder[], own: PurchaseOrder | undefined) {
  return own === undefined || orders.some(({ id }) => id === own.id) ? orders : [own, ...orders];
}

type BillFormProps = NewBillDialogProps & {
  supplier: Supplier;
  orders: readonly PurchaseOrder[];
  /** More orders wait for a bill than are shown. */
  isCut: boolean;
};

function BillForm({ supplier, orders, isCut, orderId, onClose }: BillFormProps) {
  const lines = linesToBill(orders, orderId);
  const limit = isCut ? ` Shown are the oldest ${ORDERS} orders.` : '';
  return (
    <RecordForm
      operation="createBill"
      failure="Failed to record the bill."
      title={TITLE}
      description={
        lines.length === 0
          ? `${supplier.name} has delivered nothing that is not billed.`
          : `${supplier.name}: what came and is not billed is proposed. A price that differs from the order's is held until it is accepted.${limit}`
      }
      schema={billForm}
      initial={newBill(lines)}
      isReady={() => lines.length > 0}
      toastsFields
      send={(typed) => ({ body: billBody(typed, supplier.id) })}
      done={(bill) => {
        const text = `${bill.billId}: ${totalText(bill)}`;
        if (bill.status === 'held') toastWarning('Bill Held', `${text}. ${bill.heldReason}`);
        else toast('Bill Recorded', text);
      }}
      submitLabel="Record bill"
      busyLabel="Recording…"
      onClose={onClose}
      width={720}
    >
      <BillFields supplier={supplier} />
    </RecordForm>
  );
}

function BillFields({ supplier }: { supplier: Supplier }) {
  const lines: readonly BillLine[] = useWatch({ name: 'lines' }) ?? [];
  const billDate = useFieldValue('billDate');
  const currency: Currency = useFieldValue('currency') === 'SSP' ? 'SSP' : 'USD';
  useProposedValue(
    'dueDate',
    isIsoDate(billDate) ? dueDateOf(billDate, supplier.paymentTerms) : undefined,
  );
  const used = orderCurrencies.filter((one) => lines.some((line) => line.currency === one));
  return (
    <>
      <FieldRow>
        <TextField name="supplierNumber" label="Number of the bill" maxLength={60} />
        <DateField name="billDate" label="Bill date" />
        <DateField
          name="dueDate"
          label="Due date"
          help={`By the terms: ${supplier.paymentTerms}`}
        />
        {used.length > 1 && (
          <SelectField name="currency" label="Currency" options={orderCurrencies} />
        )}
      </FieldRow>
      {lines.map((line, place) =>
        line.currency === currency ? (
          <FieldGroup
            key={`${line.orderId}-${line.orderLine}`}
            legend={line.description}
            description={`${line.poNumber}: ${numberText(line.most)} to bill`}
          >
            <FieldRow>
              <NumberField
                name={`lines.${place}.quantity`}
                label="Quantity"
                unit={`of ${numberText(line.most)}`}
              />
              <MoneyField
                name={`lines.${place}.unitPrice`}
                label="Unit price"
                currency={currency}
              />
            </FieldRow>
          </FieldGroup>
        ) : null,
      )}
      <p role="status">
        Total{' '}
        <strong className="numeric">{amountText(billTotal(lines, currency), currency)}</strong>
      </p>
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}
