import {
  type Cents,
  type Currency,
  cents,
  formatSsp,
  formatUsd,
  parseAmount,
  ZERO,
} from '@nimule/core/kernel/money';

export function amountText(amount: Cents, currency: Currency): string {
  return currency === 'SSP' ? formatSsp(amount) : formatUsd(amount);
}

/** Quantity times price as typed; undefined while one of them cannot be read or is below zero. */
export function lineTotal(quantity: string, price: string, currency: Currency): Cents | undefined {
  const count = Number(quantity);
  const amount = price.trim() === '' ? ZERO : parseAmount(price, currency);
  if (
    quantity.trim() === '' ||
    !Number.isInteger(count) ||
    count < 0 ||
    amount === undefined ||
    amount < 0
  )
    return undefined;
  const total = count * amount;
  return Number.isSafeInteger(total) ? cents(total) : undefined;
}
