import { useSyncExternalStore } from 'react';

export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

const STORED = 'nimule.rows';
const listeners = new Set<() => void>();

/** The height of rows that this browser's user chose; compact without a choice. */
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
  // The other tabs of this browser hear of it by the event, which the own tab does not get.
  window.addEventListener('storage', changed);
  listeners.add(changed);
  return () => {
    window.removeEventListener('storage', changed);
    listeners.delete(changed);
  };
}

/** The chosen height of rows, the same in all tables. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, chosenDensity);
}
