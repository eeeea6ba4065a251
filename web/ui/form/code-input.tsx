import { InputGroup, type Intent } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';

const SIX_DIGITS = /^\s*\d{3}[\s-]?\d{3}\s*$/;
const MAX_LENGTH = 40;

interface CodeInputProps {
  id: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** A recovery code, which has letters and is sent by Enter alone. */
  isRecovery?: boolean;
  autoFocus?: boolean;
  intent?: Intent;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  size?: 'medium' | 'large';
  inputRef?: (element: HTMLInputElement | null) => void;
}

/** Input of a code that is used once. Sends its form when six digits stand in it. */
export function CodeInput({
  value,
  onChange,
  isRecovery = false,
  describedBy,
  isInvalid = false,
  inputRef,
  ...props
}: CodeInputProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isRecovery && SIX_DIGITS.test(value)) box.current?.form?.requestSubmit();
  }, [value, isRecovery]);
  return (
    <InputGroup
      {...props}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputRef={(element) => {
        box.current = element;
        inputRef?.(element);
      }}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={MAX_LENGTH}
      aria-required
      aria-invalid={isInvalid}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    />
  );
}
