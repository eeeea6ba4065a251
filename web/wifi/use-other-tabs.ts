import { useEffect, useEffectEvent } from 'react';
import { PENDING, SESSION } from './store.ts';

/** Calls when another tab has changed the session or the purchase that this browser keeps. */
export function useOtherTabs(onChange: (isPurchase: boolean) => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => {
      if (key === SESSION || key === PENDING || key === null) changed(key === PENDING);
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, []);
}
