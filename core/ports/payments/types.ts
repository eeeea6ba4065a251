import type { Cents, Currency } from '../../kernel/money.ts';

/** The provider of MTN MoMo's interface, the only one that `momo` collects through. */
export const MTN_MOMO = 'mtn_momo';

/** One request for money; the same reference is the same request, however often it is sent. */
export interface PaymentAsk {
  /** A UUID of ours. */
  reference: string;
  provider: string;
  /** '+211' and nine digits. */
  phone: string;
  currency: Currency;
  /** US cents or piastres. */
  amount: Cents;
  /** What the payer reads: at most 100 plain characters. */
  message: string;
  /** When it was first sent. */
  askedAt: Date;
}

/** What was heard, for the record: at most MAX_HEARD characters. */
interface Heard {
  heard: string;
}

/**
 * - accepted: the provider has the request, now or from an earlier try;
 * - refused: it does not have it, and no money moves; the reason is for the payer;
 * - lost: nobody knows whether it has the request. It must be looked up before it is sent again.
 */
export type RequestOutcome = Heard &
  ({ kind: 'accepted' } | { kind: 'refused'; reason: string } | { kind: 'lost'; reason: string });

/** What the provider says was paid. Fields that could not be read are undefined or empty. */
export interface PaidFacts {
  amount: Cents | undefined;
  currency: string;
  /** '+211' and nine digits where it is such a number. */
  payer: string;
  /** Never empty. */
  transactionId: string;
}

/** `unknown`: the provider has never heard of it. `lost`: it could not be asked. */
export type LookOutcome = Heard &
  (
    | { kind: 'pending' }
    | ({ kind: 'paid' } & PaidFacts)
    | { kind: 'failed'; reason: string }
    | { kind: 'unknown' }
    | { kind: 'lost'; reason: string }
  );

/** Collects mobile money. No call throws for what the provider does, or retries by itself. */
export interface PaymentsPort {
  readonly kind: 'simulated' | 'momo' | 'off';
  /** What it collects in, the usual one first. */
  readonly currencies: readonly Currency[];
  collects(provider: string): boolean;
  request(ask: PaymentAsk): Promise<RequestOutcome>;
  look(ask: PaymentAsk): Promise<LookOutcome>;
  /**
   * Signs in at the provider without asking for money, for `isp doctor`.
   * @throws AppError unavailable with the reason, without secrets.
   */
  verify(): Promise<void>;
}

/** The longest text that is kept of an answer. */
export const MAX_HEARD = 10_000;
