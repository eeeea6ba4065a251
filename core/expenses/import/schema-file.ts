import { z } from 'zod';
import { dateText } from '../../kernel/dates.ts';
import { amountSigned } from '../../kernel/money.ts';
import { optionalLines, optionalText } from '../../kernel/text.ts';
import { accounts, categories } from '../schema.ts';

/** An expense or bill of a file; fields missing in the file are left out. Amounts in cents of their currency. */
export const importedExpense = z.object({
  date: dateText,
  location: optionalText('The vendor', 200).optional(),
  description: optionalText('The description', 500).optional(),
  category: z.enum(categories).optional(),
  amountUsd: amountSigned('USD').optional(),
  amountSsp: amountSigned('SSP').optional(),
  account: z.enum(accounts).optional(),
  reference: optionalText('The reference', 200).optional(),
  notes: optionalLines('The notes', 2000).optional(),
});
export type ImportedExpense = z.output<typeof importedExpense>;
