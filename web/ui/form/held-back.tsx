import { Button, type ButtonProps, Classes, Intent } from '@blueprintjs/core';

interface HeldBack {
  'aria-disabled'?: true;
  className?: string;
}

/**
 * For a button that does nothing for the moment. Natively disabled it would drop the focus that it has, and
 * whoever goes by keyboard would begin again at the top of the page.
 */
export function heldBack(isHeld: boolean): HeldBack {
  return isHeld ? { 'aria-disabled': true, className: Classes.DISABLED } : {};
}

interface SubmitButtonProps extends Pick<ButtonProps, 'size' | 'fill' | 'disabled' | 'intent'> {
  label: string;
  busy: boolean;
  busyLabel: string;
}

/** Sends the form around. While that is under way it keeps the focus and sends nothing more. */
export function SubmitButton({ label, busy, busyLabel, ...props }: SubmitButtonProps) {
  return (
    <Button
      intent={Intent.PRIMARY}
      {...props}
      {...heldBack(busy)}
      type="submit"
      aria-busy={busy}
      onClick={(event) => {
        // Enter in a box arrives here as well.
        if (busy) event.preventDefault();
      }}
    >
      {busy ? busyLabel : label}
    </Button>
  );
}
