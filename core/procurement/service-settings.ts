import type { Ctx } from '../context.ts';
import { cents } from '../kernel/money.ts';
import { defineSettings } from '../records/settings.ts';
import {
  FREE_ORDER_ROLES,
  type ProcurementSettings,
  type ProcurementSettingsInput,
  procurementSettings,
} from './schema.ts';

/**
 * An administrator approves up to 10,000 USD; a bill's price must be the order's; those who approve orders make one up to 500
 * USD without a requisition (decision 88).
 */
export const defaultSettings: ProcurementSettings = {
  adminLimitUsd: cents(1_000_000),
  priceTolerancePoints: 0,
  freeOrderRoles: [...FREE_ORDER_ROLES],
  freeOrderLimitUsd: cents(50_000),
};

export const storedSettings = defineSettings({
  name: 'procurement',
  schema: procurementSettings,
  defaults: defaultSettings,
  audited: {
    action: 'procurement.settings',
    entity: 'procurementSettings',
    entityId: 'procurement',
    summary: 'Limits of approval, tolerance of prices and orders without a requisition',
  },
});

/** The limit of approval by role, the tolerance of a bill's price, and who may order without a requisition. */
export function getProcurementSettings(ctx: Ctx): Promise<ProcurementSettings> {
  return storedSettings.read(ctx.db);
}

/** Changes the settings; they apply to decisions, bills and orders from now on. */
export function updateProcurementSettings(
  ctx: Ctx,
  input: ProcurementSettingsInput,
): Promise<ProcurementSettings> {
  return storedSettings.change(ctx, input);
}
