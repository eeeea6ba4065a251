import { IDLE_MINUTES, IDLE_WARNING_SECONDS } from '@nimule/core/identity/rules-idle';

export const IDLE_MS = IDLE_MINUTES * 60_000;
export const WARNING_MS = IDLE_WARNING_SECONDS * 1000;
/** Minimum time between two pings. */
export const PING_MS = 30_000;
const SHARED = 'nimule.activity';
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export interface IdleWatch {
  /** Records user input. */
  touch(): void;
  stop(): void;
}

interface IdleEvents {
  onWarning(): void;
  onIdle(): void;
  /** Input after a warning: the warning can be removed. */
  onActive(): void;
  /** The server should record activity. */
  onPing(): void;
}

/**
 * Detects ten minutes without input, with a warning 30 seconds before (decision 14, seeds/002 4 and 9). All tabs share
 * the time of the last input in localStorage, so activity in one keeps the others signed in.
 */
export function watchIdle(events: IdleEvents, now: () => number = Date.now): IdleWatch {
  let lastInput = now();
  let lastPing = now();
  let pingPending = false;
  let warned = false;

  const share = () => localStorage.setItem(SHARED, String(lastInput));
  const cancelWarning = () => {
    if (!warned) return;
    warned = false;
    events.onActive();
  };
  const ping = () => {
    lastPing = now();
    pingPending = false;
    events.onPing();
  };
  const touch = () => {
    lastInput = now();
    share();
    cancelWarning();
    if (now() - lastPing >= PING_MS) ping();
    else pingPending = true;
  };
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== SHARED) return;
    lastInput = Math.max(lastInput, Number(event.newValue) || 0);
    cancelWarning();
  };
  const check = () => {
    const idle = now() - lastInput;
    // Also report the last input of a burst: otherwise the server counts from the first.
    if (pingPending && now() - lastPing >= PING_MS) ping();
    if (idle >= IDLE_MS) {
      stop();
      events.onIdle();
    } else if (idle >= IDLE_MS - WARNING_MS && !warned) {
      warned = true;
      events.onWarning();
    }
  };
  const timer = setInterval(check, 1000);
  // Timers of a hidden tab may be suspended: check as soon as it is visible again.
  const onVisible = () => document.visibilityState === 'visible' && check();
  function stop(): void {
    clearInterval(timer);
    for (const name of INPUTS) window.removeEventListener(name, touch);
    window.removeEventListener('storage', fromOtherTab);
    document.removeEventListener('visibilitychange', onVisible);
  }
  for (const name of INPUTS) window.addEventListener(name, touch, { passive: true });
  window.addEventListener('storage', fromOtherTab);
  document.addEventListener('visibilitychange', onVisible);
  share();
  return { touch, stop };
}
