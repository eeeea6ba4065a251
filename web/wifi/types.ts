import type { WireAnswer, WireBody } from '../client/light-call.ts';

export type Offer = WireAnswer<'getWifiOffer'>;
export type WifiPackage = Offer['packages'][number];
export type Provider = Offer['providers'][number];
export type Purchase = WireAnswer<'buyWifi'>;
export type Redeemed = WireAnswer<'redeemVoucher'>;

/** A session as the browser keeps it (seeds/002 3): with the key of its purchase, without one for a voucher. */
export type KeptSession = NonNullable<Purchase['session']> & { key?: string };

export type OwnBill = NonNullable<WireAnswer<'findOwnBill'>['bill']>;
/** Number and telephone of a customer; neither for the customer of the connection. */
export type BillOwner = WireBody<'findOwnBill'>;

interface Paying {
  key: string;
  provider: string;
  phone: string;
  priceSSP: number;
}

/** A purchase that has not ended, kept before it is sent. */
export type PendingPurchase = PendingPackage | PendingBill;
interface PendingPackage extends PendingFields {
  input: WireBody<'buyWifi'> & Paying;
  isBill?: false;
}
/** The payment of a customer's bill. */
interface PendingBill extends PendingFields {
  input: WireBody<'payOwnBill'> & Paying;
  isBill: true;
}
interface PendingFields {
  /** Milliseconds by the browser's clock. */
  since: number;
  /** The server has answered to it. */
  isKnown: boolean;
  isSimulated: boolean;
  /** The package, or the customer whose bill it is. */
  packageName: string;
  providerName: string;
  dialCode: string;
}
