import type { Ctx } from '../context.ts';
import { defineSettings } from '../records/settings.ts';
import { defaultLimits } from './rules-limits.ts';
import { type ApprovalLimits, approvalLimits } from './schema-limits.ts';

export const storedLimits = defineSettings({
  name: 'approvalLimits',
  schema: approvalLimits,
  defaults: defaultLimits,
  audited: {
    action: 'approval.limits',
    entity: 'approvalLimits',
    entityId: 'limits',
    summary: 'Limits above which a second person decides',
  },
});

/** The amounts of a day to one payee, US cents, above which a second person decides (decision 68). */
export function getApprovalLimits(ctx: Ctx): Promise<ApprovalLimits> {
  return storedLimits.read(ctx.db);
}

/** Changes the limits; they apply from now on, and not to what waits already. */
export function updateApprovalLimits(ctx: Ctx, input: ApprovalLimits): Promise<ApprovalLimits> {
  return storedLimits.change(ctx, input);
}
