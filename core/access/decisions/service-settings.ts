import { type Ctx, transact } from '../../context.ts';
import { saveSetting } from '../../database/settings.ts';
import { formatInstant } from '../../kernel/dates.ts';
import { audit } from '../../records/audit.ts';
import { defineSettings } from '../../records/settings.ts';
import { defaultSettings } from '../rules.ts';
import { ACCESS_SETTINGS, type AccessSettings, accessSettings } from '../schema.ts';
import { assertEverybody } from './rules-everybody.ts';

/** The functions radius_* of the database read `enforced`, `everybodyUntil`, `gardenList` and `interimSeconds` of it too. */
const stored = defineSettings({
  name: ACCESS_SETTINGS,
  schema: accessSettings,
  defaults: defaultSettings,
  audited: {
    action: 'access.settings',
    entity: 'accessSettings',
    entityId: 'access',
    summary: 'What suspended customers get, and whether suspensions are applied',
  },
});

/** Who adds the accounts of new customers, and by which fact it learns of them. */
export const NEW_CUSTOMERS = { consumer: 'access', fact: 'customer.created' } as const;

/** An instant is a text in the stored JSON. */
const read: typeof stored.read = async (db) => {
  const { everybodyUntil, ...settings } = await stored.read(db);
  return { ...settings, everybodyUntil: everybodyUntil && new Date(everybodyUntil) };
};
const change: typeof stored.change = async (ctx, given, beforeSave) => {
  await stored.change(ctx, given, beforeSave);
  return read(ctx.db);
};
export const storedSettings = { read, change };

/**
 * Refuses nobody for a suspension until an instant, at all routers; null ends it. At most seven days.
 * @throws AppError rule; invalid without a reason.
 */
export function letEverybodyOn(
  ctx: Ctx,
  { until, reason = '' }: { until: Date | null; reason?: string | undefined },
): Promise<AccessSettings> {
  return transact(ctx, async (tx) => {
    assertEverybody(until, reason, tx.now);
    const before = await read(tx.db);
    const after = { ...before, everybodyUntil: until };
    await saveSetting(tx.db, ACCESS_SETTINGS, after, tx.now);
    const summary = until
      ? `Everybody is let on until ${formatInstant(until)}: ${reason}`
      : 'Suspensions apply again';
    const line = { action: 'access.everybody', entity: 'accessSettings', entityId: 'access' };
    await audit(tx, { ...line, summary, schema: accessSettings, before, after });
    return after;
  });
}
