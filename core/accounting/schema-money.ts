import { z } from 'zod';

/** What money is taken into and paid from: one ledger account for each and each currency (seeds/000 4, decision 33). */
export const paymentAccounts = ['cash', 'bank', 'mobile_money'] as const;
export type PaymentAccount = (typeof paymentAccounts)[number];

export const paymentAccountLabels: Record<PaymentAccount, string> = {
  cash: 'Cash',
  bank: 'Bank',
  mobile_money: 'Mobile money',
};

export const currencies = ['USD', 'SSP'] as const;
export type Currency = (typeof currencies)[number];

/** Where cash in hand is: in the till of a user, or in the safe, which holds the rest of 1110 and 1160 (decision 51). */
export const cashPlaces = ['till', 'safe'] as const;
export type CashPlace = (typeof cashPlaces)[number];
export const cashPlace = z.enum(cashPlaces);

/** The code of the question about a reference that another payment has; `sameReference` answers it (decision 66). */
export const REFERENCE_USED = 'payment.referenceUsed';
