import { toDecimal } from '@nimule/core/kernel/money';
import { optionalLines } from '@nimule/core/kernel/text';
import { DEFAULT_MINIMUM_STOCK } from '@nimule/core/stock/rules';
import { type Equipment, equipmentInput } from '@nimule/core/stock/schema';
import { type FormValues, formValuesOf } from '../../../ui/form/form.tsx';
import { serialsIn } from '../equipment-words.ts';

const MAX_SERIALS = 1000;
const MAX_SERIAL = 100;

/** Serial numbers in a text field, one in each line; bounded as on the server. */
export const serialLines = optionalLines('The serial numbers', MAX_SERIALS * (MAX_SERIAL + 1))
  .refine((text) => serialsIn(text).length <= MAX_SERIALS, {
    message: `Enter at most ${MAX_SERIALS} serial numbers at a time.`,
  })
  .refine((text) => serialsIn(text).every((serial) => serial.length <= MAX_SERIAL), {
    message: `A serial number has at most ${MAX_SERIAL} characters.`,
  });

/** A new item. */
export const newEquipmentForm = equipmentInput
  .omit({ reason: true, serials: true })
  .extend({ serials: serialLines.optional() });
/** An item that is there; another quantity in stock needs a reason. */
export const equipmentForm = equipmentInput.omit({ serials: true });

/** What a new item begins with (seeds/002 9). */
export function newEquipment(): FormValues<typeof newEquipmentForm> {
  return {
    name: '',
    sku: '',
    categoryId: '',
    brand: '',
    model: '',
    description: '',
    specifications: '',
    unitCostUsd: '',
    markupPercentage: '25',
    quantityInStock: '0',
    minimumStock: String(DEFAULT_MINIMUM_STOCK),
    status: 'active',
    isSerialised: false,
    serials: '',
  };
}

export function valuesOf(item: Equipment): FormValues<typeof equipmentForm> {
  const unitCostUsd = toDecimal(item.unitCostUsd);
  return { ...formValuesOf(equipmentForm, item), unitCostUsd, reason: '' };
}
