import { useEffect, useRef } from 'react';
import { call } from '../client/call.ts';
import { clearToasts, toastError, toastWarning } from '../ui/overlay/toaster.tsx';
import { watchIdle } from './idle.ts';

/** Ends the session after ten idle minutes with the specification's two toasts (seeds/002 8). */
export function useIdleLogout(logout: () => Promise<void>): void {
  const latest = useRef(logout);
  latest.current = logout;
  useEffect(() => {
    const watch = watchIdle({
      onWarning: () =>
        toastWarning(
          'Session Expiring',
          'You will be logged out in 30 seconds unless you go on working.',
        ),
      onBack: clearToasts,
      onIdle: () => {
        latest
          .current()
          .then(() => toastError('You have been logged out due to inactivity.', 'Session Expired'))
          .catch(reportError);
      },
      // Failing is no harm: the next request says whether the session still stands.
      onPing: () => void call('recordActivity').catch(() => undefined),
    });
    return () => watch.stop();
  }, []);
}
