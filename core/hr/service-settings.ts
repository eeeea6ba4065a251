import { type Ctx, transact } from '../context.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries-settings.ts';
import { type HrSettings, hrSettings as schema } from './schema.ts';

/** Which days count as leave, the most days carried over, and the working hours of a month. */
export function hrSettings(ctx: Ctx): Promise<HrSettings> {
  return queries.getSettings(ctx.db);
}

/** Replaces the settings. They apply from now on: requests and payrolls that exist keep what was computed for them. */
export async function updateHrSettings(ctx: Ctx, after: HrSettings): Promise<HrSettings> {
  return transact(ctx, async (tx) => {
    const before = await queries.getSettings(tx.db);
    await queries.saveSettings(tx.db, after, tx.now);
    await audit(tx, {
      action: 'hr.settings',
      entity: 'hrSettings',
      entityId: 'hr',
      summary: 'Rules for leave and overtime',
      schema,
      before,
      after,
    });
    return after;
  });
}
