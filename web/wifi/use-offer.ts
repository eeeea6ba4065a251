import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ClientError } from '../client/errors.ts';
import { isUnanswered } from '../client/light-call.ts';
import { call } from './client.ts';
import { retryWait } from './rules.ts';
import type { Offer } from './types.ts';

interface Offered {
  offer: Offer | undefined;
  /** It has not come yet, and the link is lost. */
  isLost: boolean;
  /** Reads it again. */
  reload: () => void;
}

/** Packages and ways to pay; tried again until they come. `onOffer` is called with each answer and the one before. */
export function useOffer(onOffer: (fresh: Offer, before: Offer | undefined) => void): Offered {
  const [offer, setOffer] = useState<Offer>();
  const [isLost, setLost] = useState(false);
  const load = useRef<() => void>(undefined);
  const take = useEffectEvent((fresh: Offer) => {
    setOffer(fresh);
    setLost(false);
    onOffer(fresh, offer);
  });
  const lose = useEffectEvent(() => setLost(offer === undefined));
  const isMissing = useEffectEvent(() => offer === undefined);

  useEffect(() => {
    let isClosed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (turn: number) => {
      clearTimeout(timer);
      try {
        const fresh = await call('getWifiOffer', undefined, { isPreloaded: true });
        if (!isClosed) take(fresh);
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        if (isClosed) return;
        if (isUnanswered(error)) lose();
        timer = setTimeout(() => void read(turn + 1), retryWait(turn));
      }
    };
    const online = () => {
      if (isMissing()) void read(0);
    };
    load.current = () => void read(0);
    window.addEventListener('online', online);
    void read(0);
    return () => {
      isClosed = true;
      clearTimeout(timer);
      window.removeEventListener('online', online);
    };
  }, []);
  return { offer, isLost, reload: useCallback(() => load.current?.(), []) };
}
