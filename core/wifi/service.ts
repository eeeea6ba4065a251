import type { z } from 'zod';
import { type Ctx, transact } from '../context.ts';
import { type Column, exportFile } from '../documents/sheets/write.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { dateInJuba } from '../kernel/dates.ts';
import { breaksRule, notFound } from '../kernel/errors.ts';
import { sumOf } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import { localPhone } from '../kernel/phone.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries.ts';
import { sessionOf, statusOf } from './rules.ts';
import {
  wifiSession as schema,
  type WifiSession,
  type WifiSessionFilter,
  type WifiSessionSums,
  type WifiStatsFilter,
  type wifiSessionExport,
  type wifiStats,
} from './schema.ts';
import { endSession } from './service-sell.ts';

/** Sales of WiFi, newest first by default; searched by number and phone. Amounts in US cents and piastres. */
export async function listWifiSessions(
  ctx: Ctx,
  filter: WifiSessionFilter,
): Promise<Page<WifiSession>> {
  const { rows, ...page } = await queries.findSessions(ctx.db, filter, ctx.now);
  return { ...page, rows: rows.map((row) => sessionOf(row, ctx.now)) };
}

/** Sums of all sales that match the filter, in US cents and piastres; refunded ones are in them and besides. */
export function getWifiSessionSums(ctx: Ctx, filter: WifiSessionFilter): Promise<WifiSessionSums> {
  return queries.sumSessions(ctx.db, filter, ctx.now);
}

/** Sales read at a time by an export. */
const BATCH = 2000;

const columns: readonly Column<WifiSession>[] = [
  { header: 'saleNumber', kind: 'text', value: (row) => row.saleNumber, width: 18 },
  { header: 'soldDate', kind: 'date', value: (row) => row.soldDate },
  { header: 'package', kind: 'text', value: (row) => row.packageName, width: 18 },
  { header: 'phone', kind: 'text', value: (row) => localPhone(row.phoneNumber), width: 16 },
  { header: 'provider', kind: 'text', value: (row) => row.provider, width: 18 },
  { header: 'currency', kind: 'text', value: (row) => row.currency, width: 10 },
  { header: 'amountUsd', kind: 'money', value: (row) => row.amountUsd },
  { header: 'amountSsp', kind: 'money', value: (row) => row.amountSsp },
  { header: 'startTime', kind: 'text', value: (row) => inJuba(row.startTime), width: 20 },
  { header: 'expiryTime', kind: 'text', value: (row) => inJuba(row.expiryTime), width: 20 },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 10 },
  { header: 'hotspot', kind: 'text', value: (row) => row.hotspotId, width: 16 },
  { header: 'simulated', kind: 'text', value: (row) => (row.isSimulated ? 'Yes' : 'No') },
  { header: 'refunded', kind: 'text', value: (row) => (row.isRefunded ? 'Yes' : 'No') },
];

const timeInJuba = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Juba',
  hour: '2-digit',
  minute: '2-digit',
});

/** '2026-11-23 14:05'. */
function inJuba(at: Date): string {
  return `${dateInJuba(at)} ${timeInJuba.format(at)}`;
}

/** The filtered sales as .xlsx or .csv, streamed, without access codes. */
export async function exportWifiSessions(
  ctx: Ctx,
  query: z.output<typeof wifiSessionExport>,
): Promise<FileAnswer> {
  const { format = 'xlsx', ...filter } = query;
  const file = { name: `wifi-sessions-${ctx.today}`, sheetName: 'WiFi sessions', format };
  return exportFile(file, columns, batches(ctx, filter));
}

async function* batches(ctx: Ctx, filter: WifiSessionFilter): AsyncGenerator<WifiSession[]> {
  for await (const rows of queries.streamSessions(ctx.db, filter, ctx.now, BATCH))
    yield rows.map((row) => sessionOf(row, ctx.now));
}

/** Sales of a range of days in US cents, refunded ones left out, and requests that brought no money. */
export async function getWifiStats(
  ctx: Ctx,
  filter: WifiStatsFilter,
): Promise<z.output<typeof wifiStats>> {
  const byPackage = await queries.sumByPackage(ctx.db, filter);
  const problems = await queries.countProblems(ctx.db, filter);
  return {
    sales: byPackage.reduce((total, { sales }) => total + sales, 0),
    revenueUsd: sumOf(byPackage, ({ revenueUsd }) => revenueUsd),
    activeSessions: await queries.countActive(ctx.db, ctx.now),
    ...problems,
    byPackage,
  };
}

/**
 * Ends an active session before its time, without money back.
 * @throws AppError notFound; rule for a session that is over.
 */
export async function endWifiSession(ctx: Ctx, id: number): Promise<WifiSession> {
  return transact(ctx, async (tx) => {
    const locked = (await queries.sessions.lock(tx.db, id)) ?? notFound('WiFi session', id);
    const status = statusOf(locked, tx.now);
    if (status !== 'active')
      breaksRule(
        'wifi.over',
        `Session ${locked.saleNumber} is over: it ${status === 'ended' ? 'was ended' : 'has expired'}.`,
      );
    const before = sessionOf((await queries.getSession(tx.db, id))!, tx.now);
    await endSession(tx, locked);
    const after = sessionOf((await queries.getSession(tx.db, id))!, tx.now);
    await audit(tx, {
      action: 'wifi.end',
      entity: 'wifiSession',
      entityId: id,
      summary: `${after.saleNumber}, ${after.packageName}`,
      schema,
      before,
      after,
    });
    return after;
  });
}
