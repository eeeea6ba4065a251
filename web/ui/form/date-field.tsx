import { FormGroup } from '@blueprintjs/core';
import { DateInput, shownDate } from './date-input.tsx';
import { type FieldProps, useField } from './fields.tsx';

/** Form field for a business date: '2026-11-21', or the typed text, which the schema rejects. */
export function DateField(field: FieldProps) {
  const { group, input, intent, set } = useField(field, shownDate);
  const { ref, onChange: _onChange, ...box } = input;
  return (
    <FormGroup {...group}>
      <DateInput
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
