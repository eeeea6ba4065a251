import { expect, test } from 'vitest';
import { isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { packageUsageOf } from './rules.ts';

const month = isoMonth('2026-11');
const row = (packageType: string | null, usedBytes: number, billedUsd: number) => ({
  ...{ packageType, customers: 1, usedBytes, billedUsd: cents(billedUsd) },
});

test('dollars for a GB are of a GB and more; codes have no package, and count for the costs', () => {
  const rows = [row('Basic Fiber', 3e9, 100_00), row(null, 1e9, 0), row('Flexible Plan', 9e8, 5)];
  expect(packageUsageOf(month, rows, cents(490_00))).toEqual({
    month,
    packages: [
      { ...rows[0], usdPerGb: 33_33 },
      { ...rows[2], usdPerGb: null },
    ],
    ...{ usedBytes: 4.9e9, codeBytes: 1e9, costPerGb: 100_00 },
  });
  const nothing = { month, packages: [], usedBytes: 0, codeBytes: 0, costPerGb: null };
  expect(packageUsageOf(month, [], cents(490_00))).toEqual(nothing);
});
