import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Shown, useSaid } from '../light/frame.tsx';
import { begin, beginBill, findLate, leave } from './purchase/buying.ts';
import { failureWords } from './purchase/failure.tsx';
import type { Entered } from './purchase/pay-step.tsx';
import { useWatch } from './purchase/use-watch.ts';
import { endSession, isActive, isOver } from './session/sessions.ts';
import * as store from './store.ts';
import type {
  BillOwner,
  KeptSession,
  Offer,
  OwnBill,
  PendingPurchase,
  Provider,
  Purchase,
  WifiPackage,
} from './types.ts';
import { useOffer } from './use-offer.ts';
import { useOtherTabs } from './use-other-tabs.ts';
import { UNKNOWN_VISITOR, visitorOf } from './visitor.ts';

/** What is shown. */
export type View = Shown &
  (
    | { kind: 'packages' }
    | { kind: 'pay' }
    | { kind: 'payBill'; bill: OwnBill; owner: BillOwner }
    | { kind: 'billPaid'; receiptNumber: string }
    | { kind: 'waiting'; pending: PendingPurchase }
    | { kind: 'success'; session: KeptSession }
    | { kind: 'session'; session: KeptSession }
  );

/** The view of the prerendered page. */
const FIRST: View = { kind: 'packages', takesFocus: false };

const byId = (offer: Offer | undefined, id: string | undefined): WifiPackage | undefined =>
  offer?.packages.find((one) => one.id === id);

