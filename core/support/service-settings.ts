import type { Ctx } from '../context.ts';
import { invalidField } from '../kernel/errors.ts';
import { defineSettings } from '../records/settings.ts';
import { defaultSettings } from './rules-targets.ts';
import { priorities, type SupportSettings, supportSettings } from './schema.ts';

export const storedSettings = defineSettings({
  name: 'support',
  schema: supportSettings,
  defaults: defaultSettings,
  audited: {
    action: 'support.settings',
    entity: 'supportSettings',
    entityId: 'support',
    summary: 'Targets and working hours of support tickets',
  },
});

/** Targets by priority and working hours. */
export function getSupportSettings(ctx: Ctx): Promise<SupportSettings> {
  return storedSettings.read(ctx.db);
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
  const workDays = [...new Set(settings.workDays)].sort((a, b) => a - b);
  return storedSettings.change(ctx, { ...settings, workDays });
}
