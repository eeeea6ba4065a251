import { leaf } from './chart.ts';
import type { Currency, PaymentAccount } from './schema-money.ts';

/** The ledger account of each payment account (seeds/000 4), by the currency of the money (decision 33). */
export const cashAccounts: Record<Currency, Record<PaymentAccount, string>> = {
  USD: { cash: leaf.cashOnHand, bank: leaf.bankMain, mobile_money: leaf.mobileMoney },
  SSP: { cash: leaf.cashOnHandSsp, bank: leaf.bankSsp, mobile_money: leaf.mobileMoneySsp },
};
