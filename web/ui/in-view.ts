import { type RefCallback, useCallback, useEffect, useState } from 'react';

/** How far below the window something already counts as in view. */
const AHEAD = '160px';

/**
 * Whether an element has come into view since `isReady`; it stays true. A browser that cannot tell counts everything as in
 * view. Before `isReady` nothing counts: what stands above may still be loading, and will push it down.
 */
export function useInView(isReady: boolean): [ref: RefCallback<Element>, isInView: boolean] {
  const [element, setElement] = useState<Element | null>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!isReady || isInView || !element) return;
    if (typeof IntersectionObserver === 'undefined') {
      setInView(true);
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setInView(true);
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isReady, isInView, element]);
  return [useCallback((node) => setElement(node), []), isInView];
}
