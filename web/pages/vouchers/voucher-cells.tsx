import { type Cents, formatSsp, formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import type { Voucher, VoucherBundle } from '@nimule/core/vouchers/schema';
import { numberText } from '../../ui/counted.ts';
import { TwoLines } from '../../ui/layout.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { InstantText, Money } from '../../ui/values.tsx';

/** 'Unknown' and 'N/A' are those of the specification (seeds/002 2). */
export const BundleName = ({ bundleName }: Pick<Voucher, 'bundleName'>) => (
  <bdi>{bundleName || 'Unknown'}</bdi>
);

export const CustomerName = ({ customerName }: Pick<Voucher, 'customerName'>) => (
  <bdi>{customerName || 'N/A'}</bdi>
);

export const SalePrice = ({
  salePrice,
  salePriceSsp,
}: Pick<Voucher, 'salePrice' | 'salePriceSsp'>) => <Money usd={salePrice} ssp={salePriceSsp} />;

interface Received {
  receivedUsd: Cents;
  receivedSsp: Cents;
}

/** '$10.00 + SSP 19,500': money by the currency in which it came; without pounds nothing, since the dollars say it all. */
function receivedText({ receivedUsd, receivedSsp }: Received): string {
  if (receivedSsp === 0) return '';
  return [receivedUsd === 0 ? '' : formatUsd(receivedUsd), formatSspSum(receivedSsp)]
    .filter(Boolean)
    .join(' + ');
}

/** What the books hold, in dollars, above what was received where some of it was pounds. */
export const Revenue = ({ revenueUsd, ...received }: Received & { revenueUsd: Cents }) => (
  <TwoLines align="right" quiet={receivedText(received) || undefined}>
    <Money usd={revenueUsd} />
  </TwoLines>
);

export const Expiry = ({ expiryDate }: Pick<Voucher, 'expiryDate'>) => (
  <InstantText at={expiryDate} none="Not activated" />
);

export const BundleData = ({ dataAllowanceMB }: Pick<VoucherBundle, 'dataAllowanceMB'>) =>
  dataAllowanceMB === 0 ? 'Unlimited' : numberText(dataAllowanceMB);

export const BundlePrice = ({
  priceUsd,
  priceSsp,
}: Pick<VoucherBundle, 'priceUsd' | 'priceSsp'>) => <Money usd={priceUsd} ssp={priceSsp} />;

export const BundleStatus = ({ isActive }: Pick<VoucherBundle, 'isActive'>) => (
  <StatusTag status={isActive ? 'active' : 'inactive'} />
);

/** '$5.00 (SSP 6,500)'. */
export function bundlePriceText({
  priceUsd,
  priceSsp,
}: Pick<VoucherBundle, 'priceUsd' | 'priceSsp'>) {
  return `${formatUsd(priceUsd)} (${formatSsp(priceSsp)})`;
}
