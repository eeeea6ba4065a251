import {
  type Customer,
  FLEXIBLE_PLAN,
  fixedPackage,
  packageNames,
} from '@nimule/core/customers/schema';
import { formatUsd, toDecimal } from '@nimule/core/kernel/money';

function labelOf(name: string): string {
  const fixed = fixedPackage(name);
  return fixed
    ? `${name}, ${fixed.bandwidth} Mbps, ${formatUsd(fixed.monthlyFee)}`
    : `${name}, bandwidth and fee as agreed`;
}

/** Packages with bandwidth and fee (seeds/000 3). */
export const packageOptions = packageNames.map((value) => ({ value, label: labelOf(value) }));

export function isFlexible(packageType: string): boolean {
  return packageType === FLEXIBLE_PLAN;
}

/** Form values of bandwidth and monthly fee for a fixed package. */
export function termsOf(packageType: string) {
  const fixed = fixedPackage(packageType);
  return (
    fixed && { bandwidth: String(fixed.bandwidth), monthlyFeeUsd: toDecimal(fixed.monthlyFee) }
  );
}

/** '50 Mbps'. */
export function bandwidthOf({ bandwidth }: Pick<Customer, 'bandwidth'>): string {
  return `${bandwidth.toLocaleString('en-US')} Mbps`;
}
