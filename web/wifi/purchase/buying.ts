import { ClientError } from '../../client/errors.ts';
import { isTemporary, isUnanswered } from '../../client/light-call.ts';
import { newKey } from '../../client/new-key.ts';
import { call } from '../client.ts';
import { pollWait, retryWait } from '../rules.ts';
import * as store from '../store.ts';
import type {
  BillOwner,
  OwnBill,
  PendingPurchase,
  Provider,
  Purchase,
  WifiPackage,
} from '../types.ts';

/** A purchase that never reached the server within this time is not sent any more: nobody waits for it. */
const SEND_WITHIN_MS = 2 * 60_000;
const REVIEW_WAIT_MS = 60_000;
const SECOND = 1000;

export interface Watcher {
  /** The link was lost, or is back. */
  onLink(isLost: boolean): void;
  /** A person of the company has to look at the payment. */
  onReview(message: string): void;
  onPaid(purchase: Purchase): void;
  /** '' or the reason in words; `isRefusal` where the provider was not asked. */
  onFailed(reason: string, isRefusal: boolean): void;
}

export interface Payer {
  provider: Provider;
  /** +211 and nine digits. */
  phone: string;
  hotspotId: string;
  isSimulated: boolean;
}

/** Keeps a new purchase, or answers the one that another tab has begun: there is never a second one beside it. */
export function begin({ id, name, priceSSP }: WifiPackage, payer: Payer): PendingPurchase {
  const { hotspotId } = payer;
  const hotspot = hotspotId === '' ? {} : { hotspotId };
  const input = { ...inputOf(payer, priceSSP), packageId: id, ...hotspot };
  return keep({ ...pendingOf(payer, name), input });
}

/** As `begin`, for the payment of a customer's bill. */
export function beginBill(
  { customerNumber, priceSSP }: OwnBill,
  owner: BillOwner,
  payer: Payer,
): PendingPurchase {
  const input = { ...inputOf(payer, priceSSP), ...owner };
  return keep({ ...pendingOf(payer, customerNumber), input, isBill: true });
}

function inputOf({ provider, phone }: Payer, priceSSP: number) {
  const paidKey = store.paidKey(phone);
  const paid = paidKey === undefined ? {} : { paidKey };
  return { key: newKey(), provider: provider.id, phone, priceSSP, ...paid };
}

function pendingOf({ provider: { name, dialCode }, isSimulated }: Payer, packageName: string) {
  const since = { since: Date.now(), isKnown: false };
  return { ...since, packageName, isSimulated, providerName: name, dialCode };
}

function keep(pending: PendingPurchase): PendingPurchase {
  const begun = store.pendingPurchase();
  if (begun) return begun;
  store.keepPending(pending);
  return pending;
}

function ended(pending: PendingPurchase): void {
  if (store.pendingPurchase()?.input.key === pending.input.key) store.keepPending(undefined);
}

function send(pending: PendingPurchase): Promise<Purchase> {
  return pending.isBill
    ? call('payOwnBill', { body: pending.input })
    : call('buyWifi', { body: pending.input });
}

/**
 * Sends a purchase and asks for its status until it has ended; without an answer it tries again under the same key, which
 * is the same purchase. Answers what stops it.
 */
export function watch(pending: PendingPurchase, watcher: Watcher): () => void {
  const { key } = pending.input;
  let isKnown = pending.isKnown;
  let isStopped = false;
  let isAsking = false;
  let polls = 0;
  let lost = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (milliseconds: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(ask, milliseconds);
  };

  async function ask(): Promise<void> {
    if (isStopped || isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    try {
      const isNew = !isKnown && Date.now() - pending.since < SEND_WITHIN_MS;
      const purchase = isNew ? await send(pending) : await call('checkPurchase', { body: { key } });
      if (isStopped) return;
      watcher.onLink(false);
      lost = 0;
      hear(purchase);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (!isStopped) refused(error);
    } finally {
      isAsking = false;
    }
  }

  function refused(error: ClientError): void {
    const isLost = isUnanswered(error);
    if (isLost) watcher.onLink(true);
    if (isLost || isTemporary(error)) {
      later(error.retryAfter === undefined ? retryWait(lost) : error.retryAfter * SECOND);
      lost += 1;
      return;
    }
    watcher.onLink(false);
    finish(() => watcher.onFailed(error.isNotFound ? '' : error.message, true));
  }

  function hear(purchase: Purchase): void {
    if (!isKnown) {
      isKnown = true;
      if (store.pendingPurchase()?.input.key === key) store.keepPending({ ...pending, isKnown });
    }
    if (purchase.status === 'paid' && (purchase.session || pending.isBill))
      finish(() => {
        store.keepPaid({ key, phone: pending.input.phone });
        watcher.onPaid(purchase);
      });
    else if (purchase.status === 'failed')
      finish(() => {
        // The provider may still take the money later.
        store.addLate(key);
        watcher.onFailed(purchase.message, false);
      });
    else if (purchase.status === 'review') {
      watcher.onReview(purchase.message);
      later(REVIEW_WAIT_MS);
    } else {
      later(pollWait(polls));
      polls += 1;
    }
  }

  function finish(tell: () => void): void {
    stop();
    ended(pending);
    tell();
  }

  const now = () => {
    if (document.visibilityState !== 'hidden') void ask();
  };
  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', now);
    document.removeEventListener('visibilitychange', now);
  }
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', now);
  void ask();
  return stop;
}

/** Stops waiting for a purchase; its money may still come. */
export function leave(pending: PendingPurchase): void {
  store.addLate(pending.input.key);
  ended(pending);
}

/** The first of the purchases that failed or were left whose money came after all; undefined without one. */
export async function findLate(): Promise<{ key: string; purchase: Purchase } | undefined> {
  for (const key of store.lateKeys()) {
    try {
      const purchase = await call('checkPurchase', { body: { key } });
      if (purchase.status !== 'paid') continue;
      store.removeLate(key);
      if (purchase.session?.status === 'active') return { key, purchase };
    } catch (error) {
      if (isUnanswered(error)) return undefined;
    }
  }
  return undefined;
}
