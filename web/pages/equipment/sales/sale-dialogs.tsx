import { formatUsd } from '@nimule/core/kernel/money';
import type { SalesOrderDetail } from '@nimule/core/sales/schema';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../../client/call.ts';
import { useRead } from '../../../client/use-read.ts';
import { savePdf } from '../../../parts/documents.tsx';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { NumberField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { toast, toastWithActions } from '../../../ui/overlay/toaster.tsx';
import {
  creditOf,
  type DeliverValues,
  deliverBody,
  deliverForm,
  deliverValues,
  type ReturnValues,
  returnBody,
  returnForm,
  returnValues,
} from './hand-over.ts';
import { saveDeliveryNote, saveSaleInvoice } from './sale-words.tsx';
import { UnitsField } from './units-field.tsx';

export const STATUS_FAILURE = 'Failed to update sales order status.';
export const STATUS_UPDATED = 'Sales order status updated';

interface DialogProps {
  sale: SalesOrderDetail;
  onClose: () => void;
}

const reader = (id: number) => (): Promise<SalesOrderDetail> => call('getSale', { params: { id } });

/** Confirms an order, which issues its invoice. */
export function ConfirmSaleDialog({ sale, onClose }: DialogProps) {
  const { id, orderNumber, customerName, totalAmountUsd, version } = sale;
  return (
    <OperationDialog
      operation="changeSaleStatus"
      input={{ params: { id }, body: { status: 'confirmed', version } }}
      failure={STATUS_FAILURE}
      title={`Confirm ${orderNumber}?`}
      confirmLabel="Confirm order"
      done={({ invoiceNumber }) =>
        toastWithActions(
          STATUS_UPDATED,
          invoiceNumber === ''
            ? `${orderNumber} is confirmed.`
            : `${orderNumber} is confirmed, invoice ${invoiceNumber} is issued.`,
          invoiceNumber === '' ? [] : [{ label: 'Invoice', onClick: () => saveSaleInvoice(sale) }],
        )
      }
      onClose={onClose}
    >
      {totalAmountUsd === 0
        ? `Nothing is to be paid by ${customerName}: no invoice is issued.`
        : `An invoice of ${formatUsd(totalAmountUsd)} is issued to ${customerName}, dated today. The items of the order cannot be changed any more.`}
    </OperationDialog>
  );
}

const reasonForm = z.object({
  reason: z
    .string()
    .refine((text) => text.trim() !== '', 'Enter the reason.')
    .max(500, 'The reason is too long: at most 500 characters.'),
});

const verbs = { rejected: 'Reject', cancelled: 'Cancel' } as const;

/** Rejects or cancels an order. */
export function EndSaleDialog({
  sale,
  status,
  onClose,
}: DialogProps & { status: keyof typeof verbs }) {
  const { id, orderNumber, customerName, totalAmountUsd, invoiceNumber, version } = sale;
  const verb = verbs[status];
  return (
    <RecordForm
      operation="changeSaleStatus"
      failure={STATUS_FAILURE}
      title={`${verb} ${orderNumber}?`}
      description={`${customerName}, ${formatUsd(totalAmountUsd)}. Its items are free again.${
        invoiceNumber === ''
          ? ''
          : ` Invoice ${invoiceNumber} is cancelled; what was paid of it becomes credit of the customer.`
      }`}
      schema={reasonForm}
      initial={{ reason: '' }}
      send={({ reason }) => ({ params: { id }, body: { status, reason, version } })}
      done={() => toast(STATUS_UPDATED, `${orderNumber} is ${status}.`)}
      submitLabel={`${verb} order`}
      destructive
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} help="Kept with the order." />
    </RecordForm>
  );
}

/** Hands the goods of a confirmed order over, with serial numbers and who took them. */
export function DeliverDialog({ sale, onClose }: DialogProps) {
  const { id, orderNumber } = sale;
  return (
    <RecordForm
      operation="changeSaleStatus"
      failure={STATUS_FAILURE}
      title={`Deliver ${orderNumber}`}
      description="The goods leave the stock today. The delivery note has a place to sign."
      schema={deliverForm}
      record={sale}
      read={reader(id)}
      initial={deliverValues}
      send={(typed, { version }) => ({ params: { id }, body: deliverBody(typed, version) })}
      done={() =>
        toastWithActions(STATUS_UPDATED, `${orderNumber} is delivered.`, [
          { label: 'Delivery note', onClick: () => saveDeliveryNote(sale) },
        ])
      }
      submitLabel="Deliver goods"
      busyLabel="Delivering…"
      onClose={onClose}
    >
      {(current) => <DeliverFields sale={current} />}
    </RecordForm>
  );
}

