import type { Ctx } from '../../context.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Series, SeriesSpan } from '../schema.ts';
import { getNodeName } from './queries-poll.ts';
import { findSums } from './queries-series.ts';
import { planOf, toSeries } from './rules-series.ts';

/** Usage, latency, loss and uptime of a node over a span, in at most 400 points. @throws AppError notFound. */
export async function nodeSeries(
  ctx: Ctx,
  nodeId: number,
  span: SeriesSpan = 'day',
): Promise<Series> {
  if ((await getNodeName(ctx.db, nodeId)) === undefined) notFound('Network node', nodeId);
  const plan = planOf(span, ctx.now);
  return toSeries(plan, await findSums(ctx.db, nodeId, plan));
}
