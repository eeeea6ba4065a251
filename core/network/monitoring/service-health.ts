import type { Ctx } from '../../context.ts';
import { findMeasured, lastPolledAt, type MeasuredNode } from './queries-health.ts';
import { storedSettings } from './service-settings.ts';

/** Whether the network is measured, and when it last was; null before the first measurement. */
export async function getPollingState(
  ctx: Ctx,
): Promise<{ isPolling: boolean; lastPolledAt: Date | null }> {
  const { isPolling } = await storedSettings.read(ctx.db);
  return { isPolling, lastPolledAt: await lastPolledAt(ctx.db) };
}

/** The monitor gets at most so many nodes. */
const MAX_NODES = 1_000;

/** The last measurements of nodes, at most 1000, for a monitor; none while polling is off. */
export async function findNodeMetrics(ctx: Ctx): Promise<MeasuredNode[]> {
  const { isPolling } = await storedSettings.read(ctx.db);
  return isPolling ? findMeasured(ctx.db, MAX_NODES) : [];
}
