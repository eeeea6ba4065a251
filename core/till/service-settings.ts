import type { Ctx } from '../context.ts';
import { defineSettings } from '../records/settings.ts';
import { type TillSettings, tillSettings } from './schema.ts';

/** Cash can be taken without a till until the company requires one. */
export const storedSettings = defineSettings({
  name: 'till',
  schema: tillSettings,
  defaults: { isRequired: false },
  audited: {
    action: 'till.settings',
    entity: 'tillSettings',
    entityId: 'till',
    summary: 'Whether cash needs an open till',
  },
});

/** Whether cash is refused to a user without an open till. */
export function getTillSettings(ctx: Ctx): Promise<TillSettings> {
  return storedSettings.read(ctx.db);
}

/** Sets whether cash needs an open till, from now on. */
export function updateTillSettings(ctx: Ctx, input: TillSettings): Promise<TillSettings> {
  return storedSettings.change(ctx, input);
}
