import { Intent, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import type { KeyboardEvent, ReactElement } from 'react';

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

/** The arrow keys, which the library leaves to the screen. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(event.target as HTMLElement);
  const last = items.length - 1;
  const places: Record<string, number> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  items[place]?.focus();
}

/** A button's menu; it opens on its first item. */
export function ActionMenu({ label, actions, children }: ActionMenuProps) {
  return (
    <PopoverNext
      placement="bottom-end"
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
              onClick={action.onClick}
            />
          ))}
        </Menu>
      }
    >
      {children}
    </PopoverNext>
  );
}