function DeliverFields({ sale }: { sale: SalesOrderDetail }) {
  const units: DeliverValues['units'] = useWatch({ name: 'units' }) ?? [];
  return (
    <>
      {units.map((unit, place) => (
        <DeliveredUnits
          key={unit.lineNo}
          place={place}
          unit={unit}
          equipmentId={sale.items.find(({ lineNo }) => lineNo === unit.lineNo)?.equipmentId}
        />
      ))}
      <TextField name="receivedBy" label="Taken by" maxLength={200} help="Who took the goods." />
    </>
  );
}

interface DeliveredUnitsProps {
  place: number;
  unit: DeliverValues['units'][number];
  equipmentId: number | undefined;
}

/** Serial numbers of a line; those in stock are offered. */
function DeliveredUnits({ place, unit, equipmentId }: DeliveredUnitsProps) {
  const read = useRead(
    'getEquipment',
    { params: { id: equipmentId ?? 0 } },
    { when: equipmentId !== undefined },
  );
  const inStock = (read.data?.units ?? []).filter((one) => one.place === 'stock');
  return (
    <UnitsField
      name={`units.${place}.serials`}
      label={`Serial numbers of ${unit.name}`}
      quantity={unit.quantity}
      offered={inStock.map(({ serial }) => serial)}
    />
  );
}

/** Takes goods back, in part or all, and credits them. */
export function ReturnDialog({ sale, onClose }: DialogProps) {
  const { id, orderNumber } = sale;
  return (
    <RecordForm
      operation="returnSale"
      failure="Failed to record the return."
      title={`Return goods of ${orderNumber}`}
      description="The goods are in stock again, and a credit note is issued for their price."
      schema={returnForm}
      record={sale}
      read={reader(id)}
      initial={returnValues}
      send={(typed, { version }) => ({ params: { id }, body: returnBody(typed, version) })}
      done={({ returns }) => {
        const made = returns.at(-1);
        if (!made || made.creditNote === '') return toast('Goods returned', orderNumber);
        toastWithActions(
          'Goods returned',
          `${made.creditNote}: ${formatUsd(made.amountUsd)} is credited.`,
          [{ label: 'Credit note', onClick: () => saveCreditNote(made) }],
        );
      }}
      submitLabel="Return goods"
      busyLabel="Recording…"
      onClose={onClose}
    >
      {(current) => <ReturnFields sale={current} />}
    </RecordForm>
  );
}

type Returned = SalesOrderDetail['returns'][number];

export function saveCreditNote({ id, creditNote }: Pick<Returned, 'id' | 'creditNote'>): void {
  savePdf('creditNotePdf', { params: { id } }, `${creditNote}.pdf`);
}

function ReturnFields({ sale }: { sale: SalesOrderDetail }) {
  const lines: ReturnValues['lines'] = useWatch({ name: 'lines' }) ?? [];
  const credit = creditOf(lines, sale);
  return (
    <>
      {lines.map(({ lineNo, most, hasSerials, quantity }, place) => {
        const item = sale.items.find((one) => one.lineNo === lineNo);
        if (!item) return null;
        return (
          <FieldGroup
            key={lineNo}
            legend={item.name}
            description={`${item.quantity} delivered, ${item.returned} returned, ${formatUsd(item.unitPriceUsd)} each`}
          >
            <NumberField name={`lines.${place}.quantity`} label="Comes back" unit={`of ${most}`} />
            {hasSerials && Number(quantity) > 0 && (
              <UnitsField
                name={`lines.${place}.serials`}
                label="Serial numbers"
                quantity={Number(quantity)}
                offered={sale.deliveredUnits
                  .filter(({ equipmentId }) => equipmentId === item.equipmentId)
                  .map(({ serial }) => serial)}
              />
            )}
          </FieldGroup>
        );
      })}
      <TextAreaField
        name="reason"
        label="Reason"
        rows={2}
        help="It is printed on the credit note."
      />
      <p role="status">
        Credited: <strong>{formatUsd(credit)}</strong>
        {sale.invoiceNumber !== '' && ` on ${sale.invoiceNumber}`}
      </p>
    </>
  );
}