/** The visit of the page (seeds/002 2): what is shown, and what leads from one view to another. */
export function useVisit({ onBillEnd }: { onBillEnd: () => void }) {
  const [visitor, setVisitor] = useState(UNKNOWN_VISITOR);
  const [view, setView] = useState(FIRST);
  const [chosenId, setChosenId] = useState<string>();
  const [entered, setEntered] = useState<Entered>({ provider: '', phone: '' });
  const { said, say } = useSaid();
  const { offer, isLost: isOfferLost, reload } = useOffer(onOffer);
  const chosen = byId(offer, chosenId);

  const pending = view.kind === 'waiting' ? view.pending : undefined;
  const isWatchLost = useWatch(pending, { onReview, onPaid, onFailed });

  const show = (next: View) => setView(next);
  const showPackages = (words: string, takesFocus = true) => {
    say(words);
    show({ kind: 'packages', takesFocus });
  };
  const showSession = (session: KeptSession, takesFocus = true) =>
    show({ kind: 'session', session, takesFocus });
  /** Shows the packages instead of a session that is over. */
  const leaveSession = (words: string) => {
    store.keepSession(undefined);
    showPackages(words);
  };
  /** Keeps the session of a paid purchase, and shows it. */
  const showSuccess = (key: string, { session }: Purchase) => {
    const kept = { ...session!, key };
    store.keepSession(kept);
    if (isActive(kept)) show({ kind: 'success', session: kept, takesFocus: true });
    else leaveSession('This session is over.');
  };

  function onOffer(fresh: Offer, before: Offer | undefined): void {
    if (view.kind !== 'pay') return;
    const now = byId(fresh, chosenId);
    if (!now) show({ kind: 'packages', takesFocus: true });
    // The title tells that something is another.
    else if (now.priceSSP !== byId(before, chosenId)?.priceSSP)
      show({ kind: 'pay', takesFocus: true });
  }

  function onReview(message: string): void {
    say(message || 'Our staff have to look at your payment. This page goes on by itself.');
  }

  function onPaid(purchase: Purchase): void {
    if (!pending) return;
    say();
    const { receiptNumber } = purchase;
    if (pending.isBill) {
      onBillEnd();
      show({ kind: 'billPaid', receiptNumber, takesFocus: true });
    } else showSuccess(pending.input.key, purchase);
  }

  function onFailed(message: string, isRefusal: boolean): void {
    if (!pending) return;
    const { provider, phone } = pending.input;
    // A refusal of the bill may mean that another prompt waits: nobody is told to try again.
    say(pending.isBill && isRefusal && message !== '' ? message : failureWords(message), true);
    setEntered({ provider, phone });
    if (pending.isBill) {
      onBillEnd();
      show({ kind: 'packages', takesFocus: true });
      return;
    }
    const one = byId(offer, pending.input.packageId) ?? chosen;
    setChosenId(one?.id);
    // The price may have been the reason.
    reload();
    show({ kind: one ? 'pay' : 'packages', takesFocus: true });
  }

  /** What the browser has kept decides what is shown first. */
  const resume = useEffectEvent((isClosed: () => boolean) => {
    setVisitor(visitorOf(location.search));
    const session = store.keptSession();
    const begun = store.pendingPurchase();
    if (begun?.isBill) {
      show({ kind: 'waiting', pending: begun, takesFocus: true });
      return;
    }
    if (session && isActive(session)) {
      showSession(session, false);
      void refresh(session, isClosed);
      return;
    }
    if (session) store.keepSession(undefined);
    if (begun) show({ kind: 'waiting', pending: begun, takesFocus: true });
    else void takeLate(isClosed);
  });

  /** Staff may have ended the session meanwhile. */
  async function refresh(session: KeptSession, isClosed: () => boolean): Promise<void> {
    if (!(await isOver(session)) || isClosed()) return;
    if (store.keptSession()?.sessionId === session.sessionId) leaveSession('This session is over.');
  }

  /** Money that came after a purchase had failed or was left. */
  async function takeLate(isClosed: () => boolean): Promise<void> {
    const late = await findLate();
    if (!late || isClosed() || store.pendingPurchase()) return;
    say('Your payment has arrived.');
    showSuccess(late.key, late.purchase);
  }

  useLayoutEffect(() => {
    let isClosed = false;
    resume(() => isClosed);
    return () => {
      isClosed = true;
    };
  }, []);

  useOtherTabs((isPurchase) => {
    const session = store.keptSession();
    const isShown = view.kind === 'session';
    if (session && isActive(session) && !isShown) showSession(session, false);
    else if (!session && isShown) showPackages('The session has ended.', false);
    else if (!session && isPurchase && view.kind !== 'waiting') {
      const begun = store.pendingPurchase();
      if (begun) show({ kind: 'waiting', pending: begun, takesFocus: true });
    }
  });

  const payerOf = (provider: Provider, phone: string) => ({
    ...{ provider, phone, hotspotId: visitor.hotspotId },
    isSimulated: offer?.isSimulated ?? false,
  });

  return {
    visitor,
    view,
    offer,
    chosen,
    chosenId,
    entered,
    said,
    isLinkLost: isOfferLost || isWatchLost,
    setEntered,
    showPackages: () => show({ kind: 'packages', takesFocus: true }),
    showSession,
    choose(id: string) {
      say();
      setChosenId(id);
      show({ kind: 'pay', takesFocus: true });
    },
    pay(one: WifiPackage, provider: Provider, phone: string) {
      say();
      const begun = begin(one, payerOf(provider, phone));
      show({ kind: 'waiting', pending: begun, takesFocus: true });
    },
    chooseBill(bill: OwnBill, owner: BillOwner) {
      say();
      show({ kind: 'payBill', bill, owner, takesFocus: true });
    },
    payBill(bill: OwnBill, owner: BillOwner, provider: Provider, phone: string) {
      say();
      const begun = beginBill(bill, owner, payerOf(provider, phone));
      show({ kind: 'waiting', pending: begun, takesFocus: true });
    },
    stopWaiting() {
      if (!pending) return;
      leave(pending);
      showPackages(
        pending.isBill
          ? 'If you still confirm the payment on your phone, your bill is paid by it.'
          : 'If you still confirm the payment on your phone, open this page again for your session.',
      );
    },
    takeVoucher(session: KeptSession) {
      store.keepSession(session);
      say();
      showSession(session);
    },
    expire: () => leaveSession('Your session has expired.'),
    async end(session: KeptSession) {
      const refusal = await endSession(session);
      if (refusal === undefined) leaveSession('The session has ended.');
      return refusal;
    },
  };
}
