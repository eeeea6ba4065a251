import { FormGroup } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { DATE_EXAMPLE, DateInput, shownDate } from './date-input.tsx';
import { type FieldProps, useField } from './fields.tsx';

function withExample(help: ReactNode): ReactNode {
  if (!help) return `For${DATE_EXAMPLE.slice(3)}`;
  return (
    <>
      {help} ({DATE_EXAMPLE})
    </>
  );
}

/** Form field for a business date: '2026-11-21', or the typed text, which the schema rejects. */
export function DateField(field: FieldProps) {
  const { group, input, intent, set } = useField(
    { ...field, help: withExample(field.help) },
    shownDate,
  );
  const { ref, onChange: _onChange, ...box } = input;
  return (
    <FormGroup {...group}>
      <DateInput
        {...box}
        label={field.label}
        intent={intent}
        {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        inputRef={ref}
        onChange={set}
      />
    </FormGroup>
  );
}
