import type { Voucher, VoucherBatchDetail } from '@nimule/core/vouchers/schema';

/** The vouchers of a sale that nobody has activated, in the order of the sale. */
export function unusedOf({ vouchers }: Pick<VoucherBatchDetail, 'vouchers'>): Voucher[] {
  return vouchers.filter(({ status }) => status === 'unused');
}
