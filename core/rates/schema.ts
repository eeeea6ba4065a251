import { z } from 'zod';
import { dateText, instant } from '../kernel/dates.ts';
import { money, poundsPositive } from '../kernel/money.ts';
import { optionalLines } from '../kernel/text.ts';

/** The use of a rate: customers and invoices, or voucher bundles (decision 1). */
export const ratePurposes = ['standard', 'voucher'] as const;
export type RatePurpose = (typeof ratePurposes)[number];

/** `rate` is SSP for one US dollar. */
export const currencyRate = z.object({
  id: z.number(),
  purpose: z.enum(ratePurposes),
  rate: money,
  validFrom: dateText,
  createdAt: instant,
  createdBy: z.string(),
  note: z.string(),
});
export type CurrencyRate = z.output<typeof currencyRate>;

export const currentRates = z.object({ standard: money, voucher: money });

export const rateInput = z.object({
  purpose: z.enum(ratePurposes).optional(),
  rate: poundsPositive,
  validFrom: dateText.optional(),
  note: optionalLines('The note', 500).optional(),
});
export type RateInput = z.output<typeof rateInput>;
