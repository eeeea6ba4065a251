import type { z } from 'zod';
import { currencyText } from '../../kernel/currencies.ts';
import { importedBundle, planLimits } from '../../vouchers/bundles/schema-import.ts';
import { currencyWarnings } from '../inspect/rules-currencies.ts';
import type { ImportTable, ImportTotal } from './rules.ts';
import { currencyField, dollarTotals } from './rules-currency.ts';

const bundleRow = importedBundle.extend({ currency: currencyText.optional() });
export type BundleRow = z.output<typeof bundleRow>;

/** Services whose plans are those of customers, and top-ups of their balance. */
const OF_CUSTOMERS = [
  ...['PPPOE', 'PPP', 'VPN', 'L2TP', 'PPTP', 'IPoE', 'DHCP', 'Static', 'Static IP'],
  ...['Internet', 'Home', 'Fiber', 'Fibre', 'Wireless', 'Recurring', 'Balance'],
];

/** Bundles of vouchers; the key is the name. */
export const bundleTable: ImportTable<BundleRow> = {
  type: 'bundles',
  key: 'name',
  schema: bundleRow,
  inspect: async (file) => ({
    warnings: await currencyWarnings(file, [{ label: 'Prices', of: ({ priceUsd }) => priceUsd }]),
  }),
  fields: [
    {
      name: 'name',
      kind: 'text',
      isRequired: true,
      aliases: ['Bundle', 'Bundle Name', 'Plan Name', 'Plan', 'Voucher', 'Package', 'Profile'],
      example: 'Example day',
    },
    {
      name: 'service',
      kind: 'text',
      aliases: ['Service Type', 'Plan Type'],
      leavesOut: {
        texts: OF_CUSTOMERS,
        why: 'they are plans of customers: customers keep their fee with a Flexible Plan',
      },
      example: 'Hotspot',
    },
    {
      name: 'priceUsd',
      kind: 'amount',
      isRequired: true,
      least: 'aboveZero',
      aliases: ['Price', 'Amount', 'Cost', 'Rate', 'Fee'],
      example: '1.00',
    },
    {
      name: 'validity',
      kind: 'text',
      isRequired: true,
      aliases: ['validityDays', 'Validity Days', 'Valid For', 'Duration', 'Days'],
      example: '1 day',
    },
    {
      name: 'limit',
      kind: 'choice',
      choices: planLimits,
      synonyms: { data_limit: 'data', limited: 'data', none: 'unlimited' },
      aliases: ['Limit Type'],
      example: 'data',
    },
    {
      name: 'data',
      kind: 'text',
      aliases: ['dataAllowanceMB', 'Data Allowance', 'Data Limit', 'Data Cap', 'Quota'],
      example: '2 GB',
    },
    {
      name: 'speed',
      kind: 'text',
      aliases: ['speedMbps', 'Speed Limit', 'Download Speed', 'Bandwidth', 'Rate Limit'],
      example: '5',
    },
    { name: 'description', kind: 'text', aliases: ['Details', 'Notes'], example: '' },
    {
      name: 'active',
      kind: 'text',
      aliases: ['isActive', 'Enabled', 'Is Active'],
      example: 'yes',
    },
    currencyField,
  ],
};

export const bundleTotals: readonly ImportTotal<BundleRow>[] = dollarTotals([
  { key: 'bundles', label: 'Bundles', unit: 'count', of: () => 1 },
  { key: 'prices', label: 'Prices together', unit: 'usd', of: ({ priceUsd }) => priceUsd },
]);
