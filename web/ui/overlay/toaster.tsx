import { Button, Intent, OverlayToaster, Position, type Toaster } from '@blueprintjs/core';
import type { Failure } from '../table/reading.ts';
import styles from './toaster.module.css';

/** seeds/000 9: one at a time, 5000 ms. */
const TOAST_MS = 5000;

/** What comes next is offered for longer: it has to be read and chosen. */
const OFFER_MS = 12_000;

export interface ToastAction {
  label: string;
  onClick: () => void;
}

let toaster: Promise<Toaster> | undefined;

/** Made once, outside the pages, so that a message survives the page that it leads away from. */
function theToaster(): Promise<Toaster> {
  toaster ??= OverlayToaster.create({ maxToasts: 1, position: Position.BOTTOM_RIGHT });
  return toaster;
}

/** Counts what was said, so that a toast knows whether another took its place. */
let said = 0;

async function show(
  title: string,
  text: string | undefined,
  intent: Intent,
  then?: () => void,
  actions: readonly ToastAction[] = [],
): Promise<void> {
  const shown = await theToaster();
  said += 1;
  const mine = said;
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
    timeout: actions.length > 0 ? OFFER_MS : TOAST_MS,
    className: styles.toast ?? '',
    onDismiss: () => {
      if (mine === said) then?.();
    },
  });
}

/** Says that something was done. */
export function toast(title: string, text?: string): void {
  show(title, text, Intent.NONE).catch(reportError);
}

/** Says that something was done, and offers what comes next. */
export function toastOffering(title: string, text: string, actions: readonly ToastAction[]): void {
  show(title, text, Intent.NONE, undefined, actions).catch(reportError);
}

/** Says one thing and, once that has stood its time, another; whatever is said meanwhile ends it. */
export function toastInTurn(first: [title: string, text: string], next: typeof first): void {
  show(...first, Intent.NONE, () => toast(...next)).catch(reportError);
}

/** Says what is about to happen. */
export function toastWarning(title: string, text?: string): void {
  show(title, text, Intent.WARNING).catch(reportError);
}

/** The specification's destructive toast. */
export function toastError(text: string, title = 'Error'): void {
  show(title, text, Intent.DANGER).catch(reportError);
}

/** Tells of a failed action in the words it came with. */
export function toastFailure(failure: Failure, title = 'Error'): void {
  toastError(failure.message, title);
}

/** Takes away what is shown. */
export function clearToasts(): void {
  said += 1;
  toaster?.then((shown) => shown.clear()).catch(reportError);
}
