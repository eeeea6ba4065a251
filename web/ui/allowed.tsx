import type { Permission } from '@nimule/core/identity/permissions';
import { cloneElement, createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { ActionButtonProps } from './action-button.tsx';

/** May the signed-in user do this? The app answers, from the core's own table. */
export const MayContext = createContext<(permission: Permission) => boolean>(() => false);

export function useMay(): (permission: Permission) => boolean {
  return useContext(MayContext);
}

interface HidingProps {
  to: Permission;
  /** Shown instead. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Shows its content to those who may, and nothing (or `fallback`) to others. */
export function Allowed({ to, fallback = null, children }: HidingProps) {
  return useMay()(to) ? children : fallback;
}

interface DisablingProps {
  to: Permission;
  reason?: string;
  /** One ActionButton. */
  children: ReactElement<ActionButtonProps>;
}

/** Shows its ActionButton to everyone; to those who may not, disabled and with the reason. */
export function AllowedOrDisabled({
  to,
  reason = 'Your role does not allow this.',
  children,
}: DisablingProps) {
  return useMay()(to) ? children : cloneElement(children, { disabledReason: reason });
}
