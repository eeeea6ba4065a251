import { Intent, OverlayToaster, Position, type Toaster } from '@blueprintjs/core';
import type { Failure } from './reading.ts';
import styles from './toaster.module.css';

/** seeds/000 9: one at a time, 5000 ms. */
const TOAST_MS = 5000;

let toaster: Promise<Toaster> | undefined;

/** Made once, outside the pages, so that a message survives the page that it leads away from. */
function theToaster(): Promise<Toaster> {
  toaster ??= OverlayToaster.create({ maxToasts: 1, position: Position.TOP_RIGHT });
  return toaster;
}

async function show(title: string, text: string | undefined, intent: Intent): Promise<void> {
  const shown = await theToaster();
  shown.clear();
  shown.show({
    message: (
      <>
        <strong className={styles.title}>{title}</strong>
        {text}
      </>
    ),
    intent,
    timeout: TOAST_MS,
    className: styles.toast ?? '',
  });
}

/** Says that something was done. */
export function toast(title: string, text?: string): void {
  show(title, text, Intent.NONE).catch(reportError);
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
  toaster?.then((shown) => shown.clear()).catch(reportError);
}
