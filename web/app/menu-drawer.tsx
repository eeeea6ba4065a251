import { DrawerSize, Position } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { ModalDrawer } from '../ui/overlay/modal-drawer.tsx';
import styles from './sidebar.module.css';

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
  children: ReactNode;
}

/** The sidebar of a phone. */
export function MenuDrawer({ children, ...drawer }: MenuDrawerProps) {
  return (
    <ModalDrawer
      {...drawer}
      shouldReturnFocusOnClose={false}
      name={{ label: 'Menu' }}
      position={Position.LEFT}
      size={DrawerSize.SMALL}
      className={styles.drawer ?? ''}
    >
      <div className={styles.drawerBody}>{children}</div>
    </ModalDrawer>
  );
}
