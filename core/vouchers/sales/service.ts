import { cashAccounts } from '../../accounting/rules-money.ts';
import { REFERENCE_USED } from '../../accounting/schema-money.ts';
import { post } from '../../accounting/service-post.ts';
import { userIdOf } from '../../approvals/rules.ts';
import type { Ctx } from '../../context.ts';
import { takeYearlyNumbers } from '../../database/counters.ts';
import { lockReference } from '../../database/payment-references.ts';
import { actorName } from '../../identity/actor.ts';
import { makeCode, shownCode } from '../../kernel/codes.ts';
import { formatDate } from '../../kernel/dates.ts';
import { breaksRule, conflicts, invalidField } from '../../kernel/errors.ts';
import { cents, formatSsp, formatUsd, ZERO } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { withIdempotencyOf } from '../../records/idempotency.ts';
import { takeCash } from '../../till/service-cash.ts';
import { bundles } from '../bundles/queries.ts';
import { vouchersSold } from '../postings.ts';
import { amountProblem, BATCH_NUMBERS, lapseDay, moneyOf, NO_REFERENCE, priced } from '../rules.ts';
import {
  voucherBatch as schema,
  type VoucherBatchDetail,
  type VoucherSaleInput,
} from '../schema.ts';
import { storedSettings } from '../settings/service.ts';
import * as queries from './queries.ts';
import { encryptCode, hashOfCode } from './service-codes.ts';
import { getVoucherBatch } from './service-list.ts';
import { openVouchers } from './service-network.ts';

interface MadeVoucher {
  id: number;
  lineNo: number;
  code: string;
}

/** Makes the codes of a sale; a code that was taken before is made again. Answers them in the order of their lines. */
async function insertCodes(
  tx: Ctx,
  { id, batchNumber, quantity }: queries.BatchRecord,
): Promise<MadeVoucher[]> {
  const vouchers = new Map<number, MadeVoucher>();
  const codes = new Map<number, string>();
  let missing = Array.from({ length: quantity }, (_, index) => index + 1);
  while (missing.length > 0) {
    const made = missing.map((lineNo) => {
      const code = makeCode((below) => tx.random.integer(below));
      const codeEncrypted = encryptCode(tx, code, batchNumber, lineNo);
      codes.set(lineNo, code);
      return { lineNo, codeHash: hashOfCode(tx, code), codeEncrypted };
    });
    for (const { id: voucherId, line } of await queries.insertVouchers(tx.db, id, made))
      vouchers.set(line, { id: voucherId, lineNo: line, code: codes.get(line)! });
    missing = missing.filter((lineNo) => !vouchers.has(lineNo));
  }
  return [...vouchers].sort(([one], [other]) => one - other).map(([, voucher]) => voucher);
}

/** The answer of a sale, as `getVoucherBatch` reads it. */
function answerOf(batch: queries.BatchRecord, made: readonly MadeVoucher[]): VoucherBatchDetail {
  const { id: batchId, quantity, valueUsd, priceUsd, priceSsp } = batch;
  const vouchers = made.map(({ id, code }) => ({
    ...batch,
    ...{ id, batchId, voucherCode: shownCode(code), salePrice: priceUsd, salePriceSsp: priceSsp },
    ...{ status: 'unused' as const, activatedAt: null, expiryDate: null },
  }));
  const counts = { unused: quantity, active: 0, expired: 0, void: 0 };
  const money = moneyOf(batch, quantity);
  const revenue = {
    revenueUsd: cents(valueUsd * quantity),
    receivedUsd: batch.currency === 'USD' ? money : ZERO,
    receivedSsp: batch.currency === 'SSP' ? money : ZERO,
  };
  return { ...batch, ...counts, ...revenue, vouchers, voids: [] };
}

/** Asks about the reference of another sale to the same account (decision 66). @throws AppError conflict. */
async function assertNewReference(
  tx: Ctx,
  {
    account,
    reference,
    sameReference,
  }: Pick<queries.BatchRecord, 'account' | 'reference'> & Pick<VoucherSaleInput, 'sameReference'>,
): Promise<void> {
  if (reference === '') return;
  await lockReference(tx.db, `voucher ${account}`, reference);
  if (sameReference) return;
  const same = await queries.findSameReference(tx.db, { account, reference });
  if (!same) return;
  conflicts(
    REFERENCE_USED,
    `${same.batchNumber}, ${same.quantity} × ${same.bundleName}, ${formatDate(same.soldDate)}, has the reference ${reference} too. Is this other money?`,
  );
}

