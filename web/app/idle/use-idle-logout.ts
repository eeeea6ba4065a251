import { useEffect, useRef } from 'react';
import { call } from '../../client/call.ts';
import { clearToasts, toastError, toastWarning } from '../../ui/overlay/toaster.tsx';
import { watchIdle } from './idle.ts';

/** Logs out after ten idle minutes, with the two toasts of the specification (seeds/002 8). */
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
      onActive: clearToasts,
      onIdle: () => {
        latest
          .current()
          .then(() => toastError('You have been logged out due to inactivity.', 'Session Expired'))
          .catch(reportError);
      },
      // A failure can be ignored: the next request shows whether the session is still valid.
      onPing: () => void call('recordActivity').catch(() => undefined),
    });
    return () => watch.stop();
  }, []);
}
