import { Button, OverlayToaster, Position, type Toaster } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { wasDoneByKey } from '../keyboard.ts';
import { isDialogOpen, onDialogClosed } from './return-focus.ts';
import styles from './toaster.module.css';

/** seeds/000 9: one at a time, 5000 ms. */
const TOAST_MS = 5000;

/** Toasts with buttons are shown longer. */
const ACTIONS_MS = 12_000;

export interface ToastAction {
  label: string;
  onClick: () => void;
  /** The toast stays for its other buttons. */
  keeps?: boolean;
}

export interface ShownToast {
  title: string;
  text?: string | undefined;
  intent: 'none' | 'warning' | 'danger';
  actions?: readonly ToastAction[];
  onDismiss: () => void;
}

let toaster: Promise<Toaster> | undefined;

/** One toaster outside the pages, so that a toast survives navigation. */
function getToaster(): Promise<Toaster> {
  toaster ??= OverlayToaster.create({ maxToasts: 1, position: Position.BOTTOM_RIGHT });
  return toaster;
}

/** What had the focus before the toast took it. */
let cameFrom: HTMLElement | undefined;

const shownToast = () => document.querySelector<HTMLElement>('.bp6-toast');

/** Focuses the first button of the toast: that of the first action, or Close. */
function focusToast(): void {
  const button = shownToast()?.querySelector<HTMLElement>('button');
  const { activeElement } = document;
  if (!button || shownToast()?.contains(activeElement)) return;
  cameFrom = activeElement instanceof HTMLElement ? activeElement : undefined;
  button.focus({ preventScroll: true });
}

/** Returns the focus from the toast to where it was, or to the page. */
function leaveToast(): void {
  if (!shownToast()?.contains(document.activeElement)) return;
  const isBack = cameFrom?.isConnected && cameFrom !== document.body;
  (isBack ? cameFrom : document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}

/** F6 goes to the toast and back; Escape in the toast closes it. Before the dialogs, which keep the focus to themselves. */
function onKeyDown(event: KeyboardEvent): void {
  const toast = shownToast();
  if (!toast) return;
  const isInside = toast.contains(document.activeElement);
  if (event.key === 'F6') isInside ? leaveToast() : focusToast();
  else if (event.key === 'Escape' && isInside) clearToasts().catch(reportError);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// The library's dialogs fetch the focus back from everything outside, and so from a toast over them.
function onFocus(event: FocusEvent): void {
  if (event.target instanceof Element && event.target.closest('.bp6-toast'))
    event.stopImmediatePropagation();
}

function Actions({ actions }: { actions: readonly ToastAction[] }) {
  const byKey = useRef(wasDoneByKey());
  useEffect(() => {
    if (!byKey.current) return;
    if (!isDialogOpen()) focusToast();
    // The form that was sent closes after it has shown this toast.
    return onDialogClosed(() => {
      if (!isDialogOpen()) focusToast();
    });
  }, []);
  return (
    <span className={styles.actions}>
      {actions.map(({ label, onClick, keeps = false }) => (
        <Button
          key={label}
          size="small"
          onClick={() => {
            if (!keeps) {
              // What opens now returns the focus to where it was before the toast.
              leaveToast();
              clearToasts().catch(reportError);
            }
            onClick();
          }}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}

/** Shows a toast instead of the one before. */
export async function showToast({ title, text, intent, actions = [], onDismiss }: ShownToast) {
  const shown = await getToaster();
  leaveToast();
  shown.clear();
  shown.show({
    message: (
      <>
        <strong className={styles.title}>{title}</strong>
        {text}
        {actions.length > 0 && <Actions actions={actions} />}
      </>
    ),
    intent,
    timeout: actions.length > 0 ? ACTIONS_MS : TOAST_MS,
    className: styles.toast ?? '',
    onDismiss,
  });
}

export async function clearToasts(): Promise<void> {
  leaveToast();
  (await getToaster()).clear();
}

/** The button that closes the toast is removed with the focus on it. */
function onClick({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('.bp6-toast [aria-label=Close]')) leaveToast();
}

window.addEventListener('click', onClick, true);
window.addEventListener('keydown', onKeyDown, true);
// On the window, before the library's listeners on the document.
window.addEventListener('focus', onFocus, true);
