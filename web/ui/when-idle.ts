/** For browsers that do not say when they are idle. */
const LATER_MS = 2000;

/** Calls once when the browser has nothing else to do; answers a function that forgets it. */
export function whenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, LATER_MS);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(callback);
  return () => window.cancelIdleCallback(request);
}
