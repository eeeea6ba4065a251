import {
  Checkbox,
  FormGroup,
  HTMLSelect,
  InputGroup,
  type InputGroupProps,
  Intent,
  TextArea,
} from '@blueprintjs/core';
import { type Cents, formatSsp, parseAmount, usdToSsp } from '@nimule/core/kernel/money';
import { type HTMLInputTypeAttribute, type ReactNode, useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import styles from './fields.module.css';
import { useFieldState, useFieldValue, useFormDisabled } from './form.tsx';
import formStyles from './form-dialog.module.css';
import { useChangeNote } from './stale-record.tsx';

/** Fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={formStyles.row}>{children}</div>;
}

export interface FieldProps {
  /** A field of the form's schema. */
  name: string;
  label: string;
  /** Helper text below the input. */
  help?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
}

const unchanged = (value: string) => value;

/** Props shared by all fields: value, label, helper text, error. `show` formats a value for the change note. */
export function useField(
  { name, label, help, disabled: isOff = false }: FieldProps,
  show: (value: string) => string = unchanged,
) {
  const disabled = useFormDisabled() || isOff;
  const id = useId();
  const { required, error } = useFieldState(name);
  const { field, fieldState } = useController({ name });
  const value = field.value === undefined || field.value === null ? '' : String(field.value);
  const note = useChangeNote(name, value, show);
  const helper = error ?? note ?? help;
  const intent = error ? Intent.DANGER : note ? Intent.WARNING : Intent.NONE;
  return {
    group: {
      label,
      labelFor: id,
      labelInfo: required ? '(required)' : '',
      disabled,
      intent,
      helperText: helper ? <span id={`${id}-helper`}>{helper}</span> : undefined,
    },
    input: {
      id,
      name,
      disabled,
      ref: field.ref,
      value,
      onChange: field.onChange,
      onBlur: field.onBlur,
      'aria-invalid': error !== undefined,
      'aria-required': required,
      ...(helper ? { 'aria-describedby': `${id}-helper` } : {}),
    },
    intent,
    isTyped: fieldState.isDirty,
    set: (next: unknown) => field.onChange(next),
  };
}

interface InputFieldProps extends InputGroupProps {
  field: FieldProps;
  show?: (value: string) => string;
}

/** A single-line field: label, input, helper text or error. */
function InputField({ field, show, ...box }: InputFieldProps) {
  const { group, input, intent } = useField(field, show);
  const { ref, ...rest } = input;
  return (
    <FormGroup {...group}>
      <InputGroup
        autoComplete="off"
        {...box}
        {...rest}
        inputRef={ref}
        intent={intent}
        placeholder={field.placeholder ?? box.placeholder ?? ''}
      />
    </FormGroup>
  );
}

interface TextFieldProps extends FieldProps {
  type?: HTMLInputTypeAttribute;
  maxLength?: number;
}

export function TextField({ type = 'text', maxLength, ...field }: TextFieldProps) {
  return <InputField field={field} type={type} maxLength={maxLength} />;
}

interface NumberFieldProps extends FieldProps {
  /** Shown after the input: Mbps, days. */
  unit?: string;
  /** Accepts decimals. */
  isDecimal?: boolean;
}

/** A number, whole unless `isDecimal`. A text input, because number inputs discard invalid text. */
export function NumberField({ unit, isDecimal = false, ...field }: NumberFieldProps) {
  return (
    <InputField
      field={field}
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      className={styles.number ?? ''}
      {...(unit ? { rightElement: <span className={styles.unit}>{unit}</span> } : {})}
    />
  );
}

interface MoneyFieldProps extends FieldProps {
  /** SSP for one dollar, to show the value in pounds. */
  rate?: Cents | undefined;
  currency?: 'USD' | 'SSP';
}

/** An amount, with its value in pounds below. */
export function MoneyField({ rate, currency = 'USD', ...field }: MoneyFieldProps) {
  const typed = parseAmount(useFieldValue(field.name), currency);
  const inPounds =
    rate !== undefined && currency === 'USD' && typed !== undefined
      ? `= ${formatSsp(usdToSsp(typed, rate))}`
      : undefined;
  return (
    <InputField
      field={{ ...field, help: field.help ?? inPounds }}
      inputMode="decimal"
      className={styles.number ?? ''}
      leftElement={<span className={styles.unit}>{currency === 'USD' ? '$' : 'SSP'}</span>}
      placeholder="0.00"
    />
  );
}

interface SelectFieldProps extends FieldProps {
  options: readonly (string | { value: string; label: string })[];
  /** Label of an empty option, shown first. */
  none?: string;
  onChosen?: (value: string) => void;
}

export function SelectField({ options, none, onChosen, ...props }: SelectFieldProps) {
  const all = options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
  // Keep labels of options that are no longer offered: change notes of stale records may need them.
  const labels = useRef(new Map<string, string>());
  for (const { value, label } of all) labels.current.set(value, label);
  const labelOf = (chosen: string) => labels.current.get(chosen) ?? chosen;
  const { group, input } = useField(props, labelOf);
  const { ref, onChange, ...rest } = input;
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

interface TextAreaFieldProps extends FieldProps {
  rows?: number;
  /** Also shows a counter. */
  maxLength?: number;
}

export function TextAreaField({ rows = 3, maxLength, ...props }: TextAreaFieldProps) {
  const typed = useFieldValue(props.name);
  const counter = maxLength ? `${[...typed].length} of ${maxLength}` : undefined;
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

/** A yes or no. */
export function CheckField({ label, ...field }: FieldProps) {
  const { group, input, set } = useField({ label, ...field });
  const { value, ref, 'aria-required': _required, ...rest } = input;
  return (
    <FormGroup intent={group.intent} helperText={group.helperText} disabled={group.disabled}>
      <Checkbox
        {...rest}
        inputRef={ref}
        label={label}
        checked={value === 'true'}
        onChange={(event) => set(event.target.checked)}
      />
    </FormGroup>
  );
}
