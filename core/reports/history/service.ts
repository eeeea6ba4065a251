import type { Ctx } from '../../context.ts';
import { mayOf } from '../../identity/actor.ts';
import type { Page } from '../../kernel/paging.ts';
import { shownValues } from '../audit/rules.ts';
import type { HistoryEntity } from '../kinds/rules.ts';
import { owners } from '../kinds/service.ts';
import { findHistory } from './queries.ts';
import { eventInWords, whoInWords } from './rules.ts';
import type { HistoryLine, HistoryQuery } from './schema.ts';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The changes of a record as displayed text, newest first: from the audit log, and from what else happened to it, such
 * as the payments of an invoice or the receipts of a purchase order. Values about pay are left out without pay.read (decision 16). @throws AppError notFound.
 */
export async function getHistory(
  ctx: Ctx,
  about: HistoryEntity,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await owners[about].assertKnown(ctx, id);
  const { rows, total } = await findHistory(ctx.db, about, id, query);
  const may = mayOf(ctx.actor);
  const shown = (values: unknown) => (isRecord(values) ? shownValues(about, values, may) : values);
  const lines = rows.map((event) => ({
    id: event.id,
    at: event.at,
    who: whoInWords(event),
    ...eventInWords(about, {
      ...event,
      before: shown(event.before),
      after: shown(event.after),
    }),
  }));
  return total === undefined ? { rows: lines } : { rows: lines, total };
}
