import { begin, findLate, leave, watch } from './buying.ts';
import { type Child, el } from './dom.ts';
import { createFrame, stepOf } from './frame.ts';
import { LinkLost, send } from './request.ts';
import { retryWait } from './rules.ts';
import { endSession, isActive, isOver } from './sessions.ts';
import * as store from './store.ts';
import type { KeptSession, Offer, PendingPurchase, Purchase, WifiPackage } from './types.ts';
import { packagesView } from './view-packages.ts';
import { payView, waitingView } from './view-pay.ts';
import { type SessionView, sessionView, successView } from './view-session.ts';
import { voucherView } from './view-voucher.ts';

const FAILED = 'Payment failed. Please try again.';
const MAX_HOTSPOT = 64;

/** The page of a visitor (seeds/002 2). Answers what ends it, for tests. */
export function startApp(root: HTMLElement): () => void {
  const query = new URLSearchParams(location.search);
  const hotspotId = (query.get('hotspot') ?? '').slice(0, MAX_HOTSPOT);
  const code = query.get('code') ?? '';
  const typed = { provider: '', phone: '' };
  const frame = createFrame(root);
  const closing = new AbortController();
  let offer: Offer | undefined;
  let chosen: WifiPackage | undefined;
  let shown: SessionView | undefined;
  let isVoucherShown = false;
  let stopWatching: (() => void) | undefined;
  let offerTimer: ReturnType<typeof setTimeout> | undefined;

  const { say, notice, showLink } = frame;

  /** Only a purchase is simulated, not a voucher: `isVoucher` where a voucher comes first or gave the session. */
  function showSimulated(isVoucher: boolean): void {
    isVoucherShown = isVoucher;
    frame.showSimulated(!isVoucher && Boolean(offer?.takesPayments && offer.isSimulated));
  }

  /** Shows one view; `focus` moves to its title, where the visitor has caused it. */
  function show(children: readonly Child[], focus: boolean, isVoucher = false): void {
    showSimulated(isVoucher);
    shown?.stop();
    shown = undefined;
    frame.show(children, focus);
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

  function showSuccess(session: KeptSession): void {
    if (!isActive(session)) {
      store.keepSession(undefined);
      notice('This session is over.');
      showPackages();
      return;
    }
    const view = successView(session, () => showSession(session, true));
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
    const refusal = await endSession(session);
    if (refusal) {
      view.refuse(refusal);
      return;
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
    frame.setCompany(fresh.companyName);
    showSimulated(isVoucherShown);
    if (chosen) chosen = fresh.packages.find(({ id }) => id === chosen?.id);
    const isPaying = frame.has('#phone');
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
    if (!(await isOver(session)) || closing.signal.aborted) return;
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
        if (pending && !frame.has('.waiting')) showWaiting(pending);
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
