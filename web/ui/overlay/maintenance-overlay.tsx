import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import styles from './maintenance-overlay.module.css';

interface MaintenanceOverlayProps {
  /** What is happening, in the server's words. */
  message: string;
  /** Asks whether the server serves calls again. */
  onProbe: () => void;
  probeMs?: number;
}

/**
 * Covers the whole page while the server refuses every call. The page and its open dialogs stay mounted beneath it with
 * what was typed; the browser's own dialog keeps focus and pointer away from them, and returns the focus at the end.
 */
export function MaintenanceOverlay({ message, onProbe, probeMs = 3_000 }: MaintenanceOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  const open = () => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once
  useLayoutEffect(() => {
    const element = dialog.current;
    open();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const timer = setInterval(onProbe, probeMs);
    return () => clearInterval(timer);
  }, [onProbe, probeMs]);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      className={styles.overlay}
      onCancel={(event) => event.preventDefault()}
      // Browsers close it at the second Escape.
      onClose={open}
    >
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title}>
          One moment, please
        </h2>
        <div id={textId} className={styles.text}>
          <p>{message}</p>
          <p className="quiet">What you have typed is kept. This page goes on by itself.</p>
        </div>
      </div>
    </dialog>
  );
}
