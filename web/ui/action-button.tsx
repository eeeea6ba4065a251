import { Button, type ButtonProps, Tooltip } from '@blueprintjs/core';
import type { MouseEvent } from 'react';

export interface ActionButtonProps extends Omit<ButtonProps, 'disabled' | 'onClick'> {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  /** Disables the button, which stays focusable and shows the reason as a tooltip. */
  disabledReason?: string | undefined;
  /** For buttons with only an icon. */
  tooltip?: string;
}

/** A button that shows why it is disabled. */
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
