import { useEffect, useEffectEvent, useState } from 'react';
import type { PendingPurchase } from '../types.ts';
import { type Watcher, watch } from './buying.ts';

/** Watches a purchase while there is one; answers whether the link is lost meanwhile. */
export function useWatch(
  pending: PendingPurchase | undefined,
  watcher: Omit<Watcher, 'onLink'>,
): boolean {
  const [isLost, setLost] = useState(false);
  const onReview = useEffectEvent(watcher.onReview);
  const onPaid = useEffectEvent(watcher.onPaid);
  const onFailed = useEffectEvent(watcher.onFailed);
  useEffect(() => {
    if (!pending) return;
    const stop = watch(pending, {
      onLink: setLost,
      onReview: (message) => onReview(message),
      onPaid: (purchase) => onPaid(purchase),
      onFailed: (message, isRefusal) => onFailed(message, isRefusal),
    });
    return () => {
      stop();
      setLost(false);
    };
  }, [pending]);
  return isLost;
}
