import { copyText } from '../ui/copy-text.ts';
import { button, details, el } from './dom.ts';
import { serverNow } from './request.ts';
import { timeLeftText, timeText } from './rules.ts';
import type { KeptSession } from './types.ts';

const COPIED_MS = 2000;
const SECOND = 1000;

/** The access code, with a button that copies it. */
function codeBox(code: string): HTMLElement {
  const said = el('span', { class: 'copied', role: 'status' });
  const copy = button('Copy', 'quiet', async () => {
    const isCopied = await copyText(code);
    said.textContent = isCopied ? 'Copied!' : 'Select the code and copy it.';
    setTimeout(() => {
      said.textContent = '';
    }, COPIED_MS);
  });
  copy.setAttribute('aria-label', 'Copy the access code');
  return el(
    'div',
    { class: 'code' },
    el('span', { class: 'quiet' }, 'Access code'),
    el('strong', { class: 'code-text' }, code),
    copy,
    said,
  );
}

function sessionDetails(session: KeptSession): HTMLElement {
  return details([
    ['Package', session.packageName],
    ['Duration', session.duration],
    ['Data', session.dataLimit],
    ['Speed', session.speedLimit],
    ['Paid', session.amountPaid],
    ['Paid with', session.paymentMethod],
    ['Phone number', session.phoneNumber],
    ['Started', timeText(session.startTime)],
    ['Ends', timeText(session.expiryTime)],
    ['Session', session.sessionId],
  ]);
}

/** The session that was paid. */
export function successView(session: KeptSession, onShow: () => void): HTMLElement {
  return el(
    'div',
    { class: 'step' },
    el('p', {}, 'You are connected. Keep the access code: it connects you again.'),
    codeBox(session.accessCode),
    sessionDetails(session),
    el('div', { class: 'actions' }, button('Show time left', 'main', onShow)),
  );
}

export interface SessionView {
  node: HTMLElement;
  /** Stops the clock. */
  stop(): void;
  /** Why the session did not end. */
  refuse(message: string): void;
}

/** The active session with the time left (seeds/002 2). */
export function sessionView(
  session: KeptSession,
  { onExpired, onEnd }: { onExpired(): void; onEnd(): void },
): SessionView {
  const left = el('span', { class: 'time-left', role: 'timer', 'aria-label': 'Time left' });
  const tell = () => {
    const remaining = Date.parse(session.expiryTime) - serverNow();
    left.textContent = timeLeftText(remaining);
    if (remaining <= 0) {
      stop();
      onExpired();
    }
  };
  const clock = setInterval(tell, SECOND);
  const stop = () => clearInterval(clock);
  const problem = el('p', { class: 'error', role: 'alert' });
  const ending = el('div', { class: 'actions' });
  const offerEnd = () => {
    const end = button('End Session', 'danger', ask);
    ending.replaceChildren(end);
    return end;
  };
  const ask = () => {
    const keep = button('Keep session', 'quiet', () => offerEnd().focus());
    const end = button('End Session', 'danger', () => {
      end.disabled = true;
      problem.textContent = '';
      onEnd();
    });
    const words = session.key
      ? 'End this session? The time that is left is not paid back.'
      : 'End this session here? The voucher runs on: its code shows it again on this device.';
    const group = el(
      'div',
      { class: 'ask', role: 'group', 'aria-labelledby': 'ask-end' },
      el('p', { id: 'ask-end' }, words),
      el('div', { class: 'actions' }, end, keep),
    );
    ending.replaceChildren(group);
    keep.focus();
  };
  offerEnd();
  const node = el(
    'section',
    { class: 'panel', 'aria-labelledby': 'session-title' },
    el('h2', { id: 'session-title', tabindex: '-1' }, 'Your WiFi session is active'),
    el('p', { class: 'left' }, left, el('span', { class: 'quiet' }, ' left')),
    codeBox(session.accessCode),
    sessionDetails(session),
    problem,
    ending,
  );
  tell();
  return {
    node,
    stop,
    refuse(message) {
      problem.textContent = message;
      offerEnd().focus();
    },
  };
}
