import { FormDraft, useForgetDraft } from '../../../parts/draft/draft.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FieldRow, NumberField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { serialsIn } from '../equipment-words.ts';
import {
  DescriptionFields,
  ItemFields,
  PriceFields,
  SerialisedField,
  SerialsField,
} from './equipment-fields.tsx';
import { newEquipment, newEquipmentForm } from './equipment-schema.ts';

const DRAFT = 'equipment';
const KEPT = Object.keys(newEquipment());

interface AddEquipmentFormProps {
  onView: (item: { id: number }) => void;
  onClose: () => void;
}

/** Add Equipment (seeds/002 5). */
export function AddEquipmentForm({ onView, onClose }: AddEquipmentFormProps) {
  const forget = useForgetDraft(DRAFT);
  return (
    <RecordForm
      operation="createEquipment"
      failure="Failed to add equipment"
      saysReason
      title="Add Equipment"
      schema={newEquipmentForm}
      initial={newEquipment()}
      send={({ serials = '', categoryId, ...typed }) => ({
        body: {
          ...typed,
          ...(categoryId ? { categoryId } : {}),
          ...(typed.isSerialised ? { serials: serialsIn(String(serials)) } : {}),
        },
      })}
      done={({ id, equipmentId, name }) =>
        toastWithActions('Equipment Added', `${equipmentId} ${name}`, [
          { label: 'Open', onClick: () => onView({ id }) },
        ])
      }
      submitLabel="Add equipment"
      onClose={() => {
        forget();
        onClose();
      }}
      width={640}
    >
      <FormDraft name={DRAFT} fields={KEPT} />
      <ItemFields />
      <PriceFields />
      <FieldRow>
        <NumberField
          name="quantityInStock"
          label="In stock"
          help="The opening stock, at the unit cost."
        />
        <NumberField name="minimumStock" label="Minimum stock" />
      </FieldRow>
      <SerialisedField />
      <OpeningSerials />
      <DescriptionFields />
    </RecordForm>
  );
}

function OpeningSerials() {
  const isSerialised = useFieldValue('isSerialised') === 'true';
  const quantity = Number(useFieldValue('quantityInStock'));
  if (!isSerialised || !(quantity > 0)) return null;
  return <SerialsField label="Serial numbers" help="Of the units in stock, as far as known." />;
}
