import { Drawer, type DrawerProps } from '@blueprintjs/core';
import { type ReactNode, useRef } from 'react';
import styles from './modal-drawer.module.css';

interface ModalDrawerProps
  extends Pick<
    DrawerProps,
    'position' | 'size' | 'className' | 'shouldReturnFocusOnClose' | 'onClosed'
  > {
  isOpen: boolean;
  onClose: () => void;
  /** Its name, or the id of the heading inside that is its name. */
  name: { label: string } | { headingId: string };
  children: ReactNode;
}

/**
 * A dialog at an edge of the window. The dialog is ours: the library's drawer has neither role nor name, and
 * leaves the focus on an invisible catcher.
 */
export function ModalDrawer({ name, onClose, children, ...drawer }: ModalDrawerProps) {
  const dialog = useRef<HTMLDivElement>(null);
  return (
    <Drawer
      {...drawer}
      onClose={onClose}
      onOpening={() => dialog.current?.focus({ preventScroll: true })}
    >
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        {...('label' in name
          ? { 'aria-label': name.label }
          : { 'aria-labelledby': name.headingId })}
        tabIndex={-1}
        className={styles.dialog}
      >
        {children}
      </div>
    </Drawer>
  );
}
