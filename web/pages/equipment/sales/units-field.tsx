import { Button } from '@blueprintjs/core';
import { counted } from '../../../ui/counted.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useSetFields } from '../../../ui/form/form.tsx';
import { serialsIn } from '../equipment-words.ts';
import styles from './sales.module.css';

/** Units offered as buttons. */
const OFFERED = 8;

interface UnitsFieldProps {
  name: string;
  label: string;
  /** Serial numbers that are needed. */
  quantity: number;
  /** Serial numbers that can be chosen. */
  offered: readonly string[];
}

const keyOf = (serial: string) => serial.trim().toLowerCase();

/** Serial numbers, one in each line as a scanner types them, or chosen from those offered. */
export function UnitsField({ name, label, quantity, offered }: UnitsFieldProps) {
  const fill = useSetFields();
  const typed = useFieldValue(name);
  const entered = serialsIn(typed);
  const taken = new Set(entered.map(keyOf));
  const left = offered.filter((serial) => !taken.has(keyOf(serial)));
  return (
    <div className={styles.unitsField}>
      <TextAreaField
        name={name}
        label={label}
        rows={2}
        placeholder="One in each line"
        help={`${entered.length} of ${counted(quantity || 0, 'serial number')} entered.`}
      />
      {left.length > 0 && entered.length < quantity && (
        <fieldset className={styles.offered} aria-label={`Units for ${label}`}>
          {left.slice(0, OFFERED).map((serial) => (
            <Button
              key={serial}
              size="small"
              aria-label={`Add ${serial}`}
              onClick={() => fill({ [name]: [...entered, serial].join('\n') })}
            >
              <span className="mono">{serial}</span>
            </Button>
          ))}
          {left.length > OFFERED && <span className="quiet">and {left.length - OFFERED} more</span>}
        </fieldset>
      )}
    </div>
  );
}
