import { z } from 'zod';
import { customer, customerStatuses, locations } from '../../customers/schema.ts';
import { packageFilter } from '../../customers/schema-packages.ts';
import { dateText } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import { recordId } from '../../kernel/text.ts';

/** A row of the list: adds open and overdue amounts, and the open amount in pounds at today's rate. */
export const listedCustomer = customer.extend({
  openUsd: money,
  /** Null where it is too large to be exact to the cent. */
  openSsp: money.nullable(),
  overdueUsd: money,
});
export type ListedCustomer = z.output<typeof listedCustomer>;

export const customerSorts = [
  'name',
  'customerId',
  'location',
  'packageType',
  'status',
  'monthlyFeeUsd',
  'serviceStartDate',
  'createdAt',
  'openUsd',
  'overdueUsd',
] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** Filter by debt: any open invoice, or an overdue one. */
const debts = ['all', 'owes', 'overdue'] as const;

export const customerFilter = pagingQuery(customerSorts).extend({
  status: z.enum(['all', ...customerStatuses]).optional(),
  packageType: packageFilter.optional(),
  location: z.enum(['all', ...locations]).optional(),
  owes: z.enum(debts).optional(),
  /** The customers of a network node. */
  nodeId: recordId.optional(),
  /** Whose service began on these days or between. */
  from: dateText.optional(),
  to: dateText.optional(),
});
export type CustomerFilter = z.output<typeof customerFilter>;

/** The sum line of the list, over all customers that match the filter. */
export const customerSums = z.object({
  monthlyFeeUsd: money,
  openUsd: money,
  openSsp: money.nullable(),
  overdueUsd: money,
});
export type CustomerSums = z.output<typeof customerSums>;

export const customerExportQuery = customerFilter.extend({ format: z.enum(exportFormats) });
export type CustomerExportQuery = z.output<typeof customerExportQuery>;
