import { z } from 'zod';
import { dateText } from '../../kernel/dates.ts';
import { wholeNumber } from '../../kernel/text.ts';

/** The first day whose revenue is earned in these books (decision 45); null if none is set. */
export const openingSettings = z.object({
  openingDate: dateText.nullable(),
  version: z.number(),
});
export type OpeningSettings = z.output<typeof openingSettings>;

export const openingInput = z.object({
  openingDate: dateText.nullable(),
  version: wholeNumber('The version', 1).optional(),
});
export type OpeningInput = z.output<typeof openingInput>;
