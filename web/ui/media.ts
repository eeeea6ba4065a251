import { useCallback, useSyncExternalStore } from 'react';

/** Widths at which pages are laid out for a phone; the same number stands in the style sheets. */
export const PHONE = '(max-width: 640px)';

/** Whether a media query holds now; the component is rendered again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
