import { useLayoutEffect, useState } from 'react';

/**
 * False in the prerendered page and until React has taken it over. What depends on the browser (its address, what it
 * keeps) is shown from then on, before the browser paints.
 */
export function useStarted(): boolean {
  const [isStarted, setStarted] = useState(false);
  useLayoutEffect(() => setStarted(true), []);
  return isStarted;
}
