import { Button, type ButtonProps } from '@blueprintjs/core';
import { type MouseEvent, useState } from 'react';
import { loadedTooltip } from './overlay/hint.ts';

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
  // A tooltip that arrives later does not replace the button, which may have the focus.
  const [Tooltip] = useState(loadedTooltip);
  const button = (
    <Button
      {...props}
      {...(hint && !Tooltip ? { title: hint } : {})}
      {...(disabledReason
        ? { 'aria-disabled': true, className: `${props.className ?? ''} bp6-disabled` }
        : {})}
      onClick={(event: MouseEvent<HTMLElement>) => {
        if (!disabledReason) onClick?.(event);
      }}
    />
  );
  return hint && Tooltip ? (
    <Tooltip content={hint} placement="top" hoverOpenDelay={disabledReason ? 0 : 400}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
