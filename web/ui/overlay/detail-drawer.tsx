import { Button, Position } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import styles from './detail-drawer.module.css';
import { ModalDrawer } from './modal-drawer.tsx';
import { useReturnFocus } from './return-focus.ts';

interface DetailDrawerProps {
  /** 'Juba Tea House', 'INV-2026-000042'. */
  title: string;
  /** Small buttons next to the title, such as 'next record'. */
  titleActions?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  /** In pixels. */
  width?: number;
  children: ReactNode;
}

/** Drawer with one record over its list; full width on a phone. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { title, titleActions, subtitle, actions, onClose, width = 720, children } = props;
  useReturnFocus();
  const headingId = useId();
  return (
    <ModalDrawer
      isOpen
      onClose={onClose}
      name={{ headingId }}
      position={Position.RIGHT}
      size={`min(${width}px, 100vw)`}
      className={styles.drawer ?? ''}
    >
      <div className={styles.titleBar}>
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
        {titleActions}
        <Button variant="minimal" icon={<CrossIcon />} aria-label="Close" onClick={onClose} />
      </div>
      <div className={styles.body}>
        {(subtitle || actions) && (
          <div className={styles.head}>
            <div>{subtitle}</div>
            {actions && <div className={styles.actions}>{actions}</div>}
          </div>
        )}
        {children}
      </div>
    </ModalDrawer>
  );
}
