import { z } from 'zod';
import { currencyText } from '../../kernel/currencies.ts';
import { dateText } from '../../kernel/dates.ts';
import { amountSigned, moneyOfAnyCurrency } from '../../kernel/money.ts';
import { optionalLines, optionalText } from '../../kernel/text.ts';
import { accounts, categories, MAX_VENDOR } from '../schema.ts';

/** What a file says of the payment of an expense. */
export const paidStates = ['paid', 'unpaid', 'partial'] as const;
/** What a row of a list is: an expense is paid at once, a bill is not. */
export const documentKinds = ['expense', 'bill', 'refund'] as const;

/** Room for the due date and the amount in another currency behind the notes of a file. */
const MAX_NOTES = 1800;

/** An expense or bill of a file; fields missing in the file are left out. Amounts in cents of their currency. */
export const importedExpense = z.object({
  date: dateText,
  location: optionalText('The vendor', MAX_VENDOR).optional(),
  description: optionalText('The description', 500).optional(),
  category: z.enum(categories).optional(),
  /** In `currency`, which is dollars if it is left out. */
  amountUsd: moneyOfAnyCurrency.optional(),
  amountSsp: amountSigned('SSP').optional(),
  account: z.enum(accounts).optional(),
  status: z.enum(paidStates).optional(),
  /** What is not paid yet, in the currency of the amount. */
  openAmount: moneyOfAnyCurrency.optional(),
  /** Of the whole bill, repeated in its rows or in one of them, in the currency of the amount. */
  statedTotal: moneyOfAnyCurrency.optional(),
  /** What stands beside the amount, which may include it or not. */
  taxAmount: moneyOfAnyCurrency.optional(),
  discountAmount: moneyOfAnyCurrency.optional(),
  dueDate: dateText.optional(),
  kind: z.enum(documentKinds).optional(),
  reference: optionalText('The reference', 200).optional(),
  notes: optionalLines('The notes', MAX_NOTES).optional(),
  currency: currencyText.optional(),
});
export type ImportedExpense = z.output<typeof importedExpense>;
