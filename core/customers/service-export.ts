import type { Ctx } from '../context.ts';
import { type Column, contentTypes, writeCsv, writeXlsx } from '../documents/sheets/write.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { localPhone } from '../kernel/phone.ts';
import { streamCustomers } from './queries-list.ts';

import type { CustomerExportQuery, ListedCustomer } from './schema.ts';

/** Customers read at a time: what an export keeps in memory. */
const BATCH = 2000;

/** The headers are field names, so that an exported file can be imported again as it is. */
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
  { header: 'openUsd', kind: 'money', value: (row) => row.openUsd },
  { header: 'overdueUsd', kind: 'money', value: (row) => row.overdueUsd },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20: Export does what its label promises). */
export async function exportCustomers(ctx: Ctx, query: CustomerExportQuery): Promise<FileAnswer> {
  const rows = streamCustomers(ctx.db, query, ctx.today, BATCH);
  const body =
    query.format === 'csv'
      ? writeCsv(columns, rows)
      : writeXlsx(columns, rows, { sheetName: 'Customers' });
  return {
    filename: `customers-${ctx.today}.${query.format}`,
    contentType: contentTypes[query.format],
    body,
  };
}
