import { FormGroup } from '@blueprintjs/core';
import { DateBox, shownDate } from './date-box.tsx';
import { type FieldProps, useField } from './fields.tsx';

/** A business date of a form, which holds '2026-11-21', or the typed text for its schema to refuse. */
export function DateField(field: FieldProps) {
  const { group, input, intent, set } = useField(field, shownDate);
  const { ref, onChange: _onChange, ...box } = input;
  return (
    <FormGroup {...group}>
      <DateBox
        {...box}
        label={field.label}
        intent={intent}
        placeholder={field.placeholder ?? ''}
        inputRef={ref}
        onChange={set}
      />
    </FormGroup>
  );
}
