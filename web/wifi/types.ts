import type { WireAnswer, WireBody } from '../client/light-call.ts';

export type Offer = WireAnswer<'getWifiOffer'>;
export type WifiPackage = Offer['packages'][number];
export type Provider = Offer['providers'][number];
export type Purchase = WireAnswer<'buyWifi'>;
export type Redeemed = WireAnswer<'redeemVoucher'>;

/** A session as the browser keeps it (seeds/002 3): with the key of its purchase, without one for a voucher. */
export type KeptSession = NonNullable<Purchase['session']> & { key?: string };

/** A purchase that has not ended, kept before it is sent. */
export interface PendingPurchase {
  input: WireBody<'buyWifi'> & { key: string; provider: string; phone: string; priceSSP: number };
  /** Milliseconds by the browser's clock. */
  since: number;
  /** The server has answered to it. */
  isKnown: boolean;
  isSimulated: boolean;
  packageName: string;
  providerName: string;
  dialCode: string;
}
