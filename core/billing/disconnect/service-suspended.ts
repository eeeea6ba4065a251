import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { dateInJuba } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { localPhone } from '../../kernel/phone.ts';
import { poundsToSettle } from '../../rates/rules.ts';
import { currentRate } from '../../rates/service-current.ts';
import * as queries from './queries-suspended.ts';
import type {
  SuspendedExportQuery,
  SuspendedFilter,
  SuspendedRow,
  SuspendedTotals,
} from './schema-suspended.ts';

/** Customers of an export read at a time. */
const BATCH = 2000;

function rowOf(record: queries.SuspendedRecord, rate: Cents): SuspendedRow {
  const { customerId, customerNumber, customerName, phone, location, openUsd, since } = record;
  return {
    customerId,
    customerNumber,
    customerName,
    phone,
    location,
    openUsd,
    openSsp: poundsToSettle(openUsd, rate),
    since: since ?? dateInJuba(record.createdAt),
    sinceFrom: since === null ? 'added' : record.reconstructed ? 'estimated' : 'recorded',
    by: record.suspendedByRule ? 'rule' : 'hand',
    actorName: record.actorName ?? '',
  };
}

async function rowsOf(ctx: Ctx, ids: readonly number[], rate: Cents): Promise<SuspendedRow[]> {
  if (ids.length === 0) return [];
  const found = new Map(
    (await queries.findSuspended(ctx.db, ids)).map((record) => [record.customerId, record]),
  );
  return ids.flatMap((id) => {
    const record = found.get(id);
    return record ? [rowOf(record, rate)] : [];
  });
}

/**
 * Suspended customers, the latest suspension first by default, with open amount in US cents and in pounds at today's
 * standard rate, day of the suspension, and whether by the 15-day rule or by hand (decision 41).
 */
export async function listSuspended(
  ctx: Ctx,
  filter: SuspendedFilter,
): Promise<Page<SuspendedRow>> {
  const { rows: ids, ...page } = await queries.findSuspendedPage(ctx.db, filter);
  const rows = await rowsOf(ctx, ids, await currentRate(ctx, 'standard', ctx.today));
  return { rows, ...page };
}

/** The number of suspended customers, by rule and by hand, and their open amount in US cents. */
export async function getSuspendedTotals(
  ctx: Ctx,
  filter: Pick<SuspendedFilter, 'q' | 'by'>,
): Promise<SuspendedTotals> {
  const { customers, byRule, openUsd } = await queries.sumSuspended(ctx.db, filter);
  const rate = await currentRate(ctx, 'standard', ctx.today);
  return {
    customers,
    byRule,
    byHand: customers - byRule,
    openUsd,
    openSsp: poundsToSettle(openUsd, rate),
  };
}

const columns: readonly Column<SuspendedRow>[] = [
  { header: 'customerId', kind: 'text', value: (row) => row.customerNumber, width: 14 },
  { header: 'name', kind: 'text', value: (row) => row.customerName, width: 32 },
  { header: 'phone', kind: 'text', value: (row) => localPhone(row.phone), width: 16 },
  { header: 'location', kind: 'text', value: (row) => row.location, width: 18 },
  { header: 'openUsd', kind: 'money', value: (row) => row.openUsd },
  { header: 'openSsp', kind: 'money', value: (row) => row.openSsp },
  { header: 'suspendedSince', kind: 'date', value: (row) => row.since },
  {
    header: 'suspendedBy',
    kind: 'text',
    value: (row) => (row.by === 'rule' ? '15-day rule' : 'hand'),
    width: 14,
  },
  { header: 'changedBy', kind: 'text', value: (row) => row.actorName, width: 24 },
];

async function* streamSuspended(
  ctx: Ctx,
  query: SuspendedExportQuery,
): AsyncGenerator<SuspendedRow[]> {
  const rate = await currentRate(ctx, 'standard', ctx.today);
  const ids = await queries.findSuspendedIds(ctx.db, query);
  for (let at = 0; at < ids.length; at += BATCH)
    yield await rowsOf(ctx, ids.slice(at, at + BATCH), rate);
}

/** Exports the filtered, sorted list as .xlsx or .csv; rows are read in batches of 2,000. */
export async function exportSuspended(ctx: Ctx, query: SuspendedExportQuery): Promise<FileAnswer> {
  const file = { name: `suspended-${ctx.today}`, sheetName: 'Suspended now', format: query.format };
  return exportFile(file, columns, streamSuspended(ctx, query));
}
