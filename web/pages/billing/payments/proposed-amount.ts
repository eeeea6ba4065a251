import { type Cents, type Currency, toDecimal, usdToSsp } from '@nimule/core/kernel/money';

/**
 * An amount in dollars as the proposed value of an amount field in the chosen currency: '' for nothing, undefined while
 * it is not known.
 */
export function proposedAmount(
  amountUsd: Cents | undefined,
  currency: Currency,
  rate: Cents | undefined,
): string | undefined {
  if (amountUsd === undefined) return undefined;
  if (amountUsd === 0) return '';
  if (currency === 'USD') return toDecimal(amountUsd);
  return rate ? toDecimal(usdToSsp(amountUsd, rate)) : '';
}
