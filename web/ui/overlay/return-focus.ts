import { useEffect, useState } from 'react';

const CONTROLS = ['a[href]', 'button', 'input', 'select', 'textarea']
  .map((control) => `${control}:not(:disabled)`)
  .join();

/** Whether a dialog or a drawer is open. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal=true]') !== null;
}

const listeners = new Set<() => void>();

/** Calls the listener each time a dialog has closed and returned the focus; answers a function that ends this. */
export function onDialogClosed(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** An element that has the focus, and the elements around it, which may outlive it. */
function placeOfFocus() {
  const opener = document.activeElement;
  const around: Element[] = [];
  for (let place = opener?.parentElement; place; place = place.parentElement) {
    if (place.matches('main, body')) break;
    around.push(place);
  }
  return { opener, around };
}

/** The opener, else the first control of what is left around it, else the page. */
function targetOf({ opener, around }: ReturnType<typeof placeOfFocus>): HTMLElement | null {
  if (
    opener instanceof HTMLElement &&
    opener.isConnected &&
    opener.matches(`${CONTROLS}, [tabindex]`)
  )
    return opener;
  const left = around.find((place) => place.isConnected && place.querySelector(CONTROLS));
  return left?.querySelector<HTMLElement>(CONTROLS) ?? document.querySelector('main');
}

/**
 * Returns the focus to the element that opened a dialog when the dialog is unmounted. The library does so only for
 * dialogs that stay mounted; ours are mounted to open them.
 */
export function useReturnFocus(): void {
  const [place] = useState(placeOfFocus);
  useEffect(
    () => () => {
      // Not from where the user has gone meanwhile: the search of the portal.
      if (!document.activeElement?.matches(CONTROLS))
        targetOf(place)?.focus({ preventScroll: true });
      for (const tell of [...listeners]) tell();
    },
    [place],
  );
}
