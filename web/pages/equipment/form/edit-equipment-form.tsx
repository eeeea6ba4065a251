import type { Equipment } from '@nimule/core/stock/schema';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { FieldRow, NumberField, TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import {
  DescriptionFields,
  ItemFields,
  PriceFields,
  SerialisedField,
} from './equipment-fields.tsx';
import { equipmentForm, valuesOf } from './equipment-schema.ts';

interface EditEquipmentFormProps {
  item: Equipment;
  onClose: () => void;
}

/** Edit an item; another quantity in stock is an adjustment with a reason. */
export function EditEquipmentForm({ item, onClose }: EditEquipmentFormProps) {
  const { id, equipmentId } = item;
  return (
    <RecordForm
      operation="updateEquipment"
      failure="Failed to update equipment"
      title={`Edit ${equipmentId}`}
      schema={equipmentForm}
      record={item}
      read={(): Promise<Equipment> => call('getEquipment', { params: { id } })}
      initial={valuesOf}
      send={({ categoryId, ...typed }, { version, quantityInStock: quantityShown }) => ({
        params: { id },
        body: { ...typed, ...(categoryId ? { categoryId } : {}), quantityShown, version },
      })}
      done={({ name }) => toast('Equipment Updated', `${equipmentId} ${name}`)}
      submitLabel="Save equipment"
      onClose={onClose}
      width={640}
    >
      {(current) => (
        <>
          <ItemFields />
          <PriceFields />
          <StockFields item={current} />
          <SerialisedField />
          <DescriptionFields />
        </>
      )}
    </RecordForm>
  );
}

/** Why the stock cannot be changed in this form; undefined if it can. */
function useStockRefusal({ isSerialised }: Equipment): string | undefined {
  const refusal = useRefusal()('stock.adjust');
  if (refusal) return refusal;
  return isSerialised
    ? 'Use “Adjust stock”, which asks for the serial numbers of the units.'
    : undefined;
}

function StockFields({ item }: { item: Equipment }) {
  const refusal = useStockRefusal(item);
  const typed = useFieldValue('quantityInStock').trim();
  const isChanged = typed !== String(item.quantityInStock);
  return (
    <>
      <FieldRow>
        <NumberField
          name="quantityInStock"
          label="In stock"
          disabled={refusal !== undefined}
          {...(refusal ? { help: refusal } : {})}
        />
        <NumberField name="minimumStock" label="Minimum stock" />
      </FieldRow>
      {isChanged && (
        <TextAreaField
          name="reason"
          label="Reason for the changed stock"
          rows={2}
          help="The difference is posted with it."
        />
      )}
    </>
  );
}
