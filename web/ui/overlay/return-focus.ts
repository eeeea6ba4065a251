import { useEffect, useRef } from 'react';

/**
 * Returns the focus to the element that opened a dialog when the dialog is unmounted. The library does so only for
 * dialogs that stay mounted; ours are mounted to open them.
 */
export function useReturnFocus(): void {
  const opener = useRef(document.activeElement);
  useEffect(
    () => () => {
      const { current } = opener;
      // A menu item may no longer exist; then focus the page.
      const target =
        current instanceof HTMLElement && current !== document.body && current.isConnected
          ? current
          : document.querySelector('main');
      target?.focus({ preventScroll: true });
    },
    [],
  );
}
