import { FormGroup } from '@blueprintjs/core';
import { CodeInput } from './code-input.tsx';
import { type FieldProps, useField } from './fields.tsx';

/** The code of an authenticator app, in a form with a schema. */
export function CodeField(props: FieldProps) {
  const { group, input, intent, set } = useField(props);
  return (
    <FormGroup {...group}>
      <CodeInput
        id={input.id}
        name={input.name}
        value={input.value}
        onChange={set}
        inputRef={input.ref}
        intent={intent}
        isInvalid={input['aria-invalid']}
        describedBy={input['aria-describedby']}
      />
    </FormGroup>
  );
}
