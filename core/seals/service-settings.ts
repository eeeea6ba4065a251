import type { Ctx } from '../context.ts';
import { defineSettings } from '../records/settings.ts';
import { type SealSettings, sealSettings } from './schema.ts';

/** Nobody outside gets the newest seal until an address is given. */
const storedSettings = defineSettings({
  name: 'auditSeals',
  schema: sealSettings,
  defaults: { copyTo: '' },
  audited: {
    action: 'seal.settings',
    entity: 'sealSettings',
    entityId: 'seals',
    summary: 'Where the newest seal of the audit log is sent',
  },
});

/** Where the newest seal of the audit log is sent each day. */
export function getSealSettings({ db }: Pick<Ctx, 'db'>): Promise<SealSettings> {
  return storedSettings.read(db);
}

/** Sets where the newest seal is sent each day; '' sends it nowhere. */
export function updateSealSettings(ctx: Ctx, input: SealSettings): Promise<SealSettings> {
  return storedSettings.change(ctx, input);
}
