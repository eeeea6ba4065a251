import { type Cents, MAX_AMOUNT, parseCents } from '../../kernel/money.ts';
import { parsePhone } from '../../kernel/phone.ts';
import { oneLine, valueText } from '../../kernel/text.ts';
import type { LookOutcome, PaidFacts } from './types.ts';

const MAX_REASON = 200;
const MAX_TRANSACTION_ID = 64;

/** MTN MoMo's codes, in words for the payer. */
const reasons: Record<string, string> = {
  PAYER_NOT_FOUND: 'The number has no mobile money account.',
  PAYEE_NOT_FOUND: 'The provider does not know our account.',
  NOT_ENOUGH_FUNDS: 'There is not enough money on the account.',
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED:
    'There is not enough money on the account, or its limit is reached.',
  PAYER_LIMIT_REACHED: 'The limit of the account is reached.',
  APPROVAL_REJECTED: 'The payer refused the payment.',
  EXPIRED: 'The payment was not confirmed in time.',
  TRANSACTION_CANCELED: 'The payment was cancelled.',
  SERVICE_UNAVAILABLE: 'The provider cannot take payments at the moment.',
  INTERNAL_PROCESSING_ERROR: 'The provider could not make the payment.',
  NOT_ALLOWED: 'The provider does not allow this payment.',
  INVALID_CURRENCY: 'The provider does not take this currency.',
};

export type Json = Record<string, unknown>;

/** The object in an answer; undefined for anything else. */
export function readObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A text or number of an answer as one line; '' for anything else and for what is longer than `max`. */
export function shortText(value: unknown, max: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value);
  const line = text.length <= 4 * max ? oneLine(text) : '';
  return line.length <= max ? line : '';
}

/** The reason in an answer: a code, or an object with code and message. */
export function reasonOf(value: unknown): string {
  const given = typeof value === 'object' && value !== null ? (value as Json) : { code: value };
  const code = shortText(given.code, MAX_REASON);
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return known ?? (shortText(given.message, MAX_REASON) || code);
}

/** '+211912345678' of 'MSISDN' '211912345678'; other payers as they are, to be seen by a person. */
function payerOf(value: unknown): string {
  const { partyIdType, partyId } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Json;
  const text = valueText(shortText(partyId, 100)) ?? '';
  if (typeof partyIdType !== 'string' || partyIdType.toUpperCase() !== 'MSISDN') return text;
  const digits = text.replace(/^\+/, '');
  return (digits.startsWith('211') && parsePhone(`+${digits}`)) || text;
}

/** An amount that the database can store; undefined for an absurd one, which a person then looks at. */
function storableAmount(amount: Cents | undefined): Cents | undefined {
  return amount !== undefined && Math.abs(amount) > MAX_AMOUNT.SSP ? undefined : amount;
}

function paidOf(answer: Json, reference: string): PaidFacts {
  return {
    amount: storableAmount(parseCents(shortText(answer.amount, 30))),
    currency: shortText(answer.currency, 10).toUpperCase(),
    payer: payerOf(answer.payer),
    // Without one the reference, which the provider knows too, stands for it.
    transactionId: shortText(answer.financialTransactionId, MAX_TRANSACTION_ID) || reference,
  };
}

/** The answer to a look-up: GET /collection/v1_0/requesttopay/{reference} of MTN MoMo. */
export function readStatus(text: string, reference: string): Unheard<LookOutcome> {
  const answer = readObject(text);
  const status = shortText(answer?.status, 30).toUpperCase();
  if (!answer || status === '') return { kind: 'lost', reason: 'its answer cannot be read' };
  if (status === 'SUCCESSFUL') return { kind: 'paid', ...paidOf(answer, reference) };
  if (['FAILED', 'REJECTED', 'TIMEOUT', 'EXPIRED'].includes(status)) {
    const reason = reasonOf(answer.reason) || 'The payment failed at the provider.';
    return { kind: 'failed', reason };
  }
  // PENDING, and what a later version may call a payment that is under way.
  return { kind: 'pending' };
}

/** An outcome before the record of what was heard is added. */
export type Unheard<T> = T extends unknown ? Omit<T, 'heard'> : never;
