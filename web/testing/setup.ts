import '@testing-library/jest-dom/vitest';
import { cleanup, configure, waitFor } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { reportReached } from '../client/connection.ts';

// A busy machine is slow, not wrong; less than a test has, so that a failure names what it waited for.
configure({ asyncUtilTimeout: 15_000 });

// The simulated browser lacks it; what reaches it is a fault and fails the run.
globalThis.reportError ??= (error: unknown) => {
  queueMicrotask(() => {
    throw error;
  });
};

// Tests and whole files share one window and the modules' own state: each begins as a fresh browser would.
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
  // The toaster stands outside the pages. It is not loaded here for files that never show a toast.
  if (document.body.hasChildNodes()) (await import('../ui/overlay/toaster.tsx')).clearToasts();
});

afterAll(async () => {
  // A cleared toast moves on for a third of a second: no other file may find it, nor may its window go first.
  await waitFor(() => {
    if (document.querySelector('.bp6-toast')) throw new Error('a toast is still shown');
  });
});
