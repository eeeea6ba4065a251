import { type Cents, scaleCents } from '../../kernel/money.ts';
import type { PackageFigures } from './queries.ts';
import type { PackageUsageReport } from './schema.ts';

/** As data plans are sold: 1 GB is 10^9 bytes. */
const GB = 1e9;

/** An amount for each GB; null for less than one. */
function perGb(amount: Cents, bytes: number): Cents | null {
  return bytes < GB ? null : scaleCents(amount, GB, bytes);
}

/** The report of a month: `costs` are those of the bandwidth, in US cents. */
export function packageUsageOf(
  month: PackageUsageReport['month'],
  rows: readonly PackageFigures[],
  costs: Cents,
): PackageUsageReport {
  const usedBytes = rows.reduce((sum, row) => sum + row.usedBytes, 0);
  const codes = rows.find(({ packageType }) => packageType === null);
  return {
    month,
    packages: rows.flatMap(({ packageType, ...row }) =>
      packageType === null
        ? []
        : [{ ...row, packageType, usdPerGb: perGb(row.billedUsd, row.usedBytes) }],
    ),
    usedBytes,
    codeBytes: codes?.usedBytes ?? 0,
    costPerGb: perGb(costs, usedBytes),
  };
}
