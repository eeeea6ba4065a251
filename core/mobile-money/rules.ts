import type { Config } from '../config.ts';
import { type Cents, formatSsp, formatUsd } from '../kernel/money.ts';
import type { PaidFacts } from '../ports/payments/types.ts';
import { packageOf } from '../wifi/rules.ts';
import type { Provider, RequestStatus } from './schema.ts';
import { providerIds } from './schema.ts';

/** A row of payment_intents. */
export interface Intent {
  id: number;
  reference: string;
  purpose: 'wifi' | 'customer';
  packageId: string | null;
  customerId: number | null;
  provider: string;
  driver: 'simulated' | 'momo';
  phone: string;
  currency: 'USD' | 'SSP';
  /** US cents or piastres. */
  amount: Cents;
  amountUsd: Cents;
  exchangeRate: Cents;
  hotspotId: string;
  status: RequestStatus;
  problem: string;
  providerTransactionId: string | null;
  paidCurrency: string | null;
  paidAmount: Cents | null;
  paidPhone: string | null;
  /** How often it was sent under its reference. */
  attempts: number;
  /** Look-ups since the last change of how often it is looked up. */
  checks: number;
  nextCheckAt: Date | null;
  createdAt: Date;
  createdBy: string;
  sentAt: Date | null;
  settledAt: Date | null;
  paymentId: number | null;
  version: number;
}

/** No answer is known yet. */
export const openStatuses = ['created', 'sending', 'requested'] as const satisfies RequestStatus[];
/** Money may still come: these are looked up. */
export const lookedUp: readonly RequestStatus[] = [...openStatuses, 'failed', 'expired'];

export const isOpen = ({ status }: Pick<Intent, 'status'>): boolean =>
  (openStatuses as readonly RequestStatus[]).includes(status);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FIRST_WAITS = [3, 5, 10, 20].map((seconds) => seconds * SECOND);
const SOON = 10 * MINUTE;
/** Nobody confirms a request after a day. */
const EXPIRES_AFTER = DAY;
/** For late money of expired requests. */
const LATE_DAYS = 3 * DAY;
/** How often a request is sent under its reference. */
export const MAX_SENDS = 3;
/** While a step is under way, nobody else takes it; longer than the calls of a step. */
export const LEASE_MS = MINUTE;

type Due = Pick<Intent, 'status' | 'checks' | 'sentAt' | 'createdAt'>;

/** Whether a request without an answer has waited long enough. */
export function isExpired({ status, sentAt, createdAt }: Omit<Due, 'checks'>, now: Date): boolean {
  const age = now.getTime() - (sentAt ?? createdAt).getTime();
  return (openStatuses as readonly RequestStatus[]).includes(status) && age >= EXPIRES_AFTER;
}

/** As long as a payer may take to confirm. */
const ASKED_FOR = 10 * MINUTE;

/** Payers who were asked at this instant or before do not confirm any more, as a rule. */
export const askedSince = (now: Date): Date => new Date(now.getTime() - ASKED_FOR);
export const askedUntil = (askedAt: Date): Date => new Date(askedAt.getTime() + ASKED_FOR);

/**
 * When a request is looked up next: 3, 5, 10 and 20 s after each other, then each minute until it is 10 minutes old, then
 * each 10 minutes until a day, then each hour for three days; a failed one each 10 minutes of its first hour and each hour of
 * its first day, since it may be paid late. Null: never again.
 */
export function nextCheckAt({ status, checks, sentAt, createdAt }: Due, now: Date): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const age = now.getTime() - (sentAt ?? createdAt).getTime();
  if (status === 'failed') return age < DAY ? after(age < HOUR ? SOON : HOUR) : null;
  if (status === 'expired') return age < EXPIRES_AFTER + LATE_DAYS ? after(HOUR) : null;
  if (!(openStatuses as readonly RequestStatus[]).includes(status)) return null;
  const first = FIRST_WAITS[checks];
  if (first !== undefined && age < SOON) return after(first);
  return after(age < SOON ? MINUTE : SOON);
}

/** Whether a request is too old to be sent: its payer may have paid otherwise, or left. */
export function isTooLateToSend({ sentAt, createdAt }: Omit<Due, 'checks'>, now: Date): boolean {
  return now.getTime() - (sentAt ?? createdAt).getTime() > SOON;
}

