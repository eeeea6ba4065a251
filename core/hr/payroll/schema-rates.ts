import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { ledgerMoney, money } from '../../kernel/money.ts';
import { optionalLines, recordId } from '../../kernel/text.ts';
import { payCurrencies, points } from '../schema.ts';

/**
 * 'flat': one rate of gross pay. 'progressive': each part of the pay at the rate of its bracket. 'whole': all of it at the
 * rate of the bracket that it reaches.
 */
export const taxKinds = ['flat', 'progressive', 'whole'] as const;
export type TaxKind = (typeof taxKinds)[number];

const bracket = z.object({ fromAmount: money, points: z.number() });

/** Tax and social security from a day on (decision 12); rows are only added. */
export const payrollRate = z.object({
  id: recordId,
  validFrom: dateText,
  taxKind: z.enum(taxKinds),
  /** The currency of the brackets, which are amounts a month. */
  taxCurrency: z.enum(payCurrencies),
  brackets: bracket.array(),
  socialPoints: z.number(),
  employerPoints: z.number(),
  note: z.string(),
  createdAt: instant,
  createdBy: z.string(),
});
export type PayrollRate = z.output<typeof payrollRate>;

export const payrollRateInput = z.object({
  validFrom: dateText.optional(),
  taxKind: z.enum(taxKinds).optional(),
  taxCurrency: z.enum(payCurrencies).optional(),
  /** The first begins at zero, and they rise; a flat tax has one. */
  brackets: z
    .object({ fromAmount: ledgerMoney, points: points('The tax rate') })
    .array()
    .min(1, 'Give at least one bracket.')
    .max(30, 'There can be at most 30 brackets.'),
  socialPoints: points('The social security rate'),
  employerPoints: points("The employer's rate").optional(),
  note: optionalLines('The note', 500).optional(),
});
export type PayrollRateInput = z.output<typeof payrollRateInput>;
