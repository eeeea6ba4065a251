import { beginCode, setCodeEnd } from '../../access/codes/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { typedCode } from '../../kernel/codes.ts';
import { dateInJuba } from '../../kernel/dates.ts';
import { breaksRule, conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import { withIdempotencyOf } from '../../records/idempotency.ts';
import { endOf, LAPSED, lapseProblem } from '../rules.ts';
import { hashOfCode } from '../sales/service-codes.ts';
import { getVoucher } from '../sales/service-list.ts';
import type { Redeemed, RedeemInput, Voucher } from '../schema.ts';
import * as queries from './queries.ts';
import { activateAll } from './service-activate.ts';
import { tryCode } from './service-throttle.ts';

const UNKNOWN = 'This voucher code is not valid. Check it and try again.';

/**
 * Activates a locked voucher: from now on, or since it has signed in at a router, it runs, and its price is earned. Answers from
 * when until when.
 */
async function activate(
  tx: Ctx,
  voucher: queries.ActivatedVoucher,
  deviceHash: Buffer | null,
): Promise<{ at: Date; expiresAt: Date }> {
  const { id, batch } = voucher;
  const isLapsed = voucher.status === 'expired' && voucher.activatedAt === null;
  if (isLapsed) breaksRule('voucher.lapsed', LAPSED);
  if (voucher.status !== 'unused') conflicts('voucher.used', 'This voucher has already been used.');
  const at = await beginCode(tx, 'voucher', id);
  const problem = lapseProblem(batch, dateInJuba(at));
  if (problem) breaksRule('voucher.lapsed', problem);
  const expiresAt = endOf(at, batch.validityDays);
  await setCodeEnd(tx, 'voucher', id, expiresAt);
  const by = tx.actor.kind === 'visitor' ? '' : actorName(tx.actor);
  await activateAll(tx, [{ voucher, at, expiresAt, by, deviceHash }]);
  return { at, expiresAt };
}

/**
 * Activates a voucher for a customer who stands at the counter.
 * @throws AppError notFound; rule for one that was taken back or has lapsed; conflict for one that was used.
 */
export function activateVoucher(ctx: Ctx, id: number): Promise<Voucher> {
  const work = async (tx: Ctx) => {
    const voucher = (await queries.lockVoucher(tx.db, id)) ?? notFound('Voucher', id);
    if (voucher.status === 'void')
      breaksRule('voucher.void', 'This voucher was taken back and cannot be activated.');
    await activate(tx, voucher, null);
    return { id };
  };
  return withIdempotencyOf(ctx, { operation: 'activateVoucher', body: { id } }, work, getVoucher);
}

const DEVICE_KEY = /^[A-Za-z0-9]{16,64}$/;

function deviceHashOf(ctx: Ctx, { deviceKey = '' }: RedeemInput): Buffer | null {
  if (deviceKey === '') return null;
  if (!DEVICE_KEY.test(deviceKey))
    invalidField('deviceKey', 'The device key has 16 to 64 letters and digits.');
  return ctx.ports.secrets.hash(deviceKey, 'voucher device');
}

function answerOf(
  { batch }: queries.ActivatedVoucher,
  activatedAt: Date,
  expiryDate: Date,
): Redeemed {
  const { bundleName, bundleType, dataAllowanceMB, speedMbps, validityDays } = batch;
  return {
    ...{ bundleName, bundleType, dataAllowanceMB, speedMbps, validityDays },
    ...{ activatedAt, expiryDate },
  };
}

/**
 * Activates a voucher by its code, for anybody who has it: a visitor on the WiFi page. The device that has activated it gets
 * the same answer again, in case the first was lost. A code that does not exist and one that was taken back are refused
 * alike, and count as failed tries of the address.
 * @throws AppError invalid for such a code; conflict for one that was used; rule for one that has lapsed; tooMany after too
 *   many failed tries.
 */
export async function redeemVoucher(ctx: Ctx, input: RedeemInput): Promise<Redeemed> {
  const deviceHash = deviceHashOf(ctx, input);
  const code = typedCode(input.code);
  if (!code) invalidField('code', UNKNOWN);
  const codeHash = hashOfCode(ctx, code);
  if (!(await tryCode(ctx, codeHash))) invalidField('code', UNKNOWN);
  return transact(ctx, async (tx) => {
    const voucher = await queries.lockByCode(tx.db, codeHash);
    if (!voucher || voucher.status === 'void') invalidField('code', UNKNOWN);
    const { activatedAt, expiresAt } = voucher;
    const isSameDevice = deviceHash !== null && voucher.deviceHash?.equals(deviceHash);
    if (isSameDevice && activatedAt && expiresAt) return answerOf(voucher, activatedAt, expiresAt);
    const { at, expiresAt: end } = await activate(tx, voucher, deviceHash);
    return answerOf(voucher, at, end);
  });
}
