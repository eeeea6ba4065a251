/** By then the first screen has read what it shows. */
const LATER_MS = 4000;

/**
 * Calls once when the browser has nothing else to do, after the first seconds, in which it would take a slow link from what
 * the user waits for; answers a function that forgets it.
 */
export function whenIdle(callback: () => void): () => void {
  let request: number | undefined;
  const timer = setTimeout(() => {
    // Some browsers do not say when they are idle.
    if (typeof window.requestIdleCallback === 'function')
      request = window.requestIdleCallback(callback);
    else callback();
  }, LATER_MS);
  return () => {
    clearTimeout(timer);
    if (request !== undefined) window.cancelIdleCallback(request);
  };
}
