import { type Ctx, transact } from '../context.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries-settings.ts';
import { type ProcurementSettings, procurementSettings } from './schema.ts';

/** The limit of approval by role, and the tolerance of a bill's price. */
export function getProcurementSettings(ctx: Ctx): Promise<ProcurementSettings> {
  return queries.getSettings(ctx.db);
}

/** Changes limit and tolerance; they apply to decisions and bills from now on. */
export async function updateProcurementSettings(
  ctx: Ctx,
  after: ProcurementSettings,
): Promise<ProcurementSettings> {
  return transact(ctx, async (tx) => {
    const before = await queries.getSettings(tx.db);
    await queries.saveSettings(tx.db, after, tx.now);
    await audit(tx, {
      action: 'procurement.settings',
      entity: 'procurementSettings',
      entityId: 'procurement',
      summary: 'Limit of approval and tolerance of prices in procurement',
      schema: procurementSettings,
      before,
      after,
    });
    return after;
  });
}
