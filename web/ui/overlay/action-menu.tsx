import { Intent, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';

export interface MenuAction {
  /** A verb: 'Email', 'Reverse'. */
  label: string;
  icon?: ReactElement;
  onClick: () => void;
  /** Why it is not offered now. */
  disabledReason?: string | undefined;
  destructive?: boolean;
}

interface ActionMenuProps {
  /** What the menu is for, read out to those who do not see its button. */
  label: string;
  actions: readonly MenuAction[];
  /** The button that opens it. */
  children: ReactElement;
}

function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** Where a key leads from the item at `at`, round at both ends; nowhere for keys that are not arrows. */
function placeAfter(key: string, at: number, count: number): number | undefined {
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

/** The arrow keys, which the library leaves to the screen. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(event.target as HTMLElement);
  const place = placeAfter(event.key, at, items.length);
  if (place === undefined) return;
  event.preventDefault();
  items[place]?.focus();
}

const CLOSING_MS = 100;

/**
 * A button's menu; it opens on its first item. What was chosen is done once the menu has closed and given the focus back
 * to the button: done before, a dialog would lose the focus to the button while somebody types.
 */
export function ActionMenu({ label, actions, children }: ActionMenuProps) {
  const chosen = useRef<() => void>(undefined);
  const act = () => {
    const { current } = chosen;
    chosen.current = undefined;
    current?.();
  };
  // The row may go while its menu closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount alone
  useEffect(() => act, []);
  return (
    <PopoverNext
      placement="bottom-end"
      transitionDuration={CLOSING_MS}
      onClosed={act}
      onOpening={(popover) => itemsOf(popover)[0]?.focus({ preventScroll: true })}
      content={
        <Menu aria-label={label} onKeyDown={walk}>
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
    </PopoverNext>
  );
}
