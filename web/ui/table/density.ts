import { useSyncExternalStore } from 'react';

export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

const STORED = 'nimule.rows';
const listeners = new Set<() => void>();

/** The row height stored in this browser; compact by default. */
function chosenDensity(): Density {
  const stored = localStorage.getItem(STORED);
  return densities.find((density) => density === stored) ?? 'compact';
}

export function chooseDensity(density: Density): void {
  if (density === 'compact') localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, density);
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  // 'storage' fires only in other tabs; this tab uses the listeners.
  window.addEventListener('storage', changed);
  listeners.add(changed);
  return () => {
    window.removeEventListener('storage', changed);
    listeners.delete(changed);
  };
}

/** The chosen row height, the same for all tables. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, chosenDensity);
}
