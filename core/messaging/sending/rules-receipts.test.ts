import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReceiptStatus } from '../../kernel/sms-text.ts';
import { afterReceipt, messageStatus } from './rules-receipts.ts';

const statuses: ReceiptStatus[] = ['pending', 'delivered', 'failed', 'expired', 'unknown'];
const receipts = fc.array(fc.constantFrom(...statuses), { minLength: 1 });
const settle = (list: readonly ReceiptStatus[]) =>
  list.reduce<ReceiptStatus | undefined>(afterReceipt, undefined)!;

test('receipts in another order, and doubled ones, give the same, but for the kind of failure', () => {
  const plain = (status: ReceiptStatus) => (status === 'expired' ? 'failed' : status);
  fc.assert(
    fc.property(receipts, (list) => {
      expect(plain(settle(list.toReversed()))).toBe(plain(settle(list)));
      expect(settle([...list, ...list])).toBe(settle(list));
    }),
  );
});

test('a delivery is final, and follows a failure', () => {
  expect(settle(['delivered', 'failed', 'pending'])).toBe('delivered');
  expect(settle(['failed', 'delivered'])).toBe('delivered');
  expect(settle(['expired', 'failed', 'pending'])).toBe('expired');
});

test.each<[(ReceiptStatus | undefined)[], ReceiptStatus]>([
  [[], 'pending'],
  [[undefined], 'pending'],
  [['delivered', undefined], 'pending'],
  [['delivered', 'delivered'], 'delivered'],
  [['delivered', 'failed'], 'failed'],
  [[undefined, 'expired'], 'expired'],
  [['delivered', 'unknown'], 'unknown'],
])('parts %j: %s', (parts, status) => {
  expect(messageStatus(parts)).toBe(status);
});
