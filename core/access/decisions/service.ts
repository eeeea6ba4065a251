import { type Ctx, transact } from '../../context.ts';

import { type PackageName, packageNames } from '../../customers/schema-packages.ts';
import { audit } from '../../records/audit.ts';
import { registerConsumer, unregisterConsumer } from '../../records/outbox.ts';
import { assertProfile, type DesiredAccess, defaultProfile, desiredAccess } from '../rules.ts';
import type { AccessProfile, AccessSettings } from '../schema.ts';
import { accessProfile as profileSchema } from '../schema.ts';
import * as queries from './queries.ts';
import { NEW_CUSTOMERS, storedSettings } from './service-settings.ts';

/** Accounts of one transaction of `decideStale`. */
const BATCH = 1000;

/** All packages with what each gives beyond its bandwidth. */
export async function listProfiles(ctx: Ctx): Promise<AccessProfile[]> {
  const stored = new Map((await queries.findProfiles(ctx.db)).map((row) => [row.packageType, row]));
  return packageNames.map((name) => stored.get(name) ?? defaultProfile(name));
}

/**
 * Changes what a package gives; its accounts are decided again within seconds.
 * @throws AppError invalid for a fair use without a reduced speed, or the other way round.
 */
export function updateProfile(
  ctx: Ctx,
  packageType: PackageName,
  input: Omit<AccessProfile, 'packageType'>,
): Promise<AccessProfile> {
  return transact(ctx, async (tx) => {
    assertProfile(input);
    const before = (await listProfiles(tx)).find((row) => row.packageType === packageType)!;
    const after = { packageType, ...input };
    await queries.writeProfile(tx.db, after, tx.now);
    await queries.markStale(tx.db, tx.now, { packageType });
    const line = { action: 'accessProfile.update', entity: 'accessProfile', entityId: packageType };
    await audit(tx, { ...line, summary: packageType, schema: profileSchema, before, after });
    return after;
  });
}

function isSame(before: DesiredAccess, after: DesiredAccess): boolean {
  return (Object.keys(after) as (keyof DesiredAccess)[]).every((key) => before[key] === after[key]);
}

/**
 * Decides about accounts anew, in the caller's transaction: another answer gets the next number, by which open sessions
 * are found that do not have it. Returns the accounts whose answer changed. Source: decision 131.
 */
export async function decide(tx: Ctx, accountIds: readonly number[]): Promise<number[]> {
  if (accountIds.length === 0) return [];
  const { suspended } = await storedSettings.read(tx.db);
  const profiles = new Map((await listProfiles(tx)).map((row) => [row.packageType, row]));
  const found = await queries.lockDecidable(tx.db, accountIds);
  const changed = found.flatMap((row) => {
    const profile = profiles.get(row.packageType) ?? defaultProfile(row.packageType);
    const answer = desiredAccess({ ...row, profile, suspended });
    return isSame(row, answer) ? [] : [{ id: row.id, ...answer }];
  });
  await queries.writeDecisions(tx.db, changed, tx.now);
  return changed.map(({ id }) => id);
}

/**
 * Decides about all accounts whose customer, package or settings have changed, in batches of their own. Any number of
 * processes may do it at once. Returns the accounts whose answer changed.
 */
export async function decideStale(ctx: Ctx): Promise<number[]> {
  for (const all: number[] = []; ; ) {
    const { taken, changed } = await transact(ctx, async (tx) => {
      const stale = await queries.takeStale(tx.db, BATCH);
      const open = stale.filter(({ isCode }) => !isCode).map(({ id }) => id);
      const closed = stale.filter(({ isCode }) => isCode).map(({ id }) => id);
      return { taken: stale.length, changed: [...closed, ...(await decide(tx, open))] };
    });
    all.push(...changed);
    if (taken < BATCH) return all;
  }
}

/** Settings and 'let everybody on'. */
export function getAccessSettings(ctx: Ctx): Promise<AccessSettings> {
  return storedSettings.read(ctx.db);
}

/**
 * Changes the settings; what suspended customers get is decided anew within seconds. With 'observe only' orders that are still
 * waiting are withdrawn. Accounts for new customers begin with those who are added from now on.
 */
export function updateAccessSettings(
  ctx: Ctx,
  input: Partial<Omit<AccessSettings, 'everybodyUntil'>>,
): Promise<AccessSettings> {
  return storedSettings.change(ctx, input, async (tx, before, after) => {
    if (before.suspended !== after.suspended) await queries.markStale(tx.db, tx.now);
    if (!after.enforced) await queries.withdrawOrders(tx.db);
    const { consumer, fact } = NEW_CUSTOMERS;
    if (after.accountForNewCustomers === 'none') await unregisterConsumer(tx, consumer, fact);
    else await registerConsumer(tx, consumer, fact);
  });
}
