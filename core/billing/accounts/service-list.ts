import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import type { Page } from '../../kernel/paging.ts';
import { localPhone } from '../../kernel/phone.ts';
import { knownRate, poundsToSettle } from '../../rates/rules.ts';
import * as queries from './queries-list.ts';
import type {
  CustomerExportQuery,
  CustomerFilter,
  CustomerSums,
  ListedCustomer,
} from './schema.ts';

/** Customers with open amounts, sorted by name by default; the total is counted only on request. */
export function listCustomers(ctx: Ctx, filter: CustomerFilter): Promise<Page<ListedCustomer>> {
  return queries.findCustomers(ctx.db, filter, ctx.today);
}

/**
 * Sums of monthly fees, open and overdue amounts of all customers that match the filter, in US cents, and the open
 * amount in SSP cents at today's rate.
 */
export async function getCustomerSums(ctx: Ctx, filter: CustomerFilter): Promise<CustomerSums> {
  const { rate, ...sums } = await queries.sumCustomers(ctx.db, filter, ctx.today);
  return { ...sums, openSsp: poundsToSettle(sums.openUsd, knownRate(rate, ctx.today)) };
}

/** Customers read at a time by an export. */
const BATCH = 2000;

/** The headers are field names, so that an exported file can be imported unchanged. */
const columns: readonly Column<ListedCustomer>[] = [
  { header: 'customerId', kind: 'text', value: (row) => row.customerId, width: 14 },
  { header: 'name', kind: 'text', value: (row) => row.name, width: 32 },
  { header: 'type', kind: 'text', value: (row) => row.type, width: 12 },
  { header: 'email', kind: 'text', value: (row) => row.email, width: 28 },
  { header: 'phone', kind: 'text', value: (row) => localPhone(row.phone), width: 16 },
  { header: 'location', kind: 'text', value: (row) => row.location, width: 18 },
  { header: 'address', kind: 'text', value: (row) => row.address, width: 32 },
  { header: 'packageType', kind: 'text', value: (row) => row.packageType, width: 18 },
  { header: 'bandwidth', kind: 'integer', value: (row) => row.bandwidth },
  { header: 'monthlyFeeUsd', kind: 'money', value: (row) => row.monthlyFeeUsd },
  { header: 'connectionFeeUsd', kind: 'money', value: (row) => row.connectionFeeUsd },
  { header: 'otherExpensesUsd', kind: 'money', value: (row) => row.otherExpensesUsd },
  { header: 'monthlyFeeSsp', kind: 'money', value: (row) => row.monthlyFeeSsp },
  { header: 'serviceStartDate', kind: 'date', value: (row) => row.serviceStartDate },
  { header: 'installationDate', kind: 'date', value: (row) => row.installationDate },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 12 },
  { header: 'nodeName', kind: 'text', value: (row) => row.nodeName },
  { header: 'accessType', kind: 'text', value: (row) => row.accessType, width: 12 },
  { header: 'ipAddress', kind: 'text', value: (row) => row.ipAddress, width: 18 },
  { header: 'macAddress', kind: 'text', value: (row) => row.macAddress, width: 20 },
  { header: 'deviceSerial', kind: 'text', value: (row) => row.deviceSerial, width: 20 },
  { header: 'port', kind: 'text', value: (row) => row.port, width: 14 },
  { header: 'openUsd', kind: 'money', value: (row) => row.openUsd },
  { header: 'overdueUsd', kind: 'money', value: (row) => row.overdueUsd },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). */
export async function exportCustomers(ctx: Ctx, query: CustomerExportQuery): Promise<FileAnswer> {
  const file = { name: `customers-${ctx.today}`, sheetName: 'Customers', format: query.format };
  return exportFile(file, columns, queries.streamCustomers(ctx.db, query, ctx.today, BATCH));
}
