import { type Cents, ZERO } from '@nimule/core/kernel/money';
import { formatCash } from '@nimule/core/till/rules';
import {
  type CashKind,
  cashKinds,
  denominations,
  type TillCurrency,
  type TillDetail,
  tillCurrencies,
} from '@nimule/core/till/schema';

/** An amount of each currency, in cents of it. */
export type Both = Readonly<Record<TillCurrency, Cents>>;

/** '$120.00 and SSP 4,000'; '$0.00' for nothing. */
export function bothText(amounts: Both): string {
  const held = tillCurrencies.filter((currency) => amounts[currency] !== 0);
  const named = held.length > 0 ? held : (['USD'] as const);
  return named.map((currency) => formatCash(currency, amounts[currency])).join(' and ');
}

interface SumRow extends Record<TillCurrency, Cents> {
  kind: CashKind;
  /** Movements in both currencies. */
  count: number;
}

/** What was taken and paid out, one row for each kind, in the order of the day. */
export function sumsByKind(sums: TillDetail['sums']): SumRow[] {
  return cashKinds.flatMap((kind) => {
    const ofKind = sums.filter((sum) => sum.kind === kind);
    if (ofKind.length === 0) return [];
    const amountOf = (currency: TillCurrency) =>
      ofKind.find((sum) => sum.currency === currency)?.amount ?? ZERO;
    const count = ofKind.reduce((total, sum) => total + sum.count, 0);
    return [{ kind, count, USD: amountOf('USD'), SSP: amountOf('SSP') }];
  });
}

/** Name of the form field for the pieces of a denomination: 'USD_10000'. */
function pieceField(currency: TillCurrency, denomination: number): string {
  return `${currency}_${denomination}`;
}

/** All fields of the count, by currency, the largest note first. */
export const pieceFields = tillCurrencies.flatMap((currency) =>
  denominations[currency].map((denomination) => ({
    currency,
    denomination: denomination as Cents,
    name: pieceField(currency, denomination),
  })),
);
