import { BanCircleIcon } from '@blueprintjs/icons';
import { type Permission, permissionWords } from '@nimule/core/identity/permissions';
import { cloneElement, createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { ActionButtonProps } from './action-button.tsx';
import { useDocumentTitle } from './page.tsx';
import styles from './states.module.css';

/**
 * What the screen shows to somebody whose role may not do something. Which of the three:
 *
 * - `AccessDenied`: a whole module. The table of modules shows it, and no link leads there; a page does not ask again.
 * - `AllowedOrDisabled` (`useRefusal` for the actions of a row or menu): an action on the record or list before the user
 *   that colleagues do: disabled, with the reason, so that one knows whom to ask.
 * - `Allowed`: hidden: what belongs to the work of other roles, such as payment controls (seeds/000 6), and a second way
 *   to an action whose button is there, such as the pencil beside a telephone.
 *
 * The server refuses in any case.
 */

/** May the signed-in user do this? The app answers, from the core's own table. */
export const MayContext = createContext<(permission: Permission) => boolean>(() => false);

export function useMay(): (permission: Permission) => boolean {
  return useContext(MayContext);
}

/** Why the user may not do this, as a `disabledReason`; undefined for those who may. */
export function useRefusal(): (permission: Permission) => string | undefined {
  const may = useMay();
  return (permission) =>
    may(permission) ? undefined : `Your role may not ${permissionWords(permission)}.`;
}

interface AllowedProps {
  to: Permission;
  children: ReactNode;
}

/** Shows its content to those who may, and nothing to others. */
export function Allowed({ to, children }: AllowedProps) {
  return useMay()(to) && children;
}

interface AllowedOrDisabledProps {
  to: Permission;
  /** One ActionButton. */
  children: ReactElement<ActionButtonProps>;
}

/** Shows its ActionButton to everyone; to those who may not, disabled and with the reason. */
export function AllowedOrDisabled({ to, children }: AllowedOrDisabledProps) {
  const disabledReason = useRefusal()(to);
  return disabledReason ? cloneElement(children, { disabledReason }) : children;
}

interface AccessDeniedProps {
  /** Such as "You don't have permission to access user management." */
  text: string;
}

/** In place of a page that the role may not see. */
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
