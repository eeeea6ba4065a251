import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { type Cents, usdToSsp } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { bundleProblem } from '../rules.ts';
import {
  type BundleFilter,
  type BundleInput,
  type BundleUpdate,
  voucherBundle as schema,
  type VoucherBundle,
} from '../schema.ts';
import * as queries from './queries.ts';

const voucherRate = (ctx: Ctx) => currentRate(ctx, 'voucher', ctx.today);

/** A bundle with its price in pounds at a voucher rate. */
function bundleOf(
  { createdAt: _at, createdBy: _by, updatedAt: _changed, ...record }: queries.BundleRecord,
  rate: Cents,
): VoucherBundle {
  return { ...record, priceSsp: usdToSsp(record.priceUsd, rate) };
}

/** Bundles, by name by default, with their prices in pounds at the voucher rate of today (seeds/002 3). */
export async function listBundles(ctx: Ctx, filter: BundleFilter): Promise<Page<VoucherBundle>> {
  const rate = await voucherRate(ctx);
  const page = await queries.findBundles(ctx.db, filter);
  return { ...page, rows: page.rows.map((record) => bundleOf(record, rate)) };
}

function auditBundle(
  tx: Ctx,
  action: string,
  { before, after }: { before?: VoucherBundle; after: VoucherBundle },
): Promise<void> {
  const change = { ...(before ? { before } : {}), after };
  const line = { action, entity: 'voucherBundle', entityId: after.id, summary: after.name };
  return audit(tx, { ...line, schema, ...change });
}

/**
 * Creates a bundle (seeds/002 5); it is sold from now on unless it is inactive.
 * @throws AppError conflict for a name that is taken, in any case; invalid for a bundle without data that is not unlimited.
 */
export function createBundle(ctx: Ctx, input: BundleInput): Promise<VoucherBundle> {
  return transact(ctx, async (tx) => {
    const problem = bundleProblem(input);
    if (problem) invalidField('dataAllowanceMB', problem);
    const rate = await voucherRate(tx);
    const record = await queries.bundles.insert(tx.db, {
      ...input,
      description: input.description ?? '',
      speedMbps: input.speedMbps ?? null,
      isActive: input.isActive ?? true,
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
      updatedAt: tx.now,
    });
    const after = bundleOf(record, rate);
    await auditBundle(tx, 'voucherBundle.create', { after });
    return after;
  });
}

/**
 * Changes a bundle; sold vouchers keep their price and their rate.
 * @throws AppError notFound; conflict for an outdated version and for a name that is taken; invalid as `createBundle`.
 */
export function updateBundle(
  ctx: Ctx,
  id: number,
  { version, ...changes }: BundleUpdate,
): Promise<VoucherBundle> {
  return transact(ctx, async (tx) => {
    const before = (await queries.bundles.lock(tx.db, id)) ?? notFound('Voucher bundle', id);
    assertVersion('voucher bundle', before.version, version);
    const { bundleType = before.bundleType, dataAllowanceMB = before.dataAllowanceMB } = changes;
    const problem = bundleProblem({ bundleType, dataAllowanceMB });
    if (problem) invalidField('dataAllowanceMB', problem);
    const rate = await voucherRate(tx);
    const record = await queries.bundles.update(tx.db, before, changes, { updated_at: tx.now });
    const after = bundleOf(record, rate);
    await auditBundle(tx, 'voucherBundle.update', { before: bundleOf(before, rate), after });
    return after;
  });
}
