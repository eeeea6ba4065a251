import { cashAccounts } from '../../accounting/rules-money.ts';
import { type IsoDate, startOfDay } from '../../kernel/dates.ts';
import {
  type Currency,
  currencies,
  type Payment,
  type PaymentAccount,
  paymentAccounts,
} from './schema.ts';

export { cashAccounts };

/** The payment account of a ledger account of money, and its currency; undefined for other accounts. */
export function cashAccountNamed(
  code: string,
): { account: PaymentAccount; currency: Currency } | undefined {
  for (const currency of currencies) {
    const account = paymentAccounts.find((name) => cashAccounts[currency][name] === code);
    if (account) return { account, currency };
  }
  return undefined;
}

/**
 * The ledger account of a payment's money, which is stored with it; null for a credit and for money from before the
 * opening date, which is in no cash account of these books (decision 45).
 */
export function moneyAccountOf({
  kind,
  account,
  currency,
}: Pick<Payment, 'kind' | 'account' | 'currency'>): string | null {
  return kind === 'payment' && account ? cashAccounts[currency][account] : null;
}

/**
 * Whether the reversal of a payment pays out cash like a refund: what was paid in cash on an earlier day than `day`, or what
 * another person than `by` recorded. The rest corrects one's own entry while its cash is still at hand.
 */
export function isReturnOfCash(
  {
    kind,
    account,
    createdAt,
    createdBy,
  }: Pick<Payment, 'kind' | 'account' | 'createdAt' | 'createdBy'>,
  { by, day }: { by: string; day: IsoDate },
): boolean {
  if (kind !== 'payment' || account !== 'cash') return false;
  return createdBy !== by || createdAt < startOfDay(day);
}
