import { IDLE_MINUTES, IDLE_WARNING_SECONDS } from '@nimule/core/identity/schema';

export const IDLE_MS = IDLE_MINUTES * 60_000;
export const WARNING_MS = IDLE_WARNING_SECONDS * 1000;
/** At most one ping in this time, however much is typed. */
export const PING_MS = 30_000;
const SHARED = 'nimule.activity';
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export interface IdleWatch {
  /** Somebody did something, here or in another tab. */
  touch(): void;
  stop(): void;
}

interface IdleEvents {
  onWarning(): void;
  onIdle(): void;
  /** The warning no longer holds. */
  onBack(): void;
  /** Tell the server that somebody is there. */
  onPing(): void;
}

/**
 * Watches for real input (decision 14, seeds/002 4 and 9): a warning 30 seconds before ten idle minutes,
 * then the end. The time of the last input is shared by all tabs, so that work in one keeps the others
 * signed in.
 */
export function watchIdle(events: IdleEvents, now: () => number = Date.now): IdleWatch {
  let lastInput = now();
  let lastPing = now();
  let owed = false;
  let warned = false;

  const share = () => localStorage.setItem(SHARED, String(lastInput));
  const back = () => {
    if (!warned) return;
    warned = false;
    events.onBack();
  };
  const ping = () => {
    lastPing = now();
    owed = false;
    events.onPing();
  };
  const touch = () => {
    lastInput = now();
    share();
    back();
    if (now() - lastPing >= PING_MS) ping();
    else owed = true;
  };
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== SHARED) return;
    lastInput = Math.max(lastInput, Number(event.newValue) || 0);
    back();
  };
  const look = () => {
    const idle = now() - lastInput;
    // The last input of a burst is told as well, or the server would count from the first.
    if (owed && now() - lastPing >= PING_MS) ping();
    if (idle >= IDLE_MS) {
      stop();
      events.onIdle();
    } else if (idle >= IDLE_MS - WARNING_MS && !warned) {
      warned = true;
      events.onWarning();
    }
  };
  const timer = setInterval(look, 1000);
  // A tab that was asleep looks at once when it wakes.
  const wake = () => document.visibilityState === 'visible' && look();
  function stop(): void {
    clearInterval(timer);
    for (const name of INPUTS) window.removeEventListener(name, touch);
    window.removeEventListener('storage', fromOtherTab);
    document.removeEventListener('visibilitychange', wake);
  }
  for (const name of INPUTS) window.addEventListener(name, touch, { passive: true });
  window.addEventListener('storage', fromOtherTab);
  document.addEventListener('visibilitychange', wake);
  share();
  return { touch, stop };
}
