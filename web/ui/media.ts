import { useCallback, useSyncExternalStore } from 'react';

/** Phone layout; the style sheets use the same width. */
export const PHONE = '(max-width: 640px)';

/** Whether a media query matches; rerenders on change. */
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
