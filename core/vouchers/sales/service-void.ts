import { closeCodes, waitingSignIns } from '../../access/codes/service.ts';
import { post } from '../../accounting/service-post.ts';
import { askAboveLimit } from '../../approvals/service-second.ts';
import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { startOfDay } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { cents, ZERO } from '../../kernel/money.ts';
import { audit } from '../../records/audit.ts';
import { withIdempotencyOf } from '../../records/idempotency.ts';
import { takeCash } from '../../till/service-cash.ts';
import { vouchersVoided } from '../postings.ts';
import { lapseProblem, moneyOf } from '../rules.ts';
import type { VoidInput, VoucherBatchDetail } from '../schema.ts';
import * as queries from './queries.ts';
import { getVoucherBatch } from './service-list.ts';

/** The vouchers to take back, locked. */
async function lockUnused(tx: Ctx, batch: queries.BatchRecord, ids: readonly number[] | undefined) {
  const chosen = ids && [...new Set(ids)];
  const found = await queries.lockVouchers(tx.db, batch.id, chosen);
  if (chosen && found.length < chosen.length)
    invalidField('voucherIds', `Not all of these vouchers belong to ${batch.batchNumber}.`);
  const signedIn = await waitingSignIns(
    tx,
    'voucher',
    found.map(({ id }) => id),
  );
  const vouchers = found.filter(({ id, status }) => status === 'unused' && !signedIn.has(id));
  const used = found.filter((one) => !vouchers.includes(one)).map(({ lineNo }) => lineNo);
  if (chosen && used.length > 0)
    breaksRule(
      'voucher.notUnused',
      `Only unused vouchers can be taken back. No longer unused in ${batch.batchNumber}: ${used.join(', ')}.`,
    );
  if (vouchers.length === 0)
    breaksRule('voucher.noneUnused', `${batch.batchNumber} has no unused vouchers.`);
  const problem = lapseProblem(batch, tx.today);
  if (problem) breaksRule('voucher.lapsed', problem);
  return vouchers;
}

/**
 * Asks a second person for cash that is given back like a refund, by the limit of refunds: for vouchers of an earlier day or of
 * another seller. The buyer may be anybody, so what one person gives back on a day counts together. @throws Waiting.
 */
async function askForVoid(
  tx: Ctx,
  batch: queries.BatchRecord,
  { quantity, reason }: { quantity: number; reason: string },
): Promise<void> {
  const { id, account, batchNumber, soldBy, createdAt, valueUsd } = batch;
  const by = actorName(tx.actor);
  if (account !== 'cash' || (soldBy === by && createdAt >= startOfDay(tx.today))) return;
  await askAboveLimit(tx, {
    kind: 'customer_refund',
    countedBy: `voids of ${by}`,
    ...{ entity: 'voucherBatch', entityId: id, record: batchNumber },
    summary: `${quantity} vouchers of ${batchNumber} taken back for cash`,
    amountUsd: cents(valueUsd * quantity),
    earlierTodayUsd: () => queries.sumVoidedBy(tx.db, by, tx.today),
    facts: [{ label: 'Sold by', text: soldBy }],
    reason,
  });
}

async function voidSome(
  tx: Ctx,
  id: number,
  { voucherIds, reason, from }: VoidInput,
): Promise<{ id: number }> {
  const batch = (await queries.batches.lock(tx.db, id)) ?? notFound('Sale of vouchers', id);
  const vouchers = await lockUnused(tx, batch, voucherIds);
  const quantity = vouchers.length;
  const { currency, batchNumber } = batch;
  const amount = moneyOf(batch, quantity);
  await askForVoid(tx, batch, { quantity, reason });
  const voidId = await queries.insertVoid(tx.db, {
    batchId: id,
    quantity,
    amountUsd: cents(batch.valueUsd * quantity),
    amountSsp: currency === 'SSP' ? amount : ZERO,
    date: tx.today,
    reason,
    at: tx.now,
    by: actorName(tx.actor),
  });
  const ids = vouchers.map((one) => one.id);
  await queries.setVoid(tx.db, ids, voidId);
  await closeCodes(tx, { source: 'voucher', ids, reason: 'void' });
  await audit(tx, {
    action: 'voucher.void',
    entity: 'voucherBatch',
    entityId: id,
    summary: `${batchNumber}, ${quantity} × ${batch.bundleName}`,
    facts: { quantity, lines: vouchers.map(({ lineNo }) => lineNo), reason },
  });
  const posting = vouchersVoided(batch, { id: voidId, quantity }, tx.today);
  const cash = { kind: 'voucher', reference: batchNumber, from } as const;
  await post(tx, [await takeCash(tx, posting, cash)]);
  return { id };
}

/**
 * Takes back unused vouchers of a sale, all of them without a list, and gives back their money from the account it came
 * into, pounds at the rate of the sale; cash leaves the till of the caller.
 * @throws AppError notFound; invalid for vouchers of another sale; rule for vouchers that are not unused or have lapsed,
 *   and for cash that the till does not hold; Waiting for more cash than the limit of refunds (decision 68).
 */
export function voidVouchers(ctx: Ctx, id: number, input: VoidInput): Promise<VoucherBatchDetail> {
  const call = { operation: 'voidVouchers', body: { id, ...input } };
  return withIdempotencyOf(ctx, call, (tx) => voidSome(tx, id, input), getVoucherBatch);
}
