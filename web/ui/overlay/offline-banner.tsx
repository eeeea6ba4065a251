import { useEffect } from 'react';
import styles from './offline-banner.module.css';

interface OfflineBannerProps {
  connected: boolean;
  /** Checks whether the server can be reached. */
  onProbe: () => void;
  probeMs?: number;
}

/** A line shown while the connection is lost; probes the server until it returns. */
export function OfflineBanner({ connected, onProbe, probeMs = 5_000 }: OfflineBannerProps) {
  useEffect(() => {
    if (connected) return;
    const timer = setInterval(onProbe, probeMs);
    return () => clearInterval(timer);
  }, [connected, onProbe, probeMs]);
  return (
    <div role="status" className={connected ? undefined : styles.banner}>
      {connected
        ? ''
        : 'No connection to the server. What you typed is kept; this page tries again by itself.'}
    </div>
  );
}
