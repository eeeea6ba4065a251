import { setTimeout as wait } from 'node:timers/promises';
import { type Ctx, transact } from '../context.ts';
import type { Page } from '../kernel/paging.ts';
import * as queries from './queries.ts';
import { copyText, LATE_MINUTES } from './rules.ts';
import type { AuditSeal, SealFilter, SealKind, SealRow } from './schema.ts';
import { contentOf, hashOfContent, hashOfSeal } from './service-hash.ts';
import { buildTree } from './service-tree.ts';

const LINE_FORMAT = 1;
/** Ids whose lines are read at a time: a range, whose cost does not depend on statistics. */
const BATCH = 5000;
const HASH_BYTES = 32;
/** How often, and how long apart, transactions are looked at that may still write earlier lines: 3 s together. */
const TRIES = 60;
const STEP_MS = 50;

/** A range of ids of lines: those after one, up to another. */
export interface LineRange {
  after: number;
  upTo: number;
}

/** Before the first seal: lines of any id. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** The lines that a seal after `previous` begins with. */
export function afterOf(previous: Pick<SealRow, 'lastLine'> | undefined): number {
  return previous ? previous.lastLine : BEFORE_ALL;
}

/** Calls `each` with the leaf of every line of a range, in their order. Reads in batches, without a transaction. */
export async function readLeaves(
  { db }: Pick<Ctx, 'db'>,
  { after, upTo }: LineRange,
  each: (leaf: Buffer) => void,
): Promise<void> {
  // Ids may have gaps of any size.
  let next = await queries.findNextLine(db, after);
  while (next !== undefined && next <= upTo) {
    const last = Math.min(next + BATCH - 1, upTo);
    const hashes = await queries.findLeaves(db, { after: next - 1, upTo: last });
    for (let at = 0; at < hashes.length; at += HASH_BYTES)
      each(hashes.subarray(at, at + HASH_BYTES));
    next = await queries.findNextLine(db, last);
  }
}

/**
 * The newest line below which nothing can appear any more; undefined without lines, 'busy' where a transaction that may have
 * earlier ones goes on. Ids are given before their transactions commit, so the newest committed line is no limit by itself: an
 * earlier one may be committed later. Whoever has an id below it holds the lock of an insert by now, and those are waited for.
 */
async function findSettledLine(
  { db, stopping }: Pick<Ctx, 'db' | 'stopping'>,
  pause: () => Promise<unknown>,
): Promise<number | undefined | 'busy'> {
  const newest = await queries.findNewestLine(db);
  if (newest === undefined) return undefined;
  const writers = await queries.findWriters(db);
  for (let tries = 0; ; tries += 1) {
    const present = writers.length === 0 ? [] : await queries.findWriters(db);
    if (!writers.some((writer) => present.includes(writer))) return newest;
    if (tries >= TRIES || stopping?.aborted) return 'busy';
    await pause();
  }
}

/** The newest seal that a restore has cut off; null where none is known. */
export type CutSeal = Pick<SealRow, 'id' | 'hash'> | null;

/** What the seals of now are made for. */
interface Occasion {
  cut?: CutSeal;
}

/** Seals the lines after `previous` up to one. Undefined without lines, or where another process was first. */
async function sealRange(
  ctx: Ctx,
  previous: SealRow | undefined,
  { upTo, kind, cut }: { upTo: number; kind: SealKind; cut?: CutSeal },
): Promise<SealRow | undefined> {
  const after = afterOf(previous);
  if (upTo <= after) return undefined;
  const tree = buildTree();
  await readLeaves(ctx, { after, upTo }, (leaf) => tree.add(leaf));
  if (tree.size() === 0) return undefined;
  const draft = {
    id: (previous?.id ?? 0) + 1,
    kind,
    lineFormat: LINE_FORMAT,
    firstLine: previous ? previous.lastLine + 1 : 1,
    lastLine: upTo,
    lines: tree.size(),
    root: tree.root().toString('hex'),
    sealedAt: ctx.clock(),
    cutSeal: cut?.id ?? null,
    cutHash: cut?.hash ?? null,
  };
  const before = previous?.hash ?? '';
  const hash = hashOfSeal(before, hashOfContent(contentOf(draft)));
  const seal: SealRow = { ...draft, previous: before, hash };
  // The root was computed without a lock. The number is unique: of two at once, one seals.
  return (await transact(ctx, (tx) => queries.insertSeal(tx.db, seal))) ? seal : undefined;
}

