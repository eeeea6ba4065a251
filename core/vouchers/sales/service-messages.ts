import type { Ctx } from '../../context.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { lapseProblem, statusAt } from '../rules.ts';
import type { VoucherStatus } from '../schema.ts';
import * as queries from './queries.ts';
import * as list from './queries-list.ts';
import { readCode } from './service-codes.ts';

/** A sale whose codes are sent to its customer, and the ids of the vouchers, without their codes. */
export interface VouchersToSend {
  batch: queries.BatchRecord;
  voucherIds: number[];
  /** Those of the chosen ones that are not sent, since they are not unused. */
  leftOut: { id: number; lineNo: number; status: VoucherStatus }[];
}

/**
 * The unused vouchers of a sale that are sent to its customer: those of `ids`, all without a list.
 * @throws AppError notFound; invalid for vouchers of another sale; rule for a sale without a telephone number, where none
 *   of them is unused, and for those that have lapsed.
 */
export async function vouchersToSend(
  ctx: Ctx,
  id: number,
  ids?: readonly number[],
): Promise<VouchersToSend> {
  const batch = (await queries.batches.get(ctx.db, id)) ?? notFound('Sale of vouchers', id);
  if (batch.customerPhone === '')
    breaksRule('voucher.noPhone', `${batch.batchNumber} has no telephone number of a customer.`);
  const all = await list.findOfBatch(ctx.db, id);
  const chosen = ids ? all.filter((one) => ids.includes(one.id)) : all;
  if (ids && chosen.length < new Set(ids).size)
    invalidField('voucherIds', `Not all of these vouchers belong to ${batch.batchNumber}.`);
  const unused = chosen.filter(({ status }) => status === 'unused');
  if (unused.length === 0)
    breaksRule('voucher.notUnused', 'Only codes of unused vouchers are sent.');
  const problem = lapseProblem(batch, ctx.today);
  if (problem) breaksRule('voucher.lapsed', problem);
  const leftOut = (ids ? chosen : []).flatMap(({ id: voucherId, lineNo, ...row }) => {
    const status = statusAt({ status: row.status, expiresAt: row.expiryDate }, ctx.now);
    return status === 'unused' ? [] : [{ id: voucherId, lineNo, status }];
  });
  return { batch, voucherIds: unused.map((one) => one.id), leftOut };
}

/**
 * The codes of vouchers for a message that is being sent, in the order of their lines, and which of them are no longer
 * unused. Vouchers that do not exist are passed over. @throws AppError rule where none of them is unused.
 */
export async function codesForMessage(
  ctx: Ctx,
  ids: readonly number[],
): Promise<{ codes: string[]; leftOut: { batchNumber: string; lineNo: number }[] }> {
  const rows = await list.findByIds(ctx.db, ids);
  const isUsable = (row: list.VoucherRow) =>
    statusAt({ status: row.status, expiresAt: row.expiryDate }, ctx.now) === 'unused' &&
    !lapseProblem(row, ctx.today);
  const usable = rows.filter(isUsable);
  if (usable.length === 0)
    breaksRule(
      'voucher.notUnused',
      ids.length === 1
        ? 'The voucher is no longer unused: its code was not sent.'
        : 'None of the vouchers is unused any more: their codes were not sent.',
    );
  const leftOut = rows.filter((row) => !isUsable(row));
  return { codes: usable.map((row) => readCode(ctx, row)), leftOut };
}