async function sell(tx: Ctx, input: VoucherSaleInput) {
  const { bundleId, quantity, account = 'cash', currency = 'USD', reference = '' } = input;
  if (account !== 'cash' && reference === '') invalidField('reference', NO_REFERENCE);
  await assertNewReference(tx, { account, reference, sameReference: input.sameReference });
  const bundle = await bundles.get(tx.db, bundleId);
  if (!bundle) invalidField('bundleId', 'This bundle does not exist.');
  if (!bundle.isActive) breaksRule('voucherBundle.inactive', `${bundle.name} is no longer sold.`);
  if (input.priceUsd !== undefined && input.priceUsd !== bundle.priceUsd)
    conflicts(
      'voucherBundle.stale',
      `The price of ${bundle.name} is ${formatUsd(bundle.priceUsd)} now. Check the sale and try again.`,
      { bundleId: `The price is ${formatUsd(bundle.priceUsd)} now.` },
    );
  const rates = {
    voucher: await currentRate(tx, 'voucher', tx.today),
    standard: await currentRate(tx, 'standard', tx.today),
  };
  const price = priced(bundle.priceUsd, currency, rates);
  if (currency === 'SSP' && input.priceSsp !== undefined && input.priceSsp !== price.priceSsp)
    conflicts(
      'voucherBundle.stale',
      `The price of ${bundle.name} is ${formatSsp(price.priceSsp)} now. Check the sale and try again.`,
      { bundleId: `The price is ${formatSsp(price.priceSsp)} now.` },
    );
  const problem = amountProblem(price, quantity);
  if (problem) invalidField('quantity', problem);
  const { lapseDays } = await storedSettings.read(tx.db);
  const [batchNumber] = await takeYearlyNumbers(tx.db, BATCH_NUMBERS, [tx.today]);
  const { name: bundleName, bundleType, dataAllowanceMB, validityDays, speedMbps } = bundle;
  const batch = await queries.batches.insert(tx.db, {
    ...{ batchNumber: batchNumber!, bundleId, bundleName, bundleType },
    ...{ dataAllowanceMB, validityDays, speedMbps, quantity, ...price },
    ...{ voucherRate: rates.voucher, exchangeRate: rates.standard },
    ...{ account, currency, moneyAccount: cashAccounts[currency][account] },
    soldDate: tx.today,
    lapsesOn: lapseDay(tx.today, lapseDays),
    customerName: input.customerName ?? '',
    customerPhone: input.customerPhone ?? '',
    notes: input.notes ?? '',
    reference,
    soldById: userIdOf(tx.actor),
    soldBy: actorName(tx.actor),
    createdAt: tx.now,
  });
  const made = await insertCodes(tx, batch);
  await openVouchers(
    tx,
    made.map((voucher) => ({ ...voucher, batch, expiresAt: null })),
  );
  await audit(tx, {
    action: 'voucher.sell',
    entity: 'voucherBatch',
    entityId: batch.id,
    summary: `${batch.batchNumber}, ${quantity} × ${bundleName}`,
    schema,
    after: batch,
  });
  const cash = { kind: 'voucher', reference: batch.batchNumber, from: input.from } as const;
  await post(tx, [await takeCash(tx, vouchersSold(batch, quantity, tx.today), cash)]);
  return { id: batch.id, answer: answerOf(batch, made) };
}

/**
 * Sells 1 to 100 vouchers of a bundle as one sale (seeds/002 5): its price is today's, in US dollars or in pounds at the
 * voucher rate, and is owed until they are activated (decision 35). A repeat with the same key answers the same sale, with
 * its codes read anew: no code is kept beside the encrypted ones.
 * @throws AppError invalid for an unknown bundle, for money that is not cash without a reference (decision 92), and for an amount that is too large or too small at today's rates; rule
 *   for a bundle that is no longer sold, and for cash without an open till where one is required; conflict for another
 *   price than the one that was shown, and for the reference of another sale (decision 66).
 */
export function sellVouchers(ctx: Ctx, input: VoucherSaleInput): Promise<VoucherBatchDetail> {
  const call = { operation: 'sellVouchers', body: input };
  return withIdempotencyOf(ctx, call, (tx) => sell(tx, input), getVoucherBatch);
}
