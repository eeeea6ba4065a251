import { letterhead } from '../company/service.ts';
import type { Ctx } from '../context.ts';
import { renderPdf } from '../documents/pdf/pdf.ts';
import { actorKey } from '../identity/actor.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import type { Page } from '../kernel/paging.ts';
import * as queries from './queries.ts';
import type { Till, TillFilter, TillsUnclosed } from './schema.ts';
import { detailOf, tillOf, visibleTill } from './service.ts';

/** How many tills each list of unclosed ones shows, the oldest. */
const SHOWN = 200;

/** Tills of all users, newest first by default; the total is counted only on request. */
export async function listTills(ctx: Ctx, filter: TillFilter): Promise<Page<Till>> {
  const page = await queries.findTills(ctx.db, filter);
  return { ...page, rows: page.rows.map(tillOf) };
}

/** Who has not closed: tills of earlier days that are open, and counted ones that wait for their acceptance. */
export async function listUnclosedTills(ctx: Ctx): Promise<TillsUnclosed> {
  const { open, waiting } = await queries.findUnclosed(ctx.db, ctx.today, SHOWN);
  return { open: open.map(tillOf), waiting: waiting.map(tillOf) };
}

/**
 * The day report of a till as PDF, of an open one as it stands now.
 * @throws AppError notFound; forbidden for the till of another user without `till.manage`; unavailable if the document
 *   cannot be made.
 */
export async function tillReport(ctx: Ctx, id: number): Promise<FileAnswer> {
  const till = await detailOf(ctx, await visibleTill(ctx, id));
  const { tillNumber } = till;
  const document = { company: await letterhead(ctx), till, date: till.countedOn ?? ctx.today };
  const body = await renderPdf('tillReport', document, actorKey(ctx.actor));
  return { filename: `${tillNumber}.pdf`, contentType: 'application/pdf', body };
}