/** How a payment differs from what was asked, in words; undefined where it does not. */
export function mismatchOf(
  { amount, currency, phone }: Pick<Intent, 'amount' | 'currency' | 'phone'>,
  paid: PaidFacts,
): string | undefined {
  const differs: string[] = [];
  if (paid.currency !== currency)
    differs.push(`paid in ${paid.currency || 'an unknown currency'} instead of ${currency}`);
  else if (paid.amount !== amount) {
    const shown = paid.amount === undefined ? 'an unknown amount' : amountIn(currency, paid.amount);
    differs.push(`${shown} was paid instead of ${amountIn(currency, amount)}`);
  }
  if (paid.payer !== phone)
    differs.push(`${paid.payer || 'an unknown number'} paid instead of ${phone}`);
  return differs.length === 0 ? undefined : `Paid otherwise than asked: ${differs.join('; ')}.`;
}

export function amountIn(currency: 'USD' | 'SSP', amount: Cents): string {
  return currency === 'SSP' ? formatSsp(amount) : formatUsd(amount);
}

type Decidable = Pick<
  Intent,
  | 'status'
  | 'purpose'
  | 'amount'
  | 'currency'
  | 'paidAmount'
  | 'paidCurrency'
  | 'providerTransactionId'
>;

/** Why money in review cannot be taken for what was asked; undefined where it can. */
export function acceptRefusal(intent: Decidable): string | undefined {
  if (intent.status !== 'review') return 'This request does not wait for a decision.';
  if (intent.providerTransactionId === null)
    return 'The provider names a transaction that belongs to another request. Ask the provider which of the two was paid.';
  if (intent.paidCurrency !== intent.currency || intent.paidAmount !== intent.amount)
    return 'Another amount than asked was paid. Give it back, then record the refund.';
  return undefined;
}

/** Why no refund can be recorded; undefined where it can. */
export function refundRefusal({ status, purpose }: Decidable): string | undefined {
  if (status === 'review') return undefined;
  if (status === 'refunded') return 'This payment was given back already.';
  if (status !== 'paid') return 'Nothing was paid that could be given back.';
  if (purpose === 'customer')
    return 'This is a payment of the customer. Reverse the payment, or refund the credit, under Billing.';
  return undefined;
}

/** The refusal that is shown beside disabled buttons. */
export function refusalOf(intent: Decidable): string {
  return refundRefusal(intent) ?? acceptRefusal(intent) ?? '';
}

/** The providers that have a name (decision 39), and whether the driver in use collects through them. */
export function providersOf(
  { payments }: Pick<Config, 'payments'>,
  collects: (provider: string) => boolean,
): Provider[] {
  return providerIds.flatMap((id, index) => {
    const { name = '', dialCode = '' } = payments.providers[index] ?? {};
    return name === '' ? [] : [{ id, name, dialCode, isAvailable: collects(id) }];
  });
}

/** The name of a provider; its id where it has none any more. */
export function providerName({ payments }: Pick<Config, 'payments'>, id: string): string {
  const index = (providerIds as readonly string[]).indexOf(id);
  return payments.providers[index]?.name || id;
}

const MAX_MESSAGE = 100;

/** What the payer reads when the telephone asks to confirm: plain characters, which every telephone shows. */
export function payerMessage(companyName: string, what: string): string {
  const plain = `${companyName}: ${what}`.replace(/[^\x20-\x7e]/g, '');
  return plain.slice(0, MAX_MESSAGE).trim();
}

/** The package of a request, or its customer. */
export function whatOf(packageId: string | null, customerName: string): string {
  return packageId === null ? customerName : (packageOf(packageId)?.name ?? packageId);
}

/** A random UUID, version 4, of 16 random bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const octets = [...bytes.slice(0, 16)];
  octets[6] = (octets[6]! & 0x0f) | 0x40;
  octets[8] = (octets[8]! & 0x3f) | 0x80;
  const hex = octets.map((octet) => octet.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** seeds/002 6. */
export const PAYMENT_FAILED = 'Payment failed. Please try again.';
export const NOT_CONFIRMED = 'Nobody confirmed the payment on the telephone.';
export const NOT_TAKEN = 'The provider did not take the request.';
/** Of money that was paid as asked and refused by a rule of ours; the rule's words follow. */
export const NOT_RECORDED = 'The payment could not be recorded';
