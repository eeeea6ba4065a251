import { type Ctx, transact } from '../../context.ts';
import { audit } from '../../records/audit.ts';
import { type VoucherSettings, voucherSettings } from '../schema.ts';
import { getSettings, saveSettings } from './queries-settings.ts';

/** Days after the sale on which an unused voucher lapses (decision 43). */
export function getVoucherSettings(ctx: Ctx): Promise<VoucherSettings> {
  return getSettings(ctx.db);
}

/** Sets after how many days vouchers lapse that are sold from now on. */
export function updateVoucherSettings(ctx: Ctx, after: VoucherSettings): Promise<VoucherSettings> {
  return transact(ctx, async (tx) => {
    const before = await getSettings(tx.db);
    await saveSettings(tx.db, after, tx.now);
    await audit(tx, {
      action: 'voucher.settings',
      entity: 'voucherSettings',
      entityId: 'vouchers',
      summary: 'When unused vouchers lapse',
      schema: voucherSettings,
      before,
      after,
    });
    return after;
  });
}
