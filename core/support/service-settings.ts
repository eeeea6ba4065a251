import { type Ctx, transact } from '../context.ts';
import { invalidField } from '../kernel/errors.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries-stats.ts';
import { priorities, type SupportSettings, supportSettings } from './schema.ts';

/** Targets by priority and working hours. */
export function getSupportSettings(ctx: Ctx): Promise<SupportSettings> {
  return queries.getSettings(ctx.db);
}

/**
 * Changes targets and working hours; they apply to new tickets, changed priorities and reopened tickets.
 * @throws AppError invalid for working hours that end before they begin, or a resolution that is due before the response.
 */
export async function updateSupportSettings(
  ctx: Ctx,
  settings: SupportSettings,
): Promise<SupportSettings> {
  if (settings.workFrom >= settings.workTo)
    invalidField('workTo', 'The working hours must end after they begin.');
  for (const priority of priorities) {
    const { responseMinutes, resolutionMinutes } = settings.targets[priority];
    if (
      responseMinutes !== null &&
      resolutionMinutes !== null &&
      responseMinutes > resolutionMinutes
    )
      invalidField(
        `targets.${priority}.resolutionMinutes`,
        'The resolution must not be due before the first response.',
      );
  }
  const after = { ...settings, workDays: [...new Set(settings.workDays)].sort((a, b) => a - b) };
  return transact(ctx, async (tx) => {
    const before = await queries.getSettings(tx.db);
    await queries.saveSettings(tx.db, after, tx.now);
    await audit(tx, {
      action: 'support.settings',
      entity: 'supportSettings',
      entityId: 'support',
      summary: 'Targets and working hours of support tickets',
      schema: supportSettings,
      before,
      after,
    });
    return after;
  });
}
