import { z } from 'zod';
import {
  accessTypes,
  customerInput,
  customerStatuses,
  customerTypes,
  fixedPackage,
  fixedPackages,
  locations,
  MAX_CUSTOMER_ID,
  packageNames,
} from '../../customers/schema.ts';
import { currencyText } from '../../kernel/currencies.ts';
import { moneyOfAnyCurrency } from '../../kernel/money.ts';
import { optionalText, requiredText } from '../../kernel/text.ts';
import { currencyWarnings } from '../inspect/rules-currencies.ts';
import type { ImportTable, ImportTotal } from './rules.ts';
import { currencyField, dollarTotals } from './rules-currency.ts';
import { CUSTOMER_ID_TITLES, CUSTOMER_NAME_TITLES, CUSTOMER_TITLES } from './rules-titles.ts';

export const customerRow = customerInput.partial().extend({
  customerId: requiredText('The customer ID', MAX_CUSTOMER_ID),
  nodeName: optionalText('The node', 100).optional(),
  monthlyFeeUsd: moneyOfAnyCurrency.optional(),
  connectionFeeUsd: moneyOfAnyCurrency.optional(),
  otherExpensesUsd: moneyOfAnyCurrency.optional(),
  openingBalanceUsd: moneyOfAnyCurrency.optional(),
  currency: currencyText.optional(),
  kind: z.enum(['customer']).optional(),
  /** Of an access account, which is added with it; without a password one is made. */
  username: optionalText('The user name', 64).optional(),
  password: optionalText('The password', 64).optional(),
  /** What the file says instead of a status. */
  unknownStatus: optionalText('The status', 100).optional(),
});
export type CustomerRow = z.output<typeof customerRow> & {
  /** What the opening balance is in another currency. */
  origin?: string;
};

/** The field of the fee that a customer is billed. */
export const FEE = 'monthlyFeeUsd';

