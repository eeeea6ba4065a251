import { PlusIcon, TrashIcon } from '@blueprintjs/icons';
import type { Account } from '@nimule/core/accounting/schema';
import {
  type Cents,
  type Currency,
  formatSspSum,
  sspToUsd,
  sumToSsp,
  toDecimal,
  usdToSsp,
} from '@nimule/core/kernel/money';
import type { Equipment } from '@nimule/core/stock/schema';
import type { FocusEvent } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { ActionButton } from '../../ui/action-button.tsx';
import { MoneyField, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { EquipmentField } from '../equipment-field.tsx';
import { EMPTY_LINE, type LineBoxes, totalOf } from './line-boxes.ts';
import { amountText, lineTotal } from './line-words.ts';
import styles from './lines.module.css';

const NONE: readonly LineBoxes[] = [];

export interface LinesFieldsProps {
  currency: Currency;
  /** 'Unit price', 'Unit cost'. */
  priceLabel: string;
  /** Pounds for one dollar, for the total in the other currency. */
  rate: Cents | undefined;
  /** Accounts to choose from for lines without equipment; without them lines have no account. */
  accounts?: readonly Account[];
  /** Shows the received quantities; why that of a line cannot be typed, by its place. */
  received?: { refusalOf: (place: number) => string | undefined };
  /** Only received quantities can be changed. */
  isFixed?: boolean;
}

/**
 * The items of a requisition or an order (seeds/002 5): a quantity that is no number becomes 1, at least one item is kept, and
 * the totals are quantity times price.
 */
export function LinesFields(props: LinesFieldsProps) {
  const { currency, priceLabel, rate, received, isFixed = false } = props;
  const { setValue } = useFormContext();
  const { fields, append, remove } = useFieldArray({ name: 'items' });
  const lines: readonly LineBoxes[] = useWatch({ name: 'items' }) ?? NONE;
  const fill = (place: number, { name, unitCostUsd }: Equipment) => {
    const { description = '', price = '' } = lines[place] ?? {};
    const set = (field: keyof LineBoxes, value: string) =>
      setValue(`items.${place}.${field}`, value, { shouldDirty: true });
    set('equipment', name);
    if (description.trim() === '') set('description', name);
    const cost = currency === 'USD' ? unitCostUsd : rate && usdToSsp(unitCostUsd, rate);
    if (price.trim() === '' && cost) set('price', toDecimal(cost));
  };
  const settleQuantity = ({ target }: FocusEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement) || !target.name.endsWith('.quantity')) return;
    const quantity = Number(target.value.replaceAll(',', ''));
    if (target.value.trim() !== '' && Number.isInteger(quantity) && quantity >= 1) return;
    setValue(target.name, '1', { shouldDirty: true, shouldValidate: false });
  };
  const layout = `${styles.line} ${received ? styles.received : ''}`;
  return (
    <fieldset className={styles.lines} onBlur={settleQuantity}>
      <legend className={styles.legend}>Items</legend>
      <div className={`${layout} ${styles.heads}`} aria-hidden="true">
        <span>{props.accounts ? 'Equipment or account' : 'Equipment'}</span>
        <span>Description</span>
        <span className={styles.right}>Quantity</span>
        <span className={styles.right}>{priceLabel}</span>
        {received && <span className={styles.right}>Received</span>}
        <span className={styles.right}>Total</span>
        <span />
      </div>
      {fields.map((field, place) => {
        const number = place + 1;
        const line = lines[place] ?? EMPTY_LINE;
        const name = (box: keyof LineBoxes) => `items.${place}.${box}`;
        const total = lineTotal(line.quantity, line.price, currency);
        return (
          <div key={field.id} className={layout}>
            <div className={styles.what}>
              <EquipmentField
                name={name('equipmentId')}
                label={`Equipment, item ${number}`}
                initialLabel={line.equipment}
                placeholder="Stock item, if any"
                disabled={isFixed}
                onPicked={(equipment) => fill(place, equipment)}
              />
              {props.accounts && line.equipmentId === '' && (
                <SelectField
                  name={name('accountCode')}
                  label={`Account, item ${number}`}
                  none="Choose an account"
                  disabled={isFixed}
                  options={props.accounts.map(({ code, name: title }) => ({
                    value: code,
                    label: `${code} ${title}`,
                  }))}
                />
              )}
            </div>
            <TextField
              name={name('description')}
              label={`Description, item ${number}`}
              maxLength={500}
              disabled={isFixed}
            />
            <NumberField
              name={name('quantity')}
              label={`Quantity, item ${number}`}
              disabled={isFixed}
            />
            <MoneyField
              name={name('price')}
              label={`${priceLabel}, item ${number}`}
              currency={currency}
              disabled={isFixed}
            />
            {received && (
              <NumberField
                name={name('received')}
                label={`Received, item ${number}`}
                disabled={received.refusalOf(place) !== undefined}
                help={received.refusalOf(place)}
              />
            )}
            <output className={styles.total} aria-label={`Total, item ${number}`}>
              {total === undefined ? '–' : amountText(total, currency)}
            </output>
            <ActionButton
              variant="minimal"
              icon={<TrashIcon />}
              aria-label={`Remove item ${number}`}
              tooltip="Remove"
              disabledReason={
                isFixed
                  ? 'The items of an approved order are fixed.'
                  : fields.length <= 1
                    ? 'At least one item is needed.'
                    : undefined
              }
              onClick={() => remove(place)}
            />
          </div>
        );
      })}
      <div className={styles.foot}>
        {isFixed ? (
          <span />
        ) : (
          <ActionButton icon={<PlusIcon />} onClick={() => append(EMPTY_LINE)}>
            Add Item
          </ActionButton>
        )}
        <Total lines={lines} currency={currency} rate={rate} />
      </div>
    </fieldset>
  );
}

type TotalProps = Pick<LinesFieldsProps, 'currency' | 'rate'> & { lines: readonly LineBoxes[] };

/** The sum, and what it is in the other currency at the rate of today. */
function Total({ lines, currency, rate }: TotalProps) {
  const total = totalOf(lines, currency);
  const other =
    rate === undefined
      ? undefined
      : currency === 'USD'
        ? formatSspSum(sumToSsp(total, rate))
        : amountText(sspToUsd(total, rate), 'USD');
  return (
    <p className={styles.sum} role="status">
      Total <strong>{amountText(total, currency)}</strong>
      {other && <span className="quiet"> = {other}</span>}
    </p>
  );
}
