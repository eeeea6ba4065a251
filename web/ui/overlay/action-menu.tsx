import { Intent, Menu, MenuItem } from '@blueprintjs/core';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { Popover } from './popover.tsx';

export interface MenuAction {
  /** A verb: 'Email', 'Reverse'. */
  label: string;
  icon?: ReactElement;
  onClick: () => void;
  /** Disables the item. */
  disabledReason?: string | undefined;
  destructive?: boolean;
}

interface ActionMenuProps {
  /** Accessible name of the menu. */
  label: string;
  actions: readonly MenuAction[];
  /** The button that opens it. */
  children: ReactElement;
}

/** Items and choices of a menu. */
export function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

/** Index of the item to focus after a key, cyclic; undefined for other keys. */
function nextIndex(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (Math.max(at, 0) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Arrow key navigation, which the library does not provide. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(event.target as HTMLElement);
  const index = nextIndex(event.key, at, items.length);
  if (index === undefined) return;
  event.preventDefault();
  items[index]?.focus();
}

const CLOSING_MS = 100;

/**
 * Menu of a button; focuses its first item. The chosen action runs after the menu has closed and returned the focus to
 * the button: otherwise a dialog opened by the action would lose the focus.
 */
export function ActionMenu({ label, actions, children }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element>(null);
  const chosen = useRef<() => void>(undefined);
  const runChosen = () => {
    const { current } = chosen;
    chosen.current = undefined;
    current?.();
  };
  // The row may be unmounted while its menu closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount only
  useEffect(() => runChosen, []);
  return (
    <Popover
      isOpen={isOpen}
      onInteraction={(next) => {
        if (next) opener.current = document.activeElement;
        setOpen(next);
      }}
      placement="bottom-end"
      transitionDuration={CLOSING_MS}
      onReturn={() => {
        if (opener.current instanceof HTMLElement) opener.current.focus();
      }}
      onClosed={runChosen}
      onOpening={(popover) => itemsOf(popover)[0]?.focus({ preventScroll: true })}
      content={
        <Menu aria-label={label} onKeyDown={moveFocus}>
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              {...(action.icon ? { icon: action.icon } : {})}
              text={action.label}
              {...(action.disabledReason ? { disabled: true, label: action.disabledReason } : {})}
              {...(action.destructive ? { intent: Intent.DANGER } : {})}
              onClick={() => {
                chosen.current = action.onClick;
              }}
            />
          ))}
        </Menu>
      }
    >
      {children}
    </Popover>
  );
}
