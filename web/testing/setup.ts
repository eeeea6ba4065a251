import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig, waitFor } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { reportReached } from '../client/connection.ts';
import { reportMaintenance } from '../client/maintenance.ts';
import { running } from '../parts/uploads/running.ts';
import { ignoreKeysPressedElsewhere, sendFormsByKey } from '../ui/keyboard.ts';
// As on every screen but the first.
import '../ui/overlay/tooltip.ts';

// For slow machines; shorter than the test timeout, so that the error message is that of the failed query.
configure({ asyncUtilTimeout: 30_000 });

/** Set by the library while it waits, which asks again and again. */
const isWaiting = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })
    ._disableExpensiveErrorDiagnostics === true;

const { getElementError } = getConfig();
configure({
  // Prints the page, a hundred milliseconds for a large one: at the end of the waiting alone.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

// Missing in the simulated browser. A reported error fails the run.
globalThis.reportError ??= (error: unknown) => {
  queueMicrotask(() => {
    throw error;
  });
};

// Tests and files share one window and module state: reset it after each test.
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.title = '';
  const html = document.documentElement;
  for (const name of html.getAttributeNames()) html.removeAttribute(name);
  reportReached(true);
  reportMaintenance(undefined);
  running.queue?.stop();
  running.queue = undefined;
  // The toaster is outside the rendered page. Do not load it for files without toasts.
  if (document.body.hasChildNodes()) (await import('../ui/overlay/toaster.tsx')).clearToasts();
});

// As in the portal.
afterAll(ignoreKeysPressedElsewhere());
afterAll(sendFormsByKey());

afterAll(async () => {
  // Wait for the exit animation of toasts, so that the next file does not find them.
  await waitFor(() => {
    if (document.querySelector('.bp6-toast')) throw new Error('a toast is still shown');
  });
});
