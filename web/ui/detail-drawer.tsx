import { Drawer, Position } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import styles from './detail-drawer.module.css';
import { useReturnFocus } from './return-focus.ts';

interface DetailDrawerProps {
  /** What is looked at: 'Juba Tea House', 'INV-2026-000042'. */
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** One record beside its list; the whole width on a phone. Escape closes it. */
export function DetailDrawer({ title, subtitle, actions, onClose, children }: DetailDrawerProps) {
  useReturnFocus();
  return (
    <Drawer
      isOpen
      onClose={onClose}
      position={Position.RIGHT}
      size="min(720px, 100vw)"
      title={title}
      className={styles.drawer ?? ''}
    >
      <div className={styles.body}>
        {(subtitle || actions) && (
          <div className={styles.head}>
            <div>{subtitle}</div>
            {actions && <div className={styles.actions}>{actions}</div>}
          </div>
        )}
        {children}
      </div>
    </Drawer>
  );
}
