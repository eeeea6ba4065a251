import { Button, Tooltip } from '@blueprintjs/core';
import { MoreIcon } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import { ActionMenu, type MenuAction } from '../overlay/action-menu.tsx';
import styles from './row-actions.module.css';

export interface RowAction extends MenuAction {
  icon: ReactElement;
  /** Always beside the row; the others go behind the menu once there are many. */
  prominent?: boolean;
}

interface RowActionsProps {
  /** What the row is, so that 'Edit' is read out as 'Edit SC003'. */
  subject: string;
  actions: readonly RowAction[];
  /** There is room for the menu alone. */
  isNarrow?: boolean;
}

/** More buttons than this are put behind a menu. */
const MAX_INLINE = 3;

function IconAction({ action, subject }: { action: RowAction; subject: string }) {
  return (
    <Tooltip content={action.disabledReason ?? action.label} placement="top" hoverOpenDelay={300}>
      <Button
        variant="minimal"
        icon={action.icon}
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

/** What can be done with a row: up to three buttons, or the prominent ones and a menu, or the menu alone. */
export function RowActions({ subject, actions, isNarrow = false }: RowActionsProps) {
  const allFit = actions.length <= (isNarrow ? 1 : MAX_INLINE);
  const isInline = (action: RowAction) => allFit || (action.prominent === true && !isNarrow);
  const inline = actions.filter(isInline);
  const behind = actions.filter((action) => !isInline(action));
  return (
    <div className={styles.actions}>
      {inline.map((action) => (
        <IconAction key={action.label} action={action} subject={subject} />
      ))}
      {behind.length > 0 && (
        <ActionMenu label={`Actions for ${subject}`} actions={behind}>
          <Button
            variant="minimal"
            icon={<MoreIcon />}
            aria-label={`More actions for ${subject}`}
          />
        </ActionMenu>
      )}
    </div>
  );
}