/** The seal is logged once an hour: a log that is kept elsewhere is a copy. */
function logHourly({ log }: Ctx, previous: SealRow | undefined, seal: SealRow): void {
  const hourOf = ({ sealedAt }: SealRow) => Math.floor(sealedAt.getTime() / 3_600_000);
  if (previous && hourOf(previous) === hourOf(seal)) return;
  log.info({ seal: seal.id, lastLine: seal.lastLine }, `audit log: ${copyText(seal)}`);
}

async function sealUpTo(ctx: Ctx, upTo: number, { cut }: Occasion): Promise<SealRow[]> {
  const made: SealRow[] = [];
  const newest = await queries.findNewestSeal(ctx.db);
  const upgrade = newest ? undefined : await queries.findUpgradeLine(ctx.db);
  const old =
    upgrade === undefined
      ? undefined
      : await sealRange(ctx, undefined, { upTo: Math.min(upgrade, upTo), kind: 'upgrade' });
  if (old) made.push(old);
  // Another process may have been first.
  const previous = old ?? newest ?? (await queries.findNewestSeal(ctx.db));
  const kind = cut === undefined ? 'usual' : 'restore';
  const seal = await sealRange(ctx, previous, { upTo, kind, ...(cut !== undefined && { cut }) });
  if (seal) made.push(seal);
  const last = made.at(-1);
  if (last) logHourly(ctx, newest, last);
  return made;
}

export interface Sealed {
  /** The seals that were made: none without new lines, two on the first time after an upgrade. */
  seals: SealRow[];
  /** A transaction goes on that may have lines of the range: nothing was sealed. */
  isBusy: boolean;
}

/**
 * Seals all lines of the audit log that are settled and not sealed yet (decision 127). No writer waits. Of several at once one
 * seals; a kill leaves either the whole seal or none.
 * @param pause waits between two looks at transactions that are not settled.
 */
export async function sealLines(
  ctx: Ctx,
  pause: () => Promise<unknown> = () => wait(STEP_MS),
): Promise<Sealed> {
  const upTo = await findSettledLine(ctx, pause);
  if (upTo === 'busy') return { seals: [], isBusy: true };
  return { seals: upTo === undefined ? [] : await sealUpTo(ctx, upTo, {}), isBusy: false };
}

/** As `sealLines`, each minute. Returns a line for the list of jobs, '' where there was nothing to seal. */
export async function sealByJob(ctx: Ctx): Promise<string> {
  const { seals, isBusy } = await sealLines(ctx);
  if (isBusy)
    return 'Nothing: a transaction that writes to the audit log goes on; the next minute tries again';
  const last = seals.at(-1);
  return last ? `Seal ${last.id} up to line ${last.lastLine}` : '';
}

/**
 * Continues the chain of restored data with a seal that says where it was cut, up to the line of the restore.
 * @param ctx of the restored database before it is used. @param cut the newest seal of the replaced data, null if unknown.
 */
export async function sealRestored(ctx: Ctx, cut: CutSeal): Promise<void> {
  const upTo = await queries.findNewestLine(ctx.db);
  if (upTo !== undefined) await sealUpTo(ctx, upTo, { cut });
}

const withCopy = (seal: SealRow): AuditSeal => ({ ...seal, copy: copyText(seal) });

/** The newest seal; undefined before the first. */
export async function newestSeal({ db }: Pick<Ctx, 'db'>): Promise<AuditSeal | undefined> {
  const seal = await queries.findNewestSeal(db);
  return seal && withCopy(seal);
}

/** The seals of the audit log, newest first by default. */
export async function listSeals(ctx: Ctx, filter: SealFilter): Promise<Page<AuditSeal>> {
  const page = await queries.findSeals(ctx.db, filter);
  return { ...page, rows: page.rows.map(withCopy) };
}

export interface SealState {
  newest: AuditSeal | undefined;
  /** Lines that no seal has. */
  unsealed: number;
  /** Lines wait so long for a seal that the job cannot run. */
  isLate: boolean;
}

/** How far the audit log is sealed. */
export async function findSealState(ctx: Ctx): Promise<SealState> {
  const newest = await newestSeal(ctx);
  const { lines, since } = await queries.findUnsealed(ctx.db, afterOf(newest));
  const isLate = since !== null && ctx.now.getTime() - since.getTime() > LATE_MINUTES * 60_000;
  return { newest, unsealed: lines, isLate };
}
