import { Button, Drawer, Position } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { type ReactNode, useId, useRef } from 'react';
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

/**
 * One record beside its list; the whole width on a phone. Escape closes it. The dialog is ours: the
 * library's drawer has neither role nor name, and its title skips heading levels.
 */
export function DetailDrawer({ title, subtitle, actions, onClose, children }: DetailDrawerProps) {
  useReturnFocus();
  const titleId = useId();
  const dialog = useRef<HTMLDivElement>(null);
  return (
    <Drawer
      isOpen
      onClose={onClose}
      onOpening={() => dialog.current?.focus({ preventScroll: true })}
      position={Position.RIGHT}
      size="min(720px, 100vw)"
      className={styles.drawer ?? ''}
    >
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={styles.dialog}
      >
        <div className={styles.titleBar}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
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
      </div>
    </Drawer>
  );
}
