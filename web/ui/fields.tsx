import {
  Button,
  Checkbox,
  FormGroup,
  HTMLSelect,
  InputGroup,
  Intent,
  TextArea,
} from '@blueprintjs/core';
import { EyeOffIcon, EyeOpenIcon } from '@blueprintjs/icons';
import { type Cents, formatSsp, parseCents, usdToSsp } from '@nimule/core/kernel/money';
import { type HTMLInputTypeAttribute, type ReactNode, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import styles from './fields.module.css';
import { useFieldFacts } from './form.tsx';
import formStyles from './form-dialog.module.css';

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={formStyles.row}>{children}</div>;
}

export interface FieldProps {
  /** A field of the form's schema. */
  name: string;
  label: string;
  /** What to type, where the label does not say enough. */
  help?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
}

/** Everything a field shares: its value, its label and helper, its error in words. */
export function useField({ name, label, help, disabled = false }: FieldProps) {
  const id = useId();
  const { required, error } = useFieldFacts(name);
  const { field } = useController({ name });
  const helper = error ?? help;
  const value: unknown = field.value;
  return {
    group: {
      label,
      labelFor: id,
      labelInfo: required ? '(required)' : '',
      disabled,
      intent: error ? Intent.DANGER : Intent.NONE,
      helperText: helper ? <span id={`${id}-helper`}>{helper}</span> : undefined,
    },
    input: {
      id,
      name,
      disabled,
      ref: field.ref,
      value: value === undefined || value === null ? '' : String(value),
      onChange: field.onChange,
      onBlur: field.onBlur,
      'aria-invalid': error !== undefined,
      'aria-required': required,
      ...(helper ? { 'aria-describedby': `${id}-helper` } : {}),
    },
    intent: error ? Intent.DANGER : Intent.NONE,
    set: (next: unknown) => field.onChange(next),
    checked: value === true || value === 'true',
  };
}

interface TextFieldProps extends FieldProps {
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  maxLength?: number;
}

export function TextField({ type = 'text', autoComplete = 'off', ...props }: TextFieldProps) {
  const { group, input, intent } = useField(props);
  const { ref, ...rest } = input;
  return (
    <FormGroup {...group}>
      <InputGroup
        {...rest}
        inputRef={ref}
        intent={intent}
        type={type}
        autoComplete={autoComplete}
        placeholder={props.placeholder ?? ''}
        {...(props.maxLength ? { maxLength: props.maxLength } : {})}
      />
    </FormGroup>
  );
}

interface NumberFieldProps extends FieldProps {
  /** Written after the box: Mbps, days. */
  unit?: string;
}

/** A whole number; a text box, because number boxes swallow what they do not understand. */
export function NumberField({ unit, ...props }: NumberFieldProps) {
  const { group, input, intent } = useField(props);
  const { ref, ...rest } = input;
  return (
    <FormGroup {...group}>
      <InputGroup
        {...rest}
        inputRef={ref}
        intent={intent}
        inputMode="numeric"
        autoComplete="off"
        className={styles.number ?? ''}
        placeholder={props.placeholder ?? ''}
        {...(unit ? { rightElement: <span className={styles.unit}>{unit}</span> } : {})}
      />
    </FormGroup>
  );
}

interface MoneyFieldProps extends FieldProps {
  /** SSP for one dollar; the value in pounds then follows the typing. */
  rate?: Cents | undefined;
  currency?: 'USD' | 'SSP';
}

/** An amount as a person types it, its value in pounds beneath. */
export function MoneyField({ rate, currency = 'USD', ...props }: MoneyFieldProps) {
  const { input: watched } = useField(props);
  const typed = parseCents(watched.value);
  const inPounds =
    rate !== undefined && currency === 'USD' && typed !== undefined
      ? `= ${formatSsp(usdToSsp(typed, rate))}`
      : undefined;
  const { group, input, intent } = useField({ ...props, help: props.help ?? inPounds });
  const { ref, ...rest } = input;
  return (
    <FormGroup {...group}>
      <InputGroup
        {...rest}
        inputRef={ref}
        intent={intent}
        inputMode="decimal"
        autoComplete="off"
        className={styles.number ?? ''}
        leftElement={<span className={styles.unit}>{currency === 'USD' ? '$' : 'SSP'}</span>}
        placeholder={props.placeholder ?? '0.00'}
      />
    </FormGroup>
  );
}

interface SelectFieldProps extends FieldProps {
  options: readonly (string | { value: string; label: string })[];
  /** Offered first, as the empty choice. */
  none?: string;
  onChosen?: (value: string) => void;
}

export function SelectField({ options, none, onChosen, ...props }: SelectFieldProps) {
  const { group, input } = useField(props);
  const { ref, onChange, ...rest } = input;
  const all = options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
  return (
    <FormGroup {...group}>
      <HTMLSelect
        {...rest}
        ref={ref}
        fill
        onChange={(event) => {
          onChange(event);
          onChosen?.(event.target.value);
        }}
        options={none === undefined ? all : [{ value: '', label: none }, ...all]}
      />
    </FormGroup>
  );
}

/** A business date; the browser's own picker, light and known to every reader. */
export function DateField(props: FieldProps) {
  const { group, input, intent } = useField(props);
  const { ref, ...rest } = input;
  return (
    <FormGroup {...group}>
      <InputGroup {...rest} inputRef={ref} intent={intent} type="date" max="9999-12-31" />
    </FormGroup>
  );
}

interface TextAreaFieldProps extends FieldProps {
  rows?: number;
  /** Shows how much is left. */
  maxLength?: number;
}

export function TextAreaField({ rows = 3, maxLength, ...props }: TextAreaFieldProps) {
  const { input: watched } = useField(props);
  const counter = maxLength ? `${[...watched.value].length} of ${maxLength}` : undefined;
  const { group, input, intent } = useField({ ...props, help: props.help ?? counter });
  const { ref, ...rest } = input;
  return (
    <FormGroup {...group}>
      <TextArea
        {...rest}
        inputRef={ref}
        intent={intent}
        rows={rows}
        fill
        placeholder={props.placeholder ?? ''}
        {...(maxLength ? { maxLength } : {})}
      />
    </FormGroup>
  );
}

export function CheckboxField(props: FieldProps) {
  const { input, set, checked, group } = useField(props);
  const { ref, value: _value, onChange: _onChange, ...rest } = input;
  return (
    <FormGroup helperText={group.helperText} intent={group.intent}>
      <Checkbox
        {...rest}
        inputRef={ref}
        label={props.label}
        checked={checked}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </FormGroup>
  );
}

interface PasswordBoxProps {
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

/** A password box with show and hide; also used outside forms over a schema. */
export function PasswordBox(props: PasswordBoxProps) {
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
      <PasswordBox
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
