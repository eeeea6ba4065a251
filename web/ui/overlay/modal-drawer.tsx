import { Drawer, type DrawerProps } from '@blueprintjs/core';
import { type ReactNode, useRef } from 'react';
import { OutsidePlaces } from '../phone-places.tsx';
import styles from './modal-drawer.module.css';

interface ModalDrawerProps
  extends Pick<
    DrawerProps,
    'position' | 'size' | 'className' | 'shouldReturnFocusOnClose' | 'onClosed'
  > {
  isOpen: boolean;
  onClose: () => void;
  /** Accessible name, or the id of the heading that contains it. */
  name: { label: string } | { headingId: string };
  children: ReactNode;
}

/**
 * A dialog at an edge of the window. Adds the role, name and focus that the library's drawer lacks.
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
        <OutsidePlaces>{children}</OutsidePlaces>
      </div>
    </Drawer>
  );
}
