import { formatUsd } from '@nimule/core/kernel/money';
import type { SalesOrderDetail } from '@nimule/core/sales/schema';
import { useMemo } from 'react';
import { call } from '../../../client/call.ts';
import { CustomerField } from '../../../parts/customer-field.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { toast, toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { newSale, saleBody, saleForm, valuesOfSale } from './sale-form.ts';
import { isBelowList } from './sale-lines.ts';
import { SaleLinesFields, useSaleLines } from './sale-lines-fields.tsx';
import { saveSaleInvoice } from './sale-words.tsx';

const WIDTH = 860;

interface NewSaleFormProps {
  onView: (sale: { id: number }) => void;
  onClose: () => void;
}

/** Create Sales Order (seeds/002 5). */
export function NewSaleForm({ onView, onClose }: NewSaleFormProps) {
  const rate = useRateOn('');
  return (
    <RecordForm
      operation="createSale"
      failure="Failed to create sales order"
      saysReason
      title="Create Sales Order"
      description="Its items are reserved in stock until the order is delivered or given up."
      schema={saleForm}
      initial={newSale()}
      send={(typed) => {
        const { customerId, ...body } = saleBody(typed);
        return { body: { ...body, customerId: Number(customerId) } };
      }}
      done={(sale) =>
        toastWithActions(
          'Sales Order Created',
          sale.priceCheck === 'waiting'
            ? `${sale.orderNumber}: its price below the list waits for acceptance.`
            : `${sale.orderNumber}: ${formatUsd(sale.totalAmountUsd)}, ${sale.customerName}`,
          [
            { label: 'Open', onClick: () => onView(sale) },
            { label: 'Pro forma', onClick: () => saveSaleInvoice(sale) },
          ],
        )
      }
      submitLabel="Create order"
      busyLabel="Creating…"
      onClose={onClose}
      width={WIDTH}
    >
      <CustomerField />
      <SaleLinesFields rate={rate} />
      <OrderFields />
    </RecordForm>
  );
}

/** Changes a pending order; its items are reserved anew. */
export function EditSaleForm({ sale, onClose }: { sale: SalesOrderDetail; onClose: () => void }) {
  const { id, orderNumber } = sale;
  return (
    <RecordForm
      operation="updateSale"
      failure="Failed to update sales order."
      title={`Edit ${orderNumber}`}
      description="A pending order can be changed until it is approved or confirmed."
      schema={saleForm}
      record={sale}
      read={(): Promise<SalesOrderDetail> => call('getSale', { params: { id } })}
      initial={valuesOfSale}
      send={(typed, { version }) => {
        const { customerId, ...body } = saleBody(typed);
        return { params: { id }, body: { ...body, customerId: Number(customerId), version } };
      }}
      done={({ priceCheck }) =>
        toast(
          'Sales order updated',
          priceCheck === 'waiting'
            ? `${orderNumber}: its price below the list waits for acceptance.`
            : orderNumber,
        )
      }
      submitLabel="Save order"
      onClose={onClose}
      width={WIDTH}
    >
      {(current) => <EditFields sale={current} />}
    </RecordForm>
  );
}

function EditFields({ sale }: { sale: SalesOrderDetail }) {
  const { items, customerName, exchangeRate } = sale;
  const reserved = useMemo(() => {
    const units = new Map<string, number>();
    for (const { equipmentId, quantity } of items)
      units.set(String(equipmentId), (units.get(String(equipmentId)) ?? 0) + quantity);
    return units;
  }, [items]);
  return (
    <>
      <CustomerField initialLabel={customerName} />
      <SaleLinesFields rate={exchangeRate} reserved={reserved} />
      <OrderFields />
    </>
  );
}

function OrderFields() {
  const lines = useSaleLines();
  return (
    <>
      {lines.some(isBelowList) && (
        <TextAreaField
          name="priceReason"
          label="Reason for the price below the list"
          rows={2}
          help="Another person must accept the price before the order is confirmed."
        />
      )}
      <FieldRow>
        <DateField name="deliveryDate" label="Delivery date" />
        <TextField name="deliveryAddress" label="Delivery address" maxLength={500} />
      </FieldRow>
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}
