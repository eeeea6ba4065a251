import { Button, type ButtonProps, Classes, Intent } from '@blueprintjs/core';

interface SoftDisabled {
  'aria-disabled'?: true;
  className?: string;
}

/** Props of a disabled button that keeps the focus, which a native `disabled` button would lose. */
export function softDisabled(isDisabled: boolean): SoftDisabled {
  return isDisabled ? { 'aria-disabled': true, className: Classes.DISABLED } : {};
}

export interface SubmitButtonProps
  extends Pick<ButtonProps, 'size' | 'fill' | 'disabled' | 'intent'> {
  label: string;
  busy: boolean;
  busyLabel: string;
}

/** Submits the enclosing form. While busy it keeps the focus and does nothing. */
export function SubmitButton({ label, busy, busyLabel, ...props }: SubmitButtonProps) {
  return (
    <Button
      intent={Intent.PRIMARY}
      {...props}
      {...softDisabled(busy)}
      type="submit"
      aria-busy={busy}
      onClick={(event) => {
        // Also called for Enter in an input.
        if (busy) event.preventDefault();
      }}
    >
      {busy ? busyLabel : label}
    </Button>
  );
}
