import { PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { type Cents, formatSspSum, formatUsd, sumToSsp } from '@nimule/core/kernel/money';
import { type FocusEvent, useEffect } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useRead } from '../../../client/use-read.ts';
import { EquipmentField } from '../../../parts/equipment-field.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { MoneyField, NumberField } from '../../../ui/form/fields.tsx';
import {
  boxesOfItem,
  EMPTY_SALE_LINE,
  isBelowList,
  lineTotal,
  listPriceText,
  type SaleLineBoxes,
  type Stock,
  shortageOf,
  totalOf,
} from './sale-lines.ts';
import styles from './sales.module.css';
import { UnitsField } from './units-field.tsx';

const NONE: readonly SaleLineBoxes[] = [];
const boxOf = (place: number, box: keyof SaleLineBoxes) => `items.${place}.${box}`;

/** The lines of the enclosing form, as typed. */
export function useSaleLines(): readonly SaleLineBoxes[] {
  return useWatch({ name: 'items' }) ?? NONE;
}

const NO_STOCK: Stock = {};

function useStock(): Stock {
  return useWatch({ name: 'stock' }) ?? NO_STOCK;
}

interface SaleLinesFieldsProps {
  /** Pounds for one dollar, for the total in pounds. */
  rate: Cents | undefined;
  /** Asks for the serial numbers of the units. */
  takesSerials?: boolean;
  /** Units of each item that are reserved for the edited order and may be sold in it, by the item's id. */
  reserved?: ReadonlyMap<string, number>;
}

/**
 * The items of a sale (seeds/002 5): list price and what is available, a quantity that is no number becomes 1, at least one
 * item is kept, and tax is zero.
 */
export function SaleLinesFields({ rate, takesSerials = false, reserved }: SaleLinesFieldsProps) {
  const { setValue } = useFormContext();
  const { fields, append, remove } = useFieldArray({ name: 'items' });
  const lines = useSaleLines();
  const settleQuantity = ({ target }: FocusEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement) || !target.name.endsWith('.quantity')) return;
    const quantity = Number(target.value.replaceAll(',', ''));
    if (target.value.trim() !== '' && Number.isInteger(quantity) && quantity >= 1) return;
    setValue(target.name, '1', { shouldDirty: true, shouldValidate: false });
  };
  return (
    <fieldset className={styles.lines} onBlur={settleQuantity}>
      <legend className={styles.legend}>Items</legend>
      <div className={`${styles.line} ${styles.heads}`} aria-hidden="true">
        <span>Equipment</span>
        <span className={styles.right}>Quantity</span>
        <span className={styles.right}>Unit price</span>
        <span className={styles.right}>Total</span>
        <span />
      </div>
      {fields.map((field, place) => (
        <Line
          key={field.id}
          place={place}
          line={lines[place] ?? EMPTY_SALE_LINE}
          lines={lines}
          takesSerials={takesSerials}
          reserved={reserved}
          {...(fields.length > 1 && { onRemove: () => remove(place) })}
        />
      ))}
      <div className={styles.foot}>
        <ActionButton icon={<PlusIcon />} onClick={() => append(EMPTY_SALE_LINE)}>
          Add Item
        </ActionButton>
        <Totals lines={lines} rate={rate} />
      </div>
    </fieldset>
  );
}

interface LineProps extends Pick<SaleLinesFieldsProps, 'takesSerials' | 'reserved'> {
  place: number;
  line: SaleLineBoxes;
  lines: readonly SaleLineBoxes[];
  /** Not given for the only line. */
  onRemove?: () => void;
}

function Line({ place, line, lines, takesSerials, reserved, onRemove }: LineProps) {
  const { setValue, clearErrors } = useFormContext();
  const number = place + 1;
  const fill = (boxes: Partial<SaleLineBoxes>) => {
    for (const [box, value] of Object.entries(boxes))
      setValue(boxOf(place, box as keyof SaleLineBoxes), value, { shouldDirty: true });
    clearErrors(`items.${place}`);
  };
  const item = useItemOf(line, reserved);
  const stock = useStock();
  const available = stock[line.equipmentId];
  const shortage = shortageOf(lines, stock, line);
  const total = lineTotal(line);
  const facts = [
    line.listPrice !== '' && `List price ${listPriceText(line)}`,
    available !== undefined && `${available} available`,
  ].filter(Boolean);
  return (
    <div className={styles.line}>
      <div className={styles.what}>
        <EquipmentField
          name={boxOf(place, 'equipmentId')}
          label={`Equipment, item ${number}`}
          initialLabel={line.name}
          isForSale
          help={facts.join(' · ')}
          onPicked={(picked) => fill(boxesOfItem(picked))}
        />
      </div>
      <NumberField
        name={boxOf(place, 'quantity')}
        label={`Quantity, item ${number}`}
        help={
          shortage && (
            <span role="status" className={styles.shortage}>
              {shortage}
            </span>
          )
        }
      />
      <MoneyField
        name={boxOf(place, 'price')}
        label={`Unit price, item ${number}`}
        help={isBelowList(line) && <span className={styles.below}>Below the list</span>}
      />
      <output className={styles.total} aria-label={`Total, item ${number}`}>
        {total === undefined ? '–' : formatUsd(total)}
      </output>
      <ActionButton
        variant="minimal"
        icon={<TrashIcon />}
        aria-label={`Remove item ${number}`}
        tooltip="Remove"
        disabledReason={onRemove ? undefined : 'At least one item is needed.'}
        onClick={() => onRemove?.()}
      />
      {takesSerials && line.isSerialised && (
        <div className={styles.units}>
          <UnitsField
            name={boxOf(place, 'serials')}
            label={`Serial numbers, item ${number}`}
            quantity={Number(line.quantity)}
            offered={(item?.units ?? [])
              .filter(({ place: where }) => where === 'stock')
              .map(({ serial }) => serial)}
          />
        </div>
      )}
    </div>
  );
}

/** The item of a line. Writes what of it may be sold into the field `stock`, with the units that the order holds itself. */
function useItemOf({ equipmentId }: SaleLineBoxes, reserved: LineProps['reserved']) {
  const { setValue } = useFormContext();
  const read = useRead(
    'getEquipment',
    { params: { id: Number(equipmentId) } },
    { when: equipmentId !== '' },
  );
  const item = read.data && String(read.data.id) === equipmentId ? read.data : undefined;
  const available = item && item.available + (reserved?.get(equipmentId) ?? 0);
  useEffect(() => {
    if (available !== undefined) setValue(`stock.${equipmentId}`, available);
  }, [available, equipmentId, setValue]);
  return item;
}

type TotalsProps = Pick<SaleLinesFieldsProps, 'rate'> & { lines: readonly SaleLineBoxes[] };

/** Subtotal, tax, which is zero, and the total in both currencies at the rate of today. */
function Totals({ lines, rate }: TotalsProps) {
  const total = totalOf(lines);
  const text = total === undefined ? '–' : formatUsd(total);
  return (
    <div className={styles.totals} role="status" aria-label="Totals">
      <span>
        Subtotal {text} · Tax $0.00 · Total <strong>{text}</strong>
      </span>
      {rate !== undefined && total !== undefined && (
        <span className="quiet"> = {formatSspSum(sumToSsp(total, rate))}</span>
      )}
    </div>
  );
}
