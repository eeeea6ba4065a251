import type { Ctx } from '../../context.ts';
import { defineSettings } from '../../records/settings.ts';
import { type VoucherSettings, voucherSettings } from '../schema.ts';

/** Decision 43. */
export const storedSettings = defineSettings({
  name: 'vouchers',
  schema: voucherSettings,
  defaults: { lapseDays: 365 },
  audited: {
    action: 'voucher.settings',
    entity: 'voucherSettings',
    entityId: 'vouchers',
    summary: 'When unused vouchers lapse',
  },
});

/** Days after the sale on which an unused voucher lapses (decision 43). */
export function getVoucherSettings(ctx: Ctx): Promise<VoucherSettings> {
  return storedSettings.read(ctx.db);
}

/** Sets after how many days vouchers lapse that are sold from now on. */
export function updateVoucherSettings(ctx: Ctx, input: VoucherSettings): Promise<VoucherSettings> {
  return storedSettings.change(ctx, input);
}
