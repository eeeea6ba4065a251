import { Button, FormGroup, InputGroup, Intent } from '@blueprintjs/core';
import { EyeOffIcon, EyeOpenIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { type FieldProps, useField } from './fields.tsx';

interface PasswordInputProps {
  id: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  disabled?: boolean;
  required?: boolean;
  minLength?: number;
  inputRef?: (element: HTMLInputElement | null) => void;
  intent?: Intent;
  describedBy?: string | undefined;
  size?: 'medium' | 'large';
}

/** Password input with a show/hide button; also used outside schema forms. */
export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <InputGroup
      id={props.id}
      name={props.name}
      type={shown ? 'text' : 'password'}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      autoComplete={props.autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      size={props.size ?? 'medium'}
      disabled={props.disabled ?? false}
      required={props.required ?? false}
      intent={props.intent ?? Intent.NONE}
      {...(props.minLength ? { minLength: props.minLength } : {})}
      {...(props.inputRef ? { inputRef: props.inputRef } : {})}
      {...(props.describedBy ? { 'aria-describedby': props.describedBy } : {})}
      rightElement={
        <Button
          variant="minimal"
          icon={shown ? <EyeOffIcon /> : <EyeOpenIcon />}
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

export function PasswordField(
  props: FieldProps & { autoComplete?: 'current-password' | 'new-password' },
) {
  const { group, input, intent, set } = useField(props);
  return (
    <FormGroup {...group}>
      <PasswordInput
        id={input.id}
        name={input.name}
        value={input.value}
        onChange={set}
        autoComplete={props.autoComplete ?? 'new-password'}
        disabled={input.disabled}
        inputRef={input.ref}
        intent={intent}
        describedBy={input['aria-describedby']}
      />
    </FormGroup>
  );
}
