import { type Ctx, transact } from '../context.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries-limits.ts';
import { type ApprovalLimits, approvalLimits } from './schema-limits.ts';

/** The amounts of a day to one payee, US cents, above which a second person decides (decision 68). */
export function getApprovalLimits(ctx: Ctx): Promise<ApprovalLimits> {
  return queries.getLimits(ctx.db);
}

/** Changes the limits; they apply from now on, and not to what waits already. */
export async function updateApprovalLimits(
  ctx: Ctx,
  after: ApprovalLimits,
): Promise<ApprovalLimits> {
  return transact(ctx, async (tx) => {
    const before = await queries.getLimits(tx.db);
    await queries.saveLimits(tx.db, after, tx.now);
    await audit(tx, {
      action: 'approval.limits',
      entity: 'approvalLimits',
      entityId: 'limits',
      summary: 'Limits above which a second person decides',
      schema: approvalLimits,
      before,
      after,
    });
    return after;
  });
}
