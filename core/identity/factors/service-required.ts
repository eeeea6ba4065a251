import type { Ctx } from '../../context.ts';
import { defineSettings } from '../../records/settings.ts';
import type { SecondStep } from '../permissions.ts';
import { type CurrentUser, MIN_PASSWORD_LENGTH } from '../schema.ts';
import * as queries from './queries.ts';
import { graceEnd, usuallyRequired } from './rules.ts';
import { type SecuritySettings, type SecuritySettingsInput, securitySettings } from './schema.ts';

const storedSettings = defineSettings({
  name: 'security',
  schema: securitySettings,
  defaults: { requiredRoles: [...usuallyRequired], minPasswordLength: MIN_PASSWORD_LENGTH },
  audited: {
    action: 'security.settings',
    entity: 'securitySettings',
    entityId: 'security',
    summary: 'Second factors and passwords',
  },
});

/** Who needs a second factor, and how many characters new passwords have at least (decision 128). */
export function getSecuritySettings(ctx: Ctx): Promise<SecuritySettings> {
  return storedSettings.read(ctx.db);
}

/** Changes the given settings. A role that is added has days of grace from the next sign-in of its users. */
export function updateSecuritySettings(
  ctx: Ctx,
  input: SecuritySettingsInput,
): Promise<SecuritySettings> {
  return storedSettings.change(ctx, input);
}

/** Whether an account must have a second factor, by its role. */
export async function isFactorRequired(
  ctx: Ctx,
  { role }: Pick<CurrentUser, 'role'>,
): Promise<boolean> {
  return (await getSecuritySettings(ctx)).requiredRoles.includes(role);
}

/**
 * What a sign-in with the right password still waits for. An account that must have a second factor and has none can do
 * without it for `GRACE_DAYS` from the first sign-in at which this was so; then it must set one up first.
 */
export async function secondStepOf(
  tx: Ctx,
  account: Pick<CurrentUser, 'id' | 'role'>,
): Promise<SecondStep | null> {
  if (await queries.hasFactor(tx.db, account.id)) return 'code';
  if (!(await isFactorRequired(tx, account))) return null;
  const askedAt = await queries.getAskedAt(tx.db, account.id);
  if (askedAt) return graceEnd(askedAt) <= tx.now ? 'setUp' : null;
  await queries.updateAskedAt(tx.db, account.id, tx.now);
  return null;
}
