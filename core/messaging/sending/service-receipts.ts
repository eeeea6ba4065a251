import { type Ctx, transact } from '../../context.ts';
import { oneLine } from '../../kernel/text.ts';
import type { SmsReceipt } from '../../ports/sms.ts';
import {
  followParts,
  lockCampaignsOf,
  ofIds,
  type ReceiptRow,
  removeUnknownParts,
  storeReceipts,
} from '../queries-states.ts';
import { afterReceipt } from './rules-receipts.ts';

const MAX_ERROR = 300;

/** One row for each part, of receipts in any order, some of them twice; 'pending' and 'unknown' say nothing. */
function rowsOf(receipts: readonly SmsReceipt[]): ReceiptRow[] {
  const last = new Map<string, SmsReceipt>();
  for (const receipt of receipts) {
    const before = last.get(receipt.id);
    if (afterReceipt(before?.status, receipt.status) !== before?.status)
      last.set(receipt.id, receipt);
  }
  return [...last.values()].flatMap(({ id, status, error = '' }): ReceiptRow[] => {
    if (status === 'delivered') return [{ gatewayId: id, status, error: '' }];
    if (status !== 'failed' && status !== 'expired') return [];
    return [
      {
        gatewayId: id,
        status: 'failed' as const,
        error: oneLine(error.slice(0, MAX_ERROR)) || status,
      },
    ];
  });
}

/**
 * Records receipts of a gateway in one transaction. One whose id is not known yet is kept until the answer names it.
 * Returns how many messages changed their state.
 */
export async function recordReceipts(
  ctx: Ctx,
  gateway: string,
  receipts: readonly SmsReceipt[],
): Promise<number> {
  const rows = rowsOf(receipts);
  if (rows.length === 0) return 0;
  return transact(ctx, async (tx) => {
    const ids = await storeReceipts(tx.db, gateway, rows, tx.now);
    await lockCampaignsOf(tx.db, [ofIds(ids)]);
    return followParts(tx.db, ids, tx.now);
  });
}

/** After this time the answer that names the message of a receipt does not come any more. */
const KEPT_DAYS = 30;
const PURGE_BATCH = 10_000;

/** Removes receipts of 30 days ago whose message never became known. Returns how many. */
export async function purgeReceipts(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now.getTime() - KEPT_DAYS * 86_400_000);
  for (let total = 0; ; ) {
    const removed = await removeUnknownParts(ctx.db, before, PURGE_BATCH);
    total += removed;
    if (removed < PURGE_BATCH) return total;
  }
}
