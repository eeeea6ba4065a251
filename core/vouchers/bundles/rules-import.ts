import { type Cents, formatUsd, MAX_AMOUNT } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { bundleProblem } from '../rules.ts';
import type { BundleInput } from '../schema.ts';
import type { BundleRecord } from './queries.ts';
import type { ImportedBundle } from './schema-import.ts';

const SAYS_NO_DATA = 'data: The file says no data; the bundle is unlimited.';
const OF_MONTHS = 'validity: A month was read as 30 days.';
const NO_SPEED = 'speed: This is no whole number of Mbps; it was left out.';

export type BundleFields = Pick<
  BundleRecord,
  | 'name'
  | 'description'
  | 'dataAllowanceMB'
  | 'validityDays'
  | 'priceUsd'
  | 'speedMbps'
  | 'bundleType'
  | 'isActive'
>;

export const bundleFields = [
  'name',
  'description',
  'dataAllowanceMB',
  'validityDays',
  'priceUsd',
  'speedMbps',
  'bundleType',
  'isActive',
] as const satisfies readonly (keyof BundleFields)[];

export type BundleFate =
  | { problem: string }
  | { before: BundleRecord | undefined; fields: BundleFields; notes: string[] };

/** The data of a row and the kind of bundle that follows; undefined where the row says nothing of it. */
function dataOf(
  { limit, data }: ImportedBundle,
  before: BundleRecord | undefined,
):
  | { problem: string }
  | { dataAllowanceMB: number; bundleType: BundleInput['bundleType']; note?: string } {
  if (limit === 'data' && !data)
    return { problem: 'data: The plan is limited by data, and the row does not say how much.' };
  const megabytes = limit === 'unlimited' ? 0 : data;
  if (megabytes === undefined && before)
    return { dataAllowanceMB: before.dataAllowanceMB, bundleType: before.bundleType };
  if (!megabytes)
    return {
      dataAllowanceMB: 0,
      bundleType: 'unlimited',
      ...(megabytes === undefined && { note: SAYS_NO_DATA }),
    };
  // A bundle that is sold by time keeps its kind.
  return {
    dataAllowanceMB: megabytes,
    bundleType: before?.bundleType === 'time' ? 'time' : 'data',
  };
}

/**
 * What becomes of the rows of a file: new bundles of vouchers, changes of those of the name, ignoring case, or why a row is
 * refused, with the name of the field. Prices in US cents.
 */
export function planBundles(
  rows: readonly ImportedBundle[],
  known: readonly BundleRecord[],
): BundleFate[] {
  const byName = new Map(known.map((one) => [searchKey(one.name), one]));
  return rows.map((row): BundleFate => {
    const before = byName.get(searchKey(row.name));
    const notes: string[] = [];
    const priceUsd = row.priceUsd ?? before?.priceUsd;
    if (priceUsd === undefined) return { problem: 'priceUsd: The price is required.' };
    if (priceUsd <= 0 || priceUsd > MAX_AMOUNT.USD)
      return { problem: `priceUsd: ${priceProblem(priceUsd)}` };
    const validityDays = row.validity?.days ?? before?.validityDays;
    if (validityDays === undefined) return { problem: 'validity: The validity is required.' };
    if (row.validity?.isOfMonths) notes.push(OF_MONTHS);
    const data = dataOf(row, before);
    if ('problem' in data) return data;
    const { note, ...allowance } = data;
    if (note) notes.push(note);
    const problem = bundleProblem(allowance);
    if (problem) return { problem: `data: ${problem}` };
    if (row.speed === null) notes.push(NO_SPEED);
    const fields: BundleFields = {
      name: row.name,
      description: row.description ?? before?.description ?? '',
      ...allowance,
      ...{ validityDays, priceUsd },
      speedMbps: row.speed ?? before?.speedMbps ?? null,
      isActive: row.active ?? before?.isActive ?? true,
    };
    return { before, fields, notes };
  });
}

function priceProblem(price: Cents): string {
  return price <= 0
    ? 'Enter an amount above zero.'
    : `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`;
}
