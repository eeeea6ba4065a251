import { type Cents, formatSsp, formatUsd, parseAmount, usdToSsp } from '@nimule/core/kernel/money';
import { markupPointsOf, sellingPrice } from '@nimule/core/stock/rules';
import { equipmentStatuses } from '@nimule/core/stock/schema';
import { useRead } from '../../../client/use-read.ts';
import { useRateOn } from '../../../parts/rates.ts';
import {
  CheckField,
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import styles from '../equipment.module.css';

const statusOptions = equipmentStatuses.map((value) => ({ value, label: humanize(value) }));

/** Name, SKU, category, make and status. */
export function ItemFields() {
  const categories = useRead('listEquipmentCategories').data ?? [];
  return (
    <>
      <FieldRow>
        <TextField name="name" label="Name" />
        <TextField name="sku" label="SKU" />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="categoryId"
          label="Category"
          none="Other"
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <SelectField name="status" label="Status" options={statusOptions} />
      </FieldRow>
      <FieldRow>
        <TextField name="brand" label="Brand" />
        <TextField name="model" label="Model" />
      </FieldRow>
    </>
  );
}

export function DescriptionFields() {
  return (
    <>
      <TextAreaField name="description" label="Description" rows={2} />
      <TextAreaField name="specifications" label="Specifications" rows={2} />
    </>
  );
}

/** Cost with its value in pounds, markup, and the selling price that follows (seeds/002 5). */
export function PriceFields() {
  const rate = useRateOn(today());
  return (
    <>
      <FieldRow>
        <MoneyField name="unitCostUsd" label="Unit cost (USD)" rate={rate} />
        <NumberField name="markupPercentage" label="Markup" unit="%" isDecimal />
      </FieldRow>
      <SellingPrice rate={rate} />
    </>
  );
}

/** Cost × (1 + markup / 100); undefined while one of them is missing or wrong. */
function priceOf(cost: string, markup: string): Cents | undefined {
  const unitCost = parseAmount(cost, 'USD');
  const text = markup.trim();
  if (unitCost === undefined || !/^\d{1,5}(?:\.\d{1,2})?$/.test(text)) return undefined;
  return sellingPrice(unitCost, markupPointsOf(Number(text)));
}

function SellingPrice({ rate }: { rate: Cents | undefined }) {
  const price = priceOf(useFieldValue('unitCostUsd'), useFieldValue('markupPercentage'));
  return (
    <div className={styles.price}>
      <span id="selling-price">Selling price</span>
      <output aria-labelledby="selling-price">
        {price === undefined ? '–' : formatUsd(price)}
        {price !== undefined && rate !== undefined && (
          <span className="quiet"> = {formatSsp(usdToSsp(price, rate))}</span>
        )}
      </output>
    </div>
  );
}

export function SerialisedField({ help }: { help?: string }) {
  return (
    <CheckField
      name="isSerialised"
      label="Each unit has a serial number"
      {...(help ? { help } : {})}
    />
  );
}

interface SerialsFieldProps {
  label: string;
  help: string;
}

export function SerialsField(props: SerialsFieldProps) {
  return <TextAreaField name="serials" rows={4} placeholder="One in each line" {...props} />;
}
