import { z } from 'zod';
import { currencyText } from '../../kernel/currencies.ts';
import { dateText } from '../../kernel/dates.ts';
import { moneyOfAnyCurrency } from '../../kernel/money.ts';
import { optionalText, requiredText, wholeNumber } from '../../kernel/text.ts';
import { MAX_CUSTOMER_ID } from '../schema.ts';

/** How often a recurring invoice is issued: in whole months, or in another way, which is no monthly fee. */
export const frequencies = [
  'monthly',
  'every 2 months',
  'every 3 months',
  'every 4 months',
  'every 6 months',
  'yearly',
  'every 2 years',
  'every 3 years',
  'weekly',
  'every 2 weeks',
  'every 4 weeks',
  'daily',
  'once',
] as const;
export type Frequency = (typeof frequencies)[number];

/** The states of a recurring invoice or service that has a fee; rows in other states are left out. */
export const feeStates = ['active', 'suspended'] as const;

const MAX_INTERVAL = 120;
const MAX_QUANTITY = 10_000;

/** A recurring invoice or a service of a file; fields missing in the file are left out. */
export const importedFee = z.object({
  customerId: requiredText('The customer ID', MAX_CUSTOMER_ID).optional(),
  customerName: optionalText('The name of the customer', 200).optional(),
  customerEmail: optionalText('The e-mail of the customer', 254).optional(),
  customerPhone: optionalText('The telephone of the customer', 50).optional(),
  /** Of one invoice, in `currency`, which is dollars if it is left out. */
  amountUsd: moneyOfAnyCurrency.optional(),
  /** Of an amount that is the price of one. */
  priceQuantity: wholeNumber('The quantity', 0, MAX_QUANTITY).optional(),
  frequency: z.enum(frequencies).optional(),
  /** So many of the frequency's periods pass between two invoices. */
  interval: wholeNumber('The interval', 1, MAX_INTERVAL).optional(),
  status: z.enum(feeStates).optional(),
  kind: z.enum(['invoice']).optional(),
  plan: optionalText('The plan', 200).optional(),
  number: optionalText('The number', 100).optional(),
  nextDate: dateText.optional(),
  endDate: dateText.optional(),
  currency: currencyText.optional(),
});
export type ImportedFee = z.output<typeof importedFee>;
