import { Button, type ButtonProps, Tooltip } from '@blueprintjs/core';
import type { MouseEvent } from 'react';

export interface ActionButtonProps extends Omit<ButtonProps, 'disabled' | 'onClick'> {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  /** Why it cannot be pressed now; undefined when it can. Stays reachable by keyboard, and says why. */
  disabledReason?: string | undefined;
  /** Shown on hover and focus where the button has an icon alone. */
  tooltip?: string;
}

/** A button that, when it is not allowed, says why. */
export function ActionButton({ disabledReason, tooltip, onClick, ...props }: ActionButtonProps) {
  const hint = disabledReason ?? tooltip;
  const button = (
    <Button
      {...props}
      {...(disabledReason
        ? { 'aria-disabled': true, className: `${props.className ?? ''} bp6-disabled` }
        : {})}
      onClick={(event: MouseEvent<HTMLElement>) => {
        if (!disabledReason) onClick?.(event);
      }}
    />
  );
  return hint ? (
    <Tooltip content={hint} placement="top" hoverOpenDelay={disabledReason ? 0 : 400}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
