import { z } from 'zod';
import { optionalText, recordId, recordVersion, requiredText } from '../../kernel/text.ts';

/** A user's views of one list at most. */
export const MAX_VIEWS = 30;

const list = requiredText('The list', 200);
const query = optionalText('The query', 2000);

/** What a user has chosen in a list, under a name (decision 121). */
export const savedView = z.object({
  id: recordId,
  /** The screen and the name of the list on it. */
  list: z.string(),
  name: z.string(),
  /** Search, filters, order and rows a page, as in the address of the list: 'status=active&sort=-name'. */
  query: z.string(),
  version: z.number(),
});
export const savedViewInput = z.object({ list, name: requiredText('The name', 60), query });
export const savedViewUpdate = savedViewInput
  .omit({ list: true })
  .partial()
  .extend({ version: recordVersion });
/** Of all lists without one. */
export const savedViewFilter = z.object({ list: list.optional() });

export type SavedView = z.output<typeof savedView>;
export type SavedViewInput = z.output<typeof savedViewInput>;
export type SavedViewUpdate = z.output<typeof savedViewUpdate>;
export type SavedViewFilter = z.output<typeof savedViewFilter>;
