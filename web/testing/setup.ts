import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 });

// The simulated browser lacks it; what reaches it is a fault and fails the run.
globalThis.reportError ??= (error: unknown) => {
  queueMicrotask(() => {
    throw error;
  });
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

/** A toast comes and goes in 300 ms; the toaster belongs to no test, so that none takes it down. */
const TOAST_MS = 500;

afterAll(async () => {
  // One that still moves when its file ends would go on without a window.
  const hasToaster = document.querySelector('[class*="toast"]') !== null;
  if (!hasToaster) return;
  const { clearToasts } = await import('../ui/toaster.tsx');
  clearToasts();
  await new Promise((resolve) => setTimeout(resolve, TOAST_MS));
});
