import { type Ctx, transact } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { addDays, formatInstant, startOfDay } from '../../kernel/dates.ts';
import type { ExportFormat, Page } from '../../kernel/paging.ts';
import { getAccount } from '../accounts/service.ts';
import { storedSettings } from '../decisions/service-settings.ts';
import type {
  ClosedFilter,
  ClosedSession,
  OpenSession,
  Refusal,
  RefusalFilter,
  SessionFilter,
  SessionSums,
  UsageDay,
} from '../schema-sessions.ts';
import * as queries from './queries.ts';
import { removeUnusable } from './queries-health.ts';

/** Who is online; bytes of the whole session, seconds as the router reports them. */
export function listSessions(ctx: Ctx, filter: SessionFilter): Promise<Page<OpenSession>> {
  return queries.findOpen(ctx.db, filter);
}

/** Open sessions in sum and by router; speeds in kbps. */
export function sumSessions(ctx: Ctx): Promise<SessionSums> {
  return queries.sumSessions(ctx.db);
}

/** The customer who is online with an address now; undefined with none, and where somebody else has it too. */
export async function customerAtAddress(ctx: Ctx, address: string): Promise<number | undefined> {
  const [first, ...others] = await queries.ownersOfAddress(ctx.db, address);
  return others.length === 0 ? (first ?? undefined) : undefined;
}

/** Ended sessions, also by the address that they had, from one day to another (Juba). */
export function listClosed(ctx: Ctx, filter: ClosedFilter): Promise<Page<ClosedSession>> {
  const { from, to } = filter;
  const since = from && startOfDay(from);
  const before = to && startOfDay(addDays(to, 1));
  return queries.findClosed(ctx.db, { ...filter, since, before });
}

/** Refused sign-ins with the reason. */
export function listRefusals(ctx: Ctx, filter: RefusalFilter): Promise<Page<Refusal>> {
  return queries.findRefusals(ctx.db, filter);
}

const DEFAULT_DAYS = 31;

/** Bytes by day (Juba) of the last days, today among them. @throws AppError notFound. */
export async function usageOf(
  ctx: Ctx,
  accountId: number,
  days = DEFAULT_DAYS,
): Promise<UsageDay[]> {
  await getAccount(ctx, accountId);
  return queries.usageOf(ctx.db, accountId, addDays(ctx.today, 1 - days));
}

/** A router reports each five minutes: of a session that was silent for three of them nothing more is expected. */
const SILENT_MINUTES = 15;
const MINUTE_MS = 60_000;

/** Closes sessions whose routers have said nothing for 15 minutes; a later report opens them again. Returns how many. */
export async function closeSilent(ctx: Ctx): Promise<number> {
  const since = new Date(ctx.now.getTime() - SILENT_MINUTES * MINUTE_MS);
  for (let total = 0; ; ) {
    const closed = await transact(ctx, (tx) => queries.closeSilent(tx.db, since));
    total += closed;
    if (closed === 0) return total;
  }
}

const USAGE_DAYS = 731;
const UNUSABLE_DAYS = 90;

/**
 * Removes sessions and refusals after the days of the settings, usage after two years and what is counted of unusable reports
 * after 90 days, in batches. Returns how many rounds.
 */
export async function purgeAccess(ctx: Ctx): Promise<number> {
  const { keepSessionsDays } = await storedSettings.read(ctx.db);
  const sessions = startOfDay(addDays(ctx.today, -keepSessionsDays));
  const usage = addDays(ctx.today, -USAGE_DAYS);
  await removeUnusable(ctx.db, addDays(ctx.today, -UNUSABLE_DAYS));
  for (let rounds = 0; ; rounds += 1) {
    const removed = await transact(ctx, (tx) => queries.removeOld(tx.db, { sessions, usage }));
    if (removed === 0) return rounds;
  }
}

/** Sessions read at a time by an export. */
const BATCH = 500;

const columns: readonly Column<OpenSession>[] = [
  { header: 'customerId', kind: 'text', value: (row) => row.customerNumber },
  { header: 'customerName', kind: 'text', value: (row) => row.customerName, width: 28 },
  { header: 'username', kind: 'text', value: (row) => row.username, width: 20 },
  { header: 'router', kind: 'text', value: (row) => row.routerName, width: 20 },
  { header: 'device', kind: 'text', value: (row) => row.device, width: 20 },
  { header: 'ip', kind: 'text', value: (row) => row.ip, width: 16 },
  { header: 'ipv6Prefix', kind: 'text', value: (row) => row.ipv6Prefix },
  { header: 'delegatedPrefix', kind: 'text', value: (row) => row.delegatedPrefix },
  { header: 'startedAt', kind: 'text', value: (row) => formatInstant(row.startedAt), width: 20 },
  { header: 'seconds', kind: 'number', value: (row) => row.seconds },
  { header: 'uploadBytes', kind: 'number', value: (row) => row.uploadBytes },
  { header: 'downloadBytes', kind: 'number', value: (row) => row.downloadBytes },
];

/** The filtered list of who is online as .xlsx or .csv, streamed (decision 20). */
export function exportSessions(
  ctx: Ctx,
  { format = 'xlsx', ...filter }: SessionFilter & { format?: ExportFormat | undefined },
): FileAnswer {
  const file = { name: `online-${ctx.today}`, sheetName: 'Online', format };
  return exportFile(file, columns, queries.streamOpen(ctx.db, filter, BATCH));
}
