import { useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../../client/server-clock.ts';

const SECOND = 1000;

/** Milliseconds until an instant, each second; `onOver` is called when it has come. */
export function useTimeLeft(instant: string, onOver: () => void): number {
  const [now, setNow] = useState(serverNow);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const end = Date.parse(instant);
    const tell = () => {
      const time = serverNow();
      setNow(time);
      if (time < end) return;
      clearInterval(clock);
      over();
    };
    const clock = setInterval(tell, SECOND);
    tell();
    return () => clearInterval(clock);
  }, [instant]);
  return Date.parse(instant) - now;
}
