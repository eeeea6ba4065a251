import { toDecimal } from '@nimule/core/kernel/money';
import { adjustInput, type Equipment } from '@nimule/core/stock/schema';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { counted } from '../../../ui/counted.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, MoneyField, NumberField, TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { serialsIn } from '../equipment-words.ts';
import { SerialsField } from '../form/equipment-fields.tsx';
import { serialLines } from '../form/equipment-schema.ts';

const adjustForm = adjustInput
  .omit({ version: true, quantityShown: true, serials: true })
  .extend({ serials: serialLines.optional() });

interface AdjustFormProps {
  item: Equipment;
  onClose: () => void;
}

/** Sets what is on hand of an item; the difference is posted with its reason. */
export function AdjustForm({ item, onClose }: AdjustFormProps) {
  const { id, equipmentId, name } = item;
  return (
    <RecordForm
      operation="adjustStock"
      failure="Failed to adjust stock"
      title={`Adjust stock of ${equipmentId}`}
      description={(current) =>
        `${name}: ${counted(current.quantityInStock, 'unit')} in stock, ${current.reserved} of them reserved. The difference is posted at once.`
      }
      schema={adjustForm}
      record={item}
      read={(): Promise<Equipment> => call('getEquipment', { params: { id } })}
      initial={({ quantityInStock }) => ({
        quantityInStock: String(quantityInStock),
        unitCostUsd: '',
        date: today(),
        serials: '',
        reason: '',
      })}
      send={({ serials = '', unitCostUsd, ...typed }, current) => ({
        params: { id },
        body: {
          ...typed,
          ...(isMore(String(typed.quantityInStock), current) && unitCostUsd !== ''
            ? { unitCostUsd }
            : {}),
          ...(current.isSerialised ? { serials: serialsIn(String(serials)) } : {}),
          quantityShown: current.quantityInStock,
          version: current.version,
        },
      })}
      done={({ quantityInStock }) =>
        toast('Stock Adjusted', `${equipmentId}: ${counted(quantityInStock, 'unit')} in stock`)
      }
      submitLabel="Adjust stock"
      onClose={onClose}
    >
      {(current) => <AdjustFields item={current} />}
    </RecordForm>
  );
}

function isMore(typed: string, { quantityInStock }: Equipment): boolean {
  return Number(typed) > quantityInStock;
}

function serialsHelp(difference: number): string {
  if (difference > 0) return 'Of the units added, as far as known.';
  if (difference < 0) return 'Of the units that are gone.';
  return 'Of units in stock that have none recorded.';
}

function AdjustFields({ item }: { item: Equipment }) {
  const typed = useFieldValue('quantityInStock');
  const adds = isMore(typed, item);
  const usual = toDecimal(item.averageCostUsd ?? item.unitCostUsd);
  return (
    <>
      <FieldRow>
        <NumberField name="quantityInStock" label="In stock" />
        <DateField name="date" label="Date" help="Not before the last move of the item." />
      </FieldRow>
      {adds && (
        <MoneyField
          name="unitCostUsd"
          label="Cost of each unit added"
          help={`Without it $${usual}, ${item.averageCostUsd === null ? 'the cost of the list' : 'the average cost'}.`}
        />
      )}
      {item.isSerialised && (
        <SerialsField
          label="Serial numbers"
          help={serialsHelp(Number(typed) - item.quantityInStock)}
        />
      )}
      <TextAreaField name="reason" label="Reason" rows={2} help="It is kept with the move." />
    </>
  );
}
