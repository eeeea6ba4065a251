import { paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import { type Cents, cents } from '@nimule/core/kernel/money';
import type { BundleType, VoucherBatch, VoucherBundle } from '@nimule/core/vouchers/schema';
import { counted, numberText } from '../../ui/counted.ts';
import { toast, toastError } from '../../ui/overlay/toaster.tsx';
import { Id } from '../../ui/values.tsx';

export const bundleTypeLabels: Readonly<Record<BundleType, string>> = {
  data: 'Data',
  time: 'Time',
  unlimited: 'Unlimited',
};

const MB_OF_A_GB = 1024;

/** '500 MB', '2 GB', 'unlimited data'. */
function dataText(megabytes: number): string {
  if (megabytes === 0) return 'unlimited data';
  if (megabytes < MB_OF_A_GB) return `${numberText(megabytes)} MB`;
  return `${numberText(Math.round((megabytes / MB_OF_A_GB) * 100) / 100)} GB`;
}

type Offered = Pick<VoucherBundle, 'dataAllowanceMB' | 'validityDays' | 'speedMbps'>;

/** '2 GB for 7 days, up to 5 Mbps'. */
export function offerText({ dataAllowanceMB, validityDays, speedMbps }: Offered): string {
  const offer = `${dataText(dataAllowanceMB)} for ${counted(validityDays, 'day')}`;
  return speedMbps === null ? offer : `${offer}, up to ${numberText(speedMbps)} Mbps`;
}

/** Cents of a price, times a number of vouchers. */
export function timesPrice(price: Cents, quantity: number): Cents {
  return cents(price * quantity);
}

/** 'Cash, USD'. */
export function paidThrough({ account, currency }: Pick<VoucherBatch, 'account' | 'currency'>) {
  return `${paymentAccountLabels[account]}, ${currency}`;
}

/** The toasts of copying (seeds/002 8). */
export function toastCopied(isCopied: boolean): void {
  if (isCopied) toast('Copied!');
  else toastError('Failed to copy voucher code');
}

/** A voucher code with its copy button; the check mark shows for 2 seconds (seeds/002 2). */
export function VoucherCode({ code }: { code: string }) {
  return <Id value={code} onCopied={toastCopied} />;
}
