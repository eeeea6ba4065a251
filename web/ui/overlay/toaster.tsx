import { Button, Intent, OverlayToaster, Position, type Toaster } from '@blueprintjs/core';
import type { Failure } from '../table/readable.ts';
import styles from './toaster.module.css';

/** seeds/000 9: one at a time, 5000 ms. */
const TOAST_MS = 5000;

/** Toasts with buttons are shown longer. */
const ACTIONS_MS = 12_000;

export interface ToastAction {
  label: string;
  onClick: () => void;
}

let toaster: Promise<Toaster> | undefined;

/** One toaster outside the pages, so that a toast survives navigation. */
function getToaster(): Promise<Toaster> {
  toaster ??= OverlayToaster.create({ maxToasts: 1, position: Position.BOTTOM_RIGHT });
  return toaster;
}

/** Number of the last toast, to detect whether a toast was replaced. */
let lastToast = 0;

async function show(
  title: string,
  text: string | undefined,
  intent: Intent,
  then?: () => void,
  actions: readonly ToastAction[] = [],
): Promise<void> {
  const shown = await getToaster();
  lastToast += 1;
  const mine = lastToast;
  shown.clear();
  shown.show({
    message: (
      <>
        <strong className={styles.title}>{title}</strong>
        {text}
        {actions.length > 0 && (
          <span className={styles.actions}>
            {actions.map(({ label, onClick }) => (
              <Button
                key={label}
                size="small"
                onClick={() => {
                  shown.clear();
                  onClick();
                }}
              >
                {label}
              </Button>
            ))}
          </span>
        )}
      </>
    ),
    intent,
    timeout: actions.length > 0 ? ACTIONS_MS : TOAST_MS,
    className: styles.toast ?? '',
    onDismiss: () => {
      if (mine === lastToast) then?.();
    },
  });
}

export function toast(title: string, text?: string): void {
  show(title, text, Intent.NONE).catch(reportError);
}

/** A toast with buttons for the next actions. */
export function toastWithActions(
  title: string,
  text: string,
  actions: readonly ToastAction[],
): void {
  show(title, text, Intent.NONE, undefined, actions).catch(reportError);
}

/** Shows two toasts one after the other; another toast in between cancels the second. */
export function toastSequence(first: [title: string, text: string], next: typeof first): void {
  show(...first, Intent.NONE, () => toast(...next)).catch(reportError);
}

export function toastWarning(title: string, text?: string): void {
  show(title, text, Intent.WARNING).catch(reportError);
}

/** The specification's destructive toast. */
export function toastError(text: string, title = 'Error'): void {
  show(title, text, Intent.DANGER).catch(reportError);
}

/** Shows the message of a failed action. */
export function toastFailure(failure: Failure, title = 'Error'): void {
  toastError(failure.message, title);
}

/** Removes the current toast. */
export function clearToasts(): void {
  lastToast += 1;
  toaster?.then((shown) => shown.clear()).catch(reportError);
}
