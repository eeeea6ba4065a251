import { z } from 'zod';
import { dateText } from '../../kernel/dates.ts';
import { recordVersion } from '../../kernel/text.ts';

/** The source of the entry of an imported trial balance. */
export const OPENINGS = 'import.openings';

/** The first day whose revenue is earned in these books (decision 45); null if none is set. */
export const openingSettings = z.object({
  openingDate: dateText.nullable(),
  version: z.number(),
});
export type OpeningSettings = z.output<typeof openingSettings>;

export const openingInput = z.object({
  openingDate: dateText.nullable(),
  version: recordVersion,
});
export type OpeningInput = z.output<typeof openingInput>;
