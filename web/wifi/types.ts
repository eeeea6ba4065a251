import type * as collections from '@nimule/core/collections/schema';
import type { Redeemed as CoreRedeemed } from '@nimule/core/vouchers/schema';
import type { VisitorSession as CoreSession } from '@nimule/core/wifi/schema';
import type { z } from 'zod';

/** A value as JSON: instants are texts, amounts plain numbers. */
type Wire<T> = T extends Date
  ? string
  : T extends number
    ? number
    : T extends readonly (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [K in keyof T]: Wire<T[K]> }
        : T;

export type Offer = Wire<z.output<typeof collections.wifiOffer>>;
export type Purchase = Wire<collections.Purchase>;
export type VisitorSession = Wire<CoreSession>;
export type Redeemed = Wire<CoreRedeemed>;
export type WifiPackage = Offer['packages'][number];
export type Provider = Offer['providers'][number];

/** What is sent to buy: see purchaseInput of core/collections. */
export interface PurchaseInput {
  key: string;
  packageId: string;
  provider: string;
  phone: string;
  priceSSP: number;
  hotspotId?: string;
}

/** A session as the browser keeps it (seeds/002 3): with the key of its purchase, without one for a voucher. */
export interface KeptSession extends VisitorSession {
  key?: string;
}

/** A purchase that has not ended, kept before it is sent. */
export interface PendingPurchase {
  input: PurchaseInput;
  /** Milliseconds by the browser's clock. */
  since: number;
  /** The server has answered to it. */
  isKnown: boolean;
  isSimulated: boolean;
  packageName: string;
  providerName: string;
  dialCode: string;
}
