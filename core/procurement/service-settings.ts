import { type Ctx, transact } from '../context.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries-settings.ts';
import {
  type ProcurementSettings,
  type ProcurementSettingsInput,
  procurementSettings,
} from './schema.ts';

/** The limit of approval by role, the tolerance of a bill's price, and who may order without a requisition. */
export function getProcurementSettings(ctx: Ctx): Promise<ProcurementSettings> {
  return queries.getSettings(ctx.db);
}

/** Changes the settings; they apply to decisions, bills and orders from now on. */
export async function updateProcurementSettings(
  ctx: Ctx,
  input: ProcurementSettingsInput,
): Promise<ProcurementSettings> {
  return transact(ctx, async (tx) => {
    const before = await queries.getSettings(tx.db);
    const { freeOrderRoles = before.freeOrderRoles } = input;
    const { freeOrderLimitUsd = before.freeOrderLimitUsd } = input;
    const after = { ...input, freeOrderRoles, freeOrderLimitUsd };
    await queries.saveSettings(tx.db, after, tx.now);
    await audit(tx, {
      action: 'procurement.settings',
      entity: 'procurementSettings',
      entityId: 'procurement',
      summary: 'Limits of approval, tolerance of prices and orders without a requisition',
      schema: procurementSettings,
      before,
      after,
    });
    return after;
  });
}
