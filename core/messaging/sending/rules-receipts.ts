import type { ReceiptStatus } from '../../kernel/sms-text.ts';

/** Later ones replace earlier ones; a delivery is final. */
const RANKS: Record<ReceiptStatus, number> = {
  pending: 0,
  unknown: 1,
  expired: 2,
  failed: 2,
  delivered: 3,
};

/**
 * The status of a part after a receipt. Receipts come in any order and twice: one that says less changes nothing, and of
 * 'failed' and 'expired' the first one stays. A delivery after a failure counts: phones are switched on again.
 */
export function afterReceipt(
  before: ReceiptStatus | undefined,
  receipt: ReceiptStatus,
): ReceiptStatus {
  return before === undefined || RANKS[receipt] > RANKS[before] ? receipt : before;
}

/**
 * The status of a message by those of its parts, undefined for a part without a receipt: delivered when every part is,
 * failed or expired as soon as one is.
 */
export function messageStatus(parts: readonly (ReceiptStatus | undefined)[]): ReceiptStatus {
  const lost = parts.find((status) => status === 'failed' || status === 'expired');
  if (lost) return lost;
  if (parts.length > 0 && parts.every((status) => status === 'delivered')) return 'delivered';
  return parts.includes('unknown') ? 'unknown' : 'pending';
}
