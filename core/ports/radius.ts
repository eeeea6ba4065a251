import type { Change, NamedSession } from './radius/packet.ts';

export type { Change, NamedSession } from './radius/packet.ts';

/** An order to a router about one of its sessions; without `change` the session is to end. */
export interface RadiusOrder {
  address: string;
  port: number;
  secret: string;
  session: NamedSession;
  change?: Change | undefined;
}

export type OrderResult =
  /** A promise: the session has not ended yet. */
  | { kind: 'ack' }
  | { kind: 'nak'; cause: number | undefined }
  /** No answer, or none that is signed by the router. */
  | { kind: 'silent'; error: string };

/** Sends orders to routers (RFC 5176). */
export interface RadiusPort {
  /**
   * Sends an order and repeats it, unchanged, twice. At most 50 orders of a router are under way at once, the others wait.
   */
  send(order: RadiusOrder): Promise<OrderResult>;
}