export const customerTable: ImportTable<CustomerRow> = {
  type: 'customers',
  key: 'customerId',
  schema: customerRow,
  inspect: async (file) => ({
    warnings: await currencyWarnings(file, [
      { label: 'Monthly fees', of: ({ monthlyFeeUsd }) => monthlyFeeUsd },
      { label: 'Opening balances', of: ({ openingBalanceUsd }) => openingBalanceUsd },
    ]),
  }),
  fields: [
    {
      name: 'customerId',
      kind: 'text',
      isRequired: true,
      aliases: [...CUSTOMER_ID_TITLES, 'Account ID', 'Account', 'ID', 'No.'],
      example: 'EXAMPLE-001',
    },
    {
      name: 'name',
      kind: 'text',
      isRequired: true,
      aliases: [
        'Customer Name',
        'Full Name',
        ...CUSTOMER_NAME_TITLES,
        'Account Name',
        'Company Name',
        ...CUSTOMER_TITLES,
      ],
      example: 'Example Trading Co.',
    },
    {
      name: 'type',
      kind: 'choice',
      choices: customerTypes,
      leavesOut: {
        texts: ['lead', 'leads', 'prospect'],
        why: 'they are leads, and no customers yet',
      },
      aliases: ['Customer Type', 'Client Type', 'Account Type'],
      example: 'business',
    },
    {
      name: 'email',
      kind: 'text',
      isContact: true,
      aliases: ['E-mail Address', 'Mail'],
      example: 'accounts@example.com',
    },
    {
      name: 'phone',
      kind: 'text',
      isContact: true,
      aliases: [
        'Phone Number',
        'Phone Numbers',
        'Telephone',
        'Telephone Number',
        'Mobile',
        'Mobile Number',
        'Mobile Phone',
        'Phone No',
        'Tel',
        'Contact Number',
        'Cell Phone',
        'Cell',
      ],
      example: '0912 345 678',
    },
    {
      name: 'location',
      kind: 'choice',
      choices: locations,
      synonyms: { Juba: 'Juba Central' },
      elseIn: 'address',
      aliases: ['Service Location', 'Town', 'City', 'Area'],
      example: 'Juba Central',
    },
    {
      name: 'address',
      kind: 'text',
      aliases: ['Street Address', 'Physical Address', 'Street'],
      example: 'Hai Malakal, Airport Road',
    },
    {
      name: 'packageType',
      kind: 'choice',
      choices: packageNames,
      // The specification's names (decision 32).
      synonyms: Object.fromEntries(
        fixedPackages.map(({ name, bandwidth }) => [`${name} ${bandwidth}Mbps`, name]),
      ),
      aliases: [
        'Package',
        'Package Name',
        'Plan',
        'Plan Name',
        'Service Plan',
        'Internet Plan',
        'Tariff',
        'Tariff Plan',
        'Subscription',
      ],
      example: 'Flexible Plan',
    },
    {
      name: 'bandwidth',
      kind: 'whole',
      aliases: ['Bandwidth Mbps', 'Speed', 'Speed Mbps', 'Mbps'],
      example: '20',
    },
    {
      name: 'monthlyFeeUsd',
      kind: 'amount',
      least: 'zero',
      aliases: [
        'Monthly Fee',
        'Monthly (USD)',
        'Monthly Charges',
        'Monthly Charge',
        'Monthly Price',
        'Monthly Rate',
        'Monthly Cost',
        'Monthly Amount',
        'MRC',
        'Fee',
        'Price',
      ],
      example: '180.00',
    },
    {
      name: 'connectionFeeUsd',
      kind: 'amount',
      least: 'zero',
      aliases: ['Connection Fee', 'Installation Fee', 'Setup Fee'],
      example: '100.00',
    },
    {
      name: 'otherExpensesUsd',
      kind: 'amount',
      least: 'zero',
      aliases: ['Other Expenses', 'Other Charges', 'Other Fees'],
      example: '0.00',
    },
    {
      name: 'serviceStartDate',
      kind: 'date',
      aliases: [
        'Service Start',
        'Start Date',
        'Activation Date',
        'Start',
        'Customer Since',
        'Since',
      ],
      example: '2026-01-01',
    },
    {
      name: 'installationDate',
      kind: 'date',
      aliases: ['Installed On', 'Install Date'],
      example: '2025-12-18',
    },
    {
      name: 'status',
      kind: 'choice',
      choices: customerStatuses,
      synonyms: {
        enabled: 'Active',
        online: 'Active',
        connected: 'Active',
        live: 'Active',
        current: 'Active',
        yes: 'Active',
        true: 'Active',
        blocked: 'Suspended',
        disconnected: 'Suspended',
        'on hold': 'Suspended',
        paused: 'Suspended',
        disabled: 'Inactive',
        terminated: 'Inactive',
        cancelled: 'Inactive',
        canceled: 'Inactive',
        closed: 'Inactive',
        archived: 'Inactive',
        ended: 'Inactive',
        no: 'Inactive',
        false: 'Inactive',
      },
      elseIn: 'unknownStatus',
      elseSaid:
        'This is none of the statuses here; a new customer is Inactive, and not billed, until it is changed',
      aliases: ['Customer Status', 'Client Status', 'Service Status', 'Account Status'],
      example: 'Active',
    },
    {
      name: 'nodeName',
      kind: 'text',
      aliases: ['Network Node', 'Node', 'Tower', 'Base Station', 'Access Point', 'OLT', 'POP'],
      example: 'Bor Tower',
    },
    {
      name: 'accessType',
      kind: 'choice',
      choices: accessTypes,
      aliases: ['Access Technology'],
      isContact: true,
      example: 'wireless',
    },
    {
      name: 'ipAddress',
      kind: 'text',
      isContact: true,
      aliases: ['IP', 'IPv4', 'IP Addresses', 'Static IP'],
      example: '100.64.0.10',
    },
    {
      name: 'macAddress',
      kind: 'text',
      isContact: true,
      aliases: ['MAC', 'MAC Addresses', 'Hardware Address'],
      example: '02:4E:4D:00:00:0A',
    },
    {
      name: 'deviceSerial',
      kind: 'text',
      aliases: ['Serial', 'Serial Number', 'Serial No', 'Device Serial Number', 'ONT Serial'],
      example: 'ONT-260010',
    },
    {
      name: 'port',
      kind: 'text',
      aliases: ['Port Number', 'Switch Port', 'PON Port', 'OLT Port'],
      example: '0/1/3',
    },
    {
      name: 'username',
      kind: 'text',
      aliases: [
        'PPPoE Username',
        'PPPoE User',
        'PPPoE Login',
        'RADIUS Username',
        'Access Username',
      ],
      example: 'example.trading',
    },
    {
      name: 'password',
      kind: 'text',
      isSecret: true,
      aliases: ['PPPoE Password', 'RADIUS Password', 'Access Password'],
      example: '',
    },
    {
      name: 'openingBalanceUsd',
      kind: 'amount',
      least: 'anySign',
      sides: { dr: 1, cr: -1 },
      // Above zero the customer owes. Not 'Balance' or 'Account Balance', which in several systems are what he has paid ahead.
      aliases: [
        'Opening Balance',
        'Open Balance',
        'Balance Due',
        'Balance Owed',
        'Amount Due',
        'Amount Owed',
        'Total Due',
        'Outstanding',
        'Outstanding Balance',
        'Outstanding Amount',
        'Arrears',
      ],
      example: '45.00',
    },
    // Of lists that hold other people too.
    {
      name: 'kind',
      kind: 'choice',
      choices: ['customer'],
      synonyms: { false: 'customer', no: 'customer', '0': 'customer', client: 'customer' },
      blanks: ['company', 'person', 'individual', 'business', 'organisation', 'organization'],
      leavesOut: {
        texts: ['true', 'yes', '1', 'lead', 'leads', 'prospect', 'vendor', 'supplier'],
        why: 'they are leads or suppliers, and no customers',
      },
      aliases: ['Is Lead', 'Contact Type'],
      example: '',
    },
    currencyField,
  ],
};

/** The fee that a row says, else that of the package that it says; undefined if it says neither. */
function feeOf({ monthlyFeeUsd, packageType }: Partial<CustomerRow>): number | undefined {
  return monthlyFeeUsd ?? (packageType && fixedPackage(packageType)?.monthlyFee);
}

/** The fee that the next monthly run bills by the row; one without a status is Active. Undefined for an unknown one. */
function billedOf(row: Partial<CustomerRow>): number | undefined {
  if (row.unknownStatus !== undefined) return undefined;
  return row.status === undefined || row.status === 'Active' ? feeOf(row) : 0;
}

export const customerTotals: readonly ImportTotal<CustomerRow>[] = dollarTotals([
  { key: 'customers', label: 'Customers', unit: 'count', of: () => 1 },
  {
    key: 'monthlyFees',
    label: 'Monthly fees',
    unit: 'usd',
    of: feeOf,
  },
  { key: 'billed', label: 'Billed each month', unit: 'usd', of: billedOf },
  {
    key: 'openingBalances',
    label: 'Opening balances',
    unit: 'usd',
    of: ({ openingBalanceUsd }) => openingBalanceUsd,
  },
]);
