import { formatUsd } from '@nimule/core/kernel/money';
import type { PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { counted, numberText } from '../../../ui/counted.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import {
  CheckField,
  FieldRow,
  NumberField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import {
  costChanges,
  goodsBody,
  goodsForm,
  type GoodsKind,
  type GoodsValues,
  goodsValues,
  unitsIn,
} from './goods-form.ts';

interface GoodsDialogProps {
  order: PurchaseOrder;
  kind: GoodsKind;
  onClose: () => void;
}

const words = {
  receipt: {
    title: 'Receive goods of',
    description:
      'What came is added to the stock, or to its expense account, at the price of the order.',
    submit: 'Receive goods',
    done: 'Goods received',
    failure: 'Failed to record the goods received.',
  },
  return: {
    title: 'Return goods of',
    description: 'Received goods that are not billed yet can go back to the supplier.',
    submit: 'Return goods',
    done: 'Goods returned',
    failure: 'Failed to record the return.',
  },
} as const;

/** Records goods of an order that came, or went back, with their serial numbers. */
export function GoodsDialog({ order, kind, onClose }: GoodsDialogProps) {
  const { id, poNumber } = order;
  const schema = useMemo(() => goodsForm(kind), [kind]);
  const { title, description, submit, done, failure } = words[kind];
  return (
    <RecordForm
      operation="receiveGoods"
      failure={failure}
      title={`${title} ${poNumber}`}
      description={description}
      schema={schema}
      record={order}
      read={(): Promise<PurchaseOrder> => call('getOrder', { params: { id } })}
      initial={(current) => goodsValues(current, kind)}
      toastsFields
      send={(typed, current) => ({ params: { id }, body: goodsBody(typed, kind, current) })}
      done={({ status }) => toast(done, `${poNumber} is ${status}.`)}
      submitLabel={submit}
      busyLabel="Recording…"
      onClose={onClose}
      width={640}
    >
      {(current) => <GoodsFields order={current} kind={kind} />}
    </RecordForm>
  );
}

function GoodsFields({ order, kind }: { order: PurchaseOrder; kind: GoodsKind }) {
  const lines: GoodsValues['lines'] = useWatch({ name: 'lines' }) ?? [];
  const isReceipt = kind === 'receipt';
  const costs = isReceipt ? costChanges(lines, order) : [];
  return (
    <>
      {lines.map((line, place) => {
        const item = order.items.find(({ lineNo }) => lineNo === line.lineNo);
        if (!item) return null;
        const { description, quantity, receivedQuantity } = item;
        return (
          <FieldGroup
            key={line.lineNo}
            legend={description}
            description={`${numberText(quantity)} ordered, ${numberText(receivedQuantity)} received`}
          >
            <NumberField
              name={`lines.${place}.quantity`}
              label={isReceipt ? 'Came now' : 'Goes back'}
              unit={`of ${numberText(line.most)}`}
            />
            {line.isSerialised && (
              <TextAreaField
                name={`lines.${place}.units`}
                label="Serial numbers"
                rows={3}
                help={`One per line, a MAC address after a comma. ${counted(unitsIn(line.units).length, 'serial number')} entered.`}
              />
            )}
          </FieldGroup>
        );
      })}
      <FieldRow>
        <DateField name="date" label={isReceipt ? 'Received on' : 'Returned on'} />
        <TextField name="deliveryNote" label="Delivery note" maxLength={100} />
      </FieldRow>
      <TextAreaField name="notes" label="Notes" rows={2} />
      {costs.length > 0 && (
        <CheckField
          name="takesCosts"
          label="Take over the cost in the equipment list"
          help={costs
            .map(
              ({ description, listCostUsd, orderCostUsd }) =>
                `${description}: ${formatUsd(orderCostUsd)} instead of ${formatUsd(listCostUsd)}`,
            )
            .join('; ')}
        />
      )}
    </>
  );
}
