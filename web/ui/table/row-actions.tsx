import { Button, Tooltip } from '@blueprintjs/core';
import { MoreIcon } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import { ActionMenu, type MenuAction } from '../overlay/action-menu.tsx';
import styles from './row-actions.module.css';

export interface RowAction extends MenuAction {
  icon: ReactElement;
  /** Shown as a button even if there is a menu. */
  prominent?: boolean;
  /** Shows its label in a table too, as all do on a card: it moves money, or cannot be undone. */
  isGrave?: boolean;
}

interface RowActionsProps {
  /** Name of the row, for labels such as 'Edit SC003'. */
  subject: string;
  actions: readonly RowAction[];
  /** Shows only the menu. */
  isNarrow?: boolean;
  /** The row is a card. */
  isCard?: boolean;
}

/** More actions than this are shown in a menu. */
const MAX_INLINE = 3;

interface IconActionProps {
  action: RowAction;
  subject: string;
  isCard: boolean;
}

function IconAction({ action, subject, isCard }: IconActionProps) {
  const isNamed = isCard || action.isGrave === true;
  return (
    <Tooltip content={action.disabledReason ?? action.label} placement="top" hoverOpenDelay={300}>
      <Button
        variant={isNamed ? 'solid' : 'minimal'}
        icon={action.icon}
        {...(isNamed ? { text: action.label } : {})}
        aria-label={`${action.label} ${subject}`}
        className={`${action.destructive ? styles.destructive : styles.plain} ${action.disabledReason ? 'bp6-disabled' : ''}`}
        {...(action.disabledReason ? { 'aria-disabled': true } : {})}
        onClick={() => {
          if (!action.disabledReason) action.onClick();
        }}
      />
    </Tooltip>
  );
}

/** Actions of a row: up to three buttons, or the prominent ones and a menu, or only the menu. */
export function RowActions({
  subject,
  actions,
  isNarrow = false,
  isCard = false,
}: RowActionsProps) {
  const allFit = actions.length <= (isNarrow ? 1 : MAX_INLINE);
  const isInline = (action: RowAction) => allFit || (action.prominent === true && !isNarrow);
  const inline = actions.filter(isInline);
  const inMenu = actions.filter((action) => !isInline(action));
  return (
    <div className={`${styles.actions} ${isCard ? styles.onCard : ''}`}>
      {inline.map((action) => (
        <IconAction key={action.label} action={action} subject={subject} isCard={isCard} />
      ))}
      {inMenu.length > 0 && (
        <ActionMenu label={`Actions for ${subject}`} actions={inMenu}>
          <Button
            variant={isCard ? 'solid' : 'minimal'}
            icon={<MoreIcon />}
            {...(isCard ? { text: 'More' } : {})}
            aria-label={`More actions for ${subject}`}
          />
        </ActionMenu>
      )}
    </div>
  );
}
