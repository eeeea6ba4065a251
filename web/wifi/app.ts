import { begin, findLate, leave, watch } from './buying.ts';
import { button, type Child, el } from './dom.ts';
import { LinkLost, send, serverNow } from './request.ts';
import { retryWait } from './rules.ts';
import * as store from './store.ts';
import type { KeptSession, Offer, PendingPurchase, Purchase, WifiPackage } from './types.ts';
import { packagesView } from './view-packages.ts';
import { payView, waitingView } from './view-pay.ts';
import { codeBox, type SessionView, sessionDetails, sessionView } from './view-session.ts';
import { voucherView } from './view-voucher.ts';

const FAILED = 'Payment failed. Please try again.';
const OFFLINE = 'No connection. We keep trying; you do not pay twice.';
const STEPS = ['Choose package', 'Pay', 'Success'] as const;
const MAX_HOTSPOT = 64;
/** Where the portal keeps the signed-in user (seeds/000 1). */
const USER = 'currentUser';

/** The page of a visitor (seeds/002 2). Answers what ends it, for tests. */
export function startApp(root: HTMLElement): () => void {
  const query = new URLSearchParams(location.search);
  const hotspotId = (query.get('hotspot') ?? '').slice(0, MAX_HOTSPOT);
  const code = query.get('code') ?? '';
  const typed = { provider: '', phone: '' };
  const closing = new AbortController();
  let offer: Offer | undefined;
  let chosen: WifiPackage | undefined;
  let shown: SessionView | undefined;
  let isVoucherShown = false;
  let stopWatching: (() => void) | undefined;
  let offerTimer: ReturnType<typeof setTimeout> | undefined;

  const company = el('span', { class: 'company' });
  const alertBox = el('div', { role: 'alert' });
  const link = el('p', { class: 'notice warning', role: 'status', hidden: true });
  const body = el('div', { class: 'body' });
  const simulated = el(
    'p',
    { class: 'notice', hidden: true },
    'Simulated payment: no money moves.',
  );
  const home = (() => {
    try {
      return localStorage.getItem(USER) ? '/dashboard' : '/';
    } catch {
      return '/';
    }
  })();
  root.replaceChildren(
    el('header', { class: 'top' }, el('a', { href: home, class: 'back' }, '← Back'), company),
    el('main', {}, el('h1', {}, 'WiFi Payment'), link, alertBox, simulated, body),
  );

  function say(...children: Child[]): void {
    alertBox.replaceChildren(...children.filter((child) => child !== false && child !== undefined));
  }
  const notice = (text: string) => say(el('p', { class: 'notice' }, text));

  function showLink(isLost: boolean): void {
    link.hidden = !isLost;
    link.textContent = isLost ? OFFLINE : '';
  }

  /** Only a purchase is simulated, not a voucher: `isVoucher` where a voucher comes first or gave the session. */
  function showSimulated(isVoucher: boolean): void {
    isVoucherShown = isVoucher;
    simulated.hidden = isVoucher || !(offer?.takesPayments && offer.isSimulated);
  }

  /** Shows one view; `focus` moves to its title, where the visitor has caused it. */
  function show(children: readonly Child[], focus: boolean, isVoucher = false): void {
    showSimulated(isVoucher);
    shown?.stop();
    shown = undefined;
    body.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
    if (focus) body.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }

  function stepOf(number: number, view: HTMLElement): HTMLElement {
    const steps = STEPS.map((name, index) =>
      el(
        'li',
        { 'aria-current': index + 1 === number ? 'step' : undefined },
        el('span', { class: 'number' }, String(index + 1)),
        el('span', { class: 'step-name' }, name),
      ),
    );
    const title = el('h2', { tabindex: '-1', id: 'step-title' }, STEPS[number - 1] ?? '');
    return el(
      'section',
      { class: 'panel', 'aria-labelledby': 'step-title' },
      el('ol', { class: 'steps', 'aria-label': 'Steps' }, ...steps),
      title,
      view,
    );
  }

  const packagesBox = el('div', { class: 'body' });
  const voucher = voucherView(code, (session) => {
    store.keepSession(session);
    say();
    showSession(session, true);
  });

  function packagesPanel(): HTMLElement {
    if (!offer) {
      const loading = el('p', { role: 'status' }, 'Loading packages…');
      return el('section', { class: 'panel' }, loading);
    }
    if (!offer.takesPayments) {
      const words = 'WiFi cannot be paid here at the moment. Use a voucher, or ask our staff.';
      return el('section', { class: 'panel' }, el('p', {}, words));
    }
    const view = packagesView(offer, chosen?.id, (one) => {
      chosen = one;
      say();
      showPay();
    });
    return stepOf(1, view);
  }

  function showPackages(focus = true): void {
    packagesBox.replaceChildren(packagesPanel());
    // The packages come while the visitor may be typing a code.
    if (voucher.isConnected) return;
    // Who comes with a code wants to use it.
    const isCodeFirst = code !== '';
    show(isCodeFirst ? [voucher, packagesBox] : [packagesBox, voucher], focus, isCodeFirst);
  }

  function showPay(): void {
    if (!offer || !chosen) {
      showPackages();
      return;
    }
    const one = chosen;
    const view = payView({
      offer,
      chosen: one,
      typed,
      onBack: () => showPackages(),
      onPay: (provider, phone) => {
        say();
        showWaiting(
          begin(one, { provider, phone, hotspotId, isSimulated: offer?.isSimulated ?? false }),
        );
      },
    });
    show([stepOf(2, view)], true);
  }

  function showWaiting(pending: PendingPurchase): void {
    stopWatching?.();
    const view = waitingView(pending, () => {
      stopWatching?.();
      leave(pending);
      showLink(false);
      notice(
        'If you still confirm the payment on your phone, open this page again for your session.',
      );
      showPackages();
    });
    show([stepOf(2, view)], true);
    stopWatching = watch(pending, {
      onLink: showLink,
      onReview: (message) =>
        notice(message || 'Our staff have to look at your payment. This page goes on by itself.'),
      onPaid: (purchase) => {
        say();
        showSuccess(keep(pending.input.key, purchase));
      },
      onFailed: (message) => {
        const reason = message.replace(FAILED, '').trim();
        say(
          el(
            'div',
            { class: 'notice danger' },
            el('p', {}, FAILED),
            reason !== '' && el('p', {}, reason),
          ),
        );
        chosen = offer?.packages.find(({ id }) => id === pending.input.packageId) ?? chosen;
        typed.provider = pending.input.provider;
        typed.phone = pending.input.phone;
        // The price may have been the reason.
        void loadOffer(0);
        showPay();
      },
    });
  }

  /** Keeps the session of a paid purchase. */
  function keep(key: string, { session }: Purchase): KeptSession {
    const kept = { ...session!, key };
    store.keepSession(kept);
    return kept;
  }

  function isActive(session: KeptSession): boolean {
    return session.status === 'active' && Date.parse(session.expiryTime) > serverNow();
  }

  function showSuccess(session: KeptSession): void {
    if (!isActive(session)) {
      store.keepSession(undefined);
      notice('This session is over.');
      showPackages();
      return;
    }
    const view = el(
      'div',
      { class: 'step' },
      el('p', {}, 'You are connected. Keep the access code: it connects you again.'),
      codeBox(session.accessCode),
      sessionDetails(session),
      el(
        'div',
        { class: 'actions' },
        button('Show time left', 'main', () => showSession(session, true)),
      ),
    );
    show([stepOf(3, view)], true);
  }

  function showSession(session: KeptSession, focus: boolean): void {
    stopWatching?.();
    const view = sessionView(session, {
      onExpired: () => {
        store.keepSession(undefined);
        notice('Your session has expired.');
        showPackages();
      },
      onEnd: () => void end(session, view),
    });
    show([view.node], focus, !session.key);
    shown = view;
  }

  async function end(session: KeptSession, view: SessionView): Promise<void> {
    if (session.key) {
      try {
        const answer = await send('/api/wifi/purchases/end', { key: session.key });
        if (!answer.ok && answer.status !== 404) {
          view.refuse(answer.message || 'The session did not end. Please try again.');
          return;
        }
      } catch (error) {
        if (!(error instanceof LinkLost)) throw error;
        view.refuse('There is no connection. The session did not end; please try again.');
        return;
      }
    }
    store.keepSession(undefined);
    notice('The session has ended.');
    showPackages();
  }

  async function loadOffer(turn: number): Promise<void> {
    clearTimeout(offerTimer);
    try {
      const answer = await send<Offer>('/api/wifi/offer');
      if (answer.ok) {
        showLink(false);
        takeOffer(answer.body);
        return;
      }
    } catch (error) {
      if (!(error instanceof LinkLost)) throw error;
      if (!offer) showLink(true);
    }
    if (!closing.signal.aborted)
      offerTimer = setTimeout(() => void loadOffer(turn + 1), retryWait(turn));
  }

  function takeOffer(fresh: Offer): void {
    const isFirst = offer === undefined;
    const before = chosen?.priceSSP;
    offer = fresh;
    company.textContent = fresh.companyName;
    document.title = `WiFi Payment · ${fresh.companyName}`;
    showSimulated(isVoucherShown);
    if (chosen) chosen = fresh.packages.find(({ id }) => id === chosen?.id);
    const isPaying = body.querySelector('#phone') !== null;
    if (isPaying && chosen?.priceSSP !== before) showPay();
    else if (isFirst && !shown && !store.pendingPurchase()) showPackages(false);
  }

  /** What the browser has kept decides what is shown. */
  function resume(focus: boolean): void {
    const session = store.keptSession();
    const pending = store.pendingPurchase();
    if (session && isActive(session)) {
      showSession(session, focus);
      void refresh(session);
      return;
    }
    if (session) store.keepSession(undefined);
    if (pending) showWaiting(pending);
    else {
      showPackages(focus);
      void findLate().then((late) => {
        if (!late || closing.signal.aborted || store.pendingPurchase()) return;
        notice('Your payment has arrived.');
        showSuccess(keep(late.key, late.purchase));
      });
    }
  }

  /** Staff may have ended the session meanwhile. */
  async function refresh(session: KeptSession): Promise<void> {
    if (!session.key) return;
    const answer = await send<Purchase>('/api/wifi/purchases/status', { key: session.key }).catch(
      () => undefined,
    );
    if (!answer?.ok || closing.signal.aborted) return;
    // A payment that was given back has no session.
    const { session: current } = answer.body;
    if (current && isActive(current)) return;
    if (store.keptSession()?.sessionId !== session.sessionId) return;
    store.keepSession(undefined);
    notice('This session is over.');
    showPackages();
  }

  // Another tab has bought, ended or begun something.
  window.addEventListener(
    'storage',
    ({ key }) => {
      if (key !== store.SESSION && key !== store.PENDING && key !== null) return;
      const session = store.keptSession();
      if (session && isActive(session) && !shown) {
        stopWatching?.();
        showLink(false);
        showSession(session, false);
      } else if (!session && shown) {
        notice('The session has ended.');
        showPackages(false);
      } else if (!session && key === store.PENDING) {
        const pending = store.pendingPurchase();
        if (pending && !body.querySelector('.waiting')) showWaiting(pending);
      }
    },
    { signal: closing.signal },
  );
  window.addEventListener(
    'online',
    () => {
      if (!offer) void loadOffer(0);
    },
    { signal: closing.signal },
  );

  void loadOffer(0);
  resume(false);
  return () => {
    closing.abort();
    clearTimeout(offerTimer);
    stopWatching?.();
    shown?.stop();
  };
}
