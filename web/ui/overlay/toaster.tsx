import type { Failure } from '../table/readable.ts';
import type { ShownToast, ToastAction } from './toasts.tsx';

type Toasts = typeof import('./toasts.tsx');

let loading: Promise<Toasts> | undefined;

/** In a chunk of its own, which the first visit does not wait for. */
function getToasts(): Promise<Toasts> {
  loading ??= import('./toasts.tsx').catch((error) => {
    // Without a connection: the next toast tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Loads the toasts, so that the first one appears at once, also without a connection. */
export function loadToasts(): void {
  getToasts().catch(() => undefined);
}

/** Number of the last toast, to detect whether a toast was replaced. */
let lastToast = 0;

/** Shows a toast instead of the one before. Answers a function that removes it, if it is still the last one. */
function show(toast: Omit<ShownToast, 'onDismiss'> & { onGone?: () => void }): () => void {
  lastToast += 1;
  const mine = lastToast;
  const { onGone, ...shown } = toast;
  getToasts()
    .then((toasts) => {
      if (mine !== lastToast) return undefined;
      return toasts.showToast({ ...shown, onDismiss: () => mine === lastToast && onGone?.() });
    })
    .catch(reportError);
  return () => {
    if (mine === lastToast) clearToasts();
  };
}

export function toast(title: string, text?: string): void {
  show({ title, text, intent: 'none' });
}

/**
 * A toast with buttons for the next actions. The first has the focus after something was sent by key, if no dialog is open;
 * F6 goes to the toast and back, Escape closes it.
 */
export function toastWithActions(
  title: string,
  text: string,
  actions: readonly ToastAction[],
): void {
  show({ title, text, intent: 'none', actions });
}

/** Shows two toasts one after the other; another toast in between cancels the second. */
export function toastSequence(first: [title: string, text: string], next: typeof first): void {
  show({ title: first[0], text: first[1], intent: 'none', onGone: () => toast(...next) });
}

export function toastWarning(title: string, text?: string): void {
  show({ title, text, intent: 'warning' });
}

/** The specification's destructive toast. Answers a function that removes it. */
export function toastError(text: string, title = 'Error'): () => void {
  return show({ title, text, intent: 'danger' });
}

/** Shows the message of a failed action. Answers a function that removes it. */
export function toastFailure(failure: Failure, title = 'Error'): () => void {
  return toastError(failure.message, title);
}

/** Removes the current toast. */
export function clearToasts(): void {
  lastToast += 1;
  loading?.then((toasts) => toasts.clearToasts()).catch(() => undefined);
}
