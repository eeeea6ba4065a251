import { BanCircleIcon } from '@blueprintjs/icons';
import { type Permission, permissionWords } from '@nimule/core/identity/permissions';
import { cloneElement, createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { ActionButtonProps } from './action-button.tsx';
import { useDocumentTitle } from './page.tsx';
import styles from './states.module.css';

/**
 * Three ways to show what the user's role does not permit:
 *
 * - `AccessDenied`: for a whole module, used by ModuleScreen. Pages need no check of their own; no link leads there.
 * - `AllowedOrDisabled` (`useRefusal` for row and menu actions): an action of colleagues on the shown record or list,
 *   disabled with the reason, so that the user can ask them.
 * - `Allowed`: hides controls of other roles, such as payment controls (seeds/000 6), and shortcuts to an action that
 *   also has a button, such as the edit icon next to a phone number.
 *
 * The server checks the permission in all cases.
 */

/** Whether the signed-in user has a permission; provided by the staff area. */
export const MayContext = createContext<(permission: Permission) => boolean>(() => false);

export function useMay(): (permission: Permission) => boolean {
  return useContext(MayContext);
}

/** The `disabledReason` without the permission; undefined with it. */
export function useRefusal(): (permission: Permission) => string | undefined {
  const may = useMay();
  return (permission) =>
    may(permission) ? undefined : `Your role may not ${permissionWords(permission)}.`;
}

interface AllowedProps {
  to: Permission;
  children: ReactNode;
}

/** Shows the content only with the permission. */
export function Allowed({ to, children }: AllowedProps) {
  return useMay()(to) && children;
}

interface AllowedOrDisabledProps {
  to: Permission;
  /** One ActionButton. */
  children: ReactElement<ActionButtonProps>;
}

/** Disables its ActionButton, with the reason, without the permission. */
export function AllowedOrDisabled({ to, children }: AllowedOrDisabledProps) {
  const disabledReason = useRefusal()(to);
  return disabledReason ? cloneElement(children, { disabledReason }) : children;
}

interface AccessDeniedProps {
  /** Such as "You don't have permission to access user management." */
  text: string;
}

/** Shown instead of a page that the role may not see. */
export function AccessDenied({ text }: AccessDeniedProps) {
  useDocumentTitle('Access Denied');
  return (
    <div className={styles.state}>
      <span className={styles.danger} aria-hidden="true">
        <BanCircleIcon size={32} />
      </span>
      <h1 className={styles.heading}>Access Denied</h1>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
