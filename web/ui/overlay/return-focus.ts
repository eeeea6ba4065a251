import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to what opened a dialog when the dialog is unmounted. Dialogs here are mounted to be
 * opened, and the library gives the focus back only when it closes one that stays mounted.
 */
export function useReturnFocus(): void {
  const opener = useRef(document.activeElement);
  useEffect(
    () => () => {
      const { current } = opener;
      // A menu's item is gone with its menu; the screen is the next best place.
      const target =
        current instanceof HTMLElement && current !== document.body && current.isConnected
          ? current
          : document.querySelector('main');
      target?.focus({ preventScroll: true });
    },
    [],
  );
}
