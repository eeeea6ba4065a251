import { post } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { audit } from '../../records/audit.ts';
import { voucherActivated } from '../postings.ts';
import * as queries from './queries.ts';

/** A locked, unused voucher that runs from `at` on. */
export interface Activating extends Omit<queries.Activation, 'id'> {
  voucher: Pick<queries.ActivatedVoucher, 'id' | 'lineNo' | 'batch'>;
}

/** Activates vouchers today: their prices are earned on `date`. Posts, so it comes last in its transaction. */
export async function activateAll(
  tx: Ctx,
  activating: readonly Activating[],
  date: IsoDate = tx.today,
): Promise<void> {
  if (activating.length === 0) return;
  await queries.setActivated(
    tx.db,
    activating.map(({ voucher, ...made }) => ({ ...made, id: voucher.id })),
    tx.today,
  );
  for (const { voucher, at } of activating) {
    const { lineNo, batch } = voucher;
    await audit(tx, {
      action: 'voucher.activate',
      entity: 'voucherBatch',
      entityId: batch.id,
      summary: `${batch.batchNumber}, voucher ${lineNo}`,
      facts: { line: lineNo, ...(at.getTime() === tx.now.getTime() ? {} : { signedInAt: at }) },
    });
  }
  await post(
    tx,
    activating.map(({ voucher }) => voucherActivated(voucher.batch, voucher, date)),
  );
}
