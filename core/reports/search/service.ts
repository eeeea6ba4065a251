import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { recordKinds, searchedKinds } from '../kinds/schema.ts';
import { owners } from '../kinds/service.ts';
import { SEARCH_RESULTS, type SearchAnswer } from '../schema.ts';

/**
 * Searches customers by name, id, location, telephone in any format and e-mail, invoices and receipts by number and
 * payment reference, support tickets by number and title, expenses by number and text, suppliers, requisitions and purchase
 * orders by number and name, sales orders by number and customer, equipment by number, name and brand, employees by number
 * and name, sales of vouchers by number and customer. At most 6 per kind; null for a kind that the actor may not see.
 */
export async function searchEverything(ctx: Ctx, q: string): Promise<SearchAnswer> {
  const answer: Record<string, unknown> = {};
  for (const kind of searchedKinds) {
    const { search } = recordKinds[kind];
    const found = can(ctx.actor, search.permission);
    answer[search.answer] = found ? await owners[kind].search(ctx, q, SEARCH_RESULTS) : null;
  }
  return answer as SearchAnswer;
}
