import { FormGroup, Radio, RadioGroup } from '@blueprintjs/core';
import styles from './fields.module.css';
import { type FieldProps, useField } from './fields.tsx';

interface ChoiceFieldProps extends FieldProps {
  options: readonly {
    value: string;
    label: string;
    detail?: string;
    /** Why it cannot be chosen, shown in place of the detail. */
    disabledReason?: string;
  }[];
}

/** One of a few values, each with a line that says what it means. */
export function ChoiceField({ options, ...field }: ChoiceFieldProps) {
  const { group, input, set } = useField(field);
  return (
    <FormGroup intent={group.intent} helperText={group.helperText} disabled={group.disabled}>
      <RadioGroup
        label={field.label}
        name={input.name}
        disabled={input.disabled}
        selectedValue={input.value}
        onChange={(event) => set(event.currentTarget.value)}
        className={styles.choices ?? ''}
      >
        {options.map(({ value, label, detail, disabledReason }) => (
          <Radio
            key={value}
            value={value}
            disabled={disabledReason !== undefined}
            labelElement={
              <>
                {label}
                {(disabledReason ?? detail) && (
                  <span className={`quiet ${styles.choiceDetail}`}>{disabledReason ?? detail}</span>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormGroup>
  );
}
