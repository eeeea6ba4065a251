import type { Ctx } from '../context.ts';
import { counted } from '../kernel/counted.ts';
import { notFound } from '../kernel/errors.ts';
import * as queries from './queries.ts';
import { ageText, copyText, noteOf, rangeText, type SealCopy } from './rules.ts';
import type { SealRow } from './schema.ts';
import { afterOf, findSealState, readLeaves } from './service.ts';
import { contentOf, hashOfContent, hashOfSeal } from './service-hash.ts';
import { buildTree } from './service-tree.ts';

/** Seals that are read at a time. */
const BATCH = 500;

export interface VerifyOptions {
  /** The first seal to look at; all from the first by default. */
  from?: number;
  /** What is kept elsewhere. */
  against?: readonly SealCopy[];
  onProgress?(seal: number, of: number): void;
}

export interface SealsVerified {
  isSound: boolean;
  /** The first break of the chain, then copies that are not the same; a sentence each. */
  problems: string[];
  /** Where the chain was cut, and which lines are older than it. */
  notes: string[];
  /** How many seals and lines were found as they were sealed. */
  seals: number;
  lines: number;
  /** Lines after the newest seal, of which nothing is proved. */
  unsealed: number;
  /** 'seal 812 sha256:…', of the newest seal that is as it was made; '' without one. */
  newest: string;
}

/** Whether a seal follows the one before; a sentence where it does not. */
function brokenLink(seal: SealRow, previous: SealRow | undefined): string | undefined {
  const expected = previous ? previous.id + 1 : 1;
  if (seal.id !== expected)
    return seal.id === expected + 1
      ? `Seal ${expected} is missing.`
      : `Seals ${expected} to ${seal.id - 1} are missing.`;
  if (hashOfSeal(seal.previous, hashOfContent(contentOf(seal))) !== seal.hash)
    return `Seal ${seal.id} was changed: its hash is not that of what it says.`;
  const before = previous?.hash ?? '';
  const first = (previous?.lastLine ?? 0) + 1;
  if (seal.previous !== before || seal.firstLine !== first)
    return previous
      ? `Seal ${seal.id} does not follow seal ${previous.id}: seal ${previous.id} was changed or put in its place.`
      : 'Seal 1 is not the first of its chain: seals before it are missing.';
  return undefined;
}

/** Whether the lines of a seal are those that were sealed; a sentence where they are not. */
async function changedLines(
  ctx: Ctx,
  seal: SealRow,
  previous: SealRow | undefined,
): Promise<string | undefined> {
  const tree = buildTree();
  const range = { after: afterOf(previous), upTo: seal.lastLine };
  await readLeaves(ctx, range, (leaf) => tree.add(leaf));
  const missing = seal.lines - tree.size();
  const where = `${rangeText(seal)}, which seal ${seal.id} covers`;
  const found = `${seal.lines} were sealed, ${tree.size()} are there`;
  if (missing > 0) return `${counted(missing, 'line')} removed from ${where}: ${found}.`;
  if (missing < 0) return `${counted(-missing, 'line')} added to ${where}: ${found}.`;
  if (tree.root().toString('hex') === seal.root) return undefined;
  return seal.lines === 1
    ? `Line ${seal.lastLine} was changed after seal ${seal.id} was made.`
    : `At least one line was changed among ${where}; their number is the same (${seal.lines}).`;
}

/** What is wrong with a seal; undefined if nothing is. */
async function breakOf(
  ctx: Ctx,
  seal: SealRow,
  previous: SealRow | undefined,
): Promise<string | undefined> {
  return brokenLink(seal, previous) ?? (await changedLines(ctx, seal, previous));
}

/** Whether a copy that is kept elsewhere is of this chain; a sentence where it is not. */
async function differenceFrom(
  ctx: Ctx,
  copy: SealCopy,
  newest: SealRow | undefined,
): Promise<string | undefined> {
  if (copy.seal === undefined) {
    const found = await queries.findSealByHash(ctx.db, copy.hash);
    return found ? undefined : `No seal has the hash ${copy.hash} of the copy.`;
  }
  const seal = await queries.findSeal(ctx.db, copy.seal);
  if (seal?.hash === copy.hash) return undefined;
  const kept = copyText({ id: copy.seal, hash: copy.hash });
  const what = seal
    ? `Seal ${copy.seal} is not the one that was kept elsewhere (${kept}): it, or one before it, was made anew.`
    : `The copy kept elsewhere (${kept}) is missing here: the newest is seal ${newest?.id ?? 0}.`;
  const cut = await queries.findCutOf(ctx.db, copy.seal);
  if (!cut) return what;
  return `${what} ${noteOf(cut)} A backup of the replaced data has its lines.`;
}

/**
 * Computes all seals anew, from the lines of the audit log, and compares them with what is stored and what is kept elsewhere.
 * Reads in batches, so nobody waits for it; lines that are written meanwhile do not matter.
 * @throws AppError notFound for a first seal that does not exist.
 */
export async function verifySeals(
  ctx: Ctx,
  { from = 1, against = [], onProgress }: VerifyOptions = {},
): Promise<SealsVerified> {
  const last = await queries.findNewestSeal(ctx.db);
  if (from > (last?.id ?? 1)) notFound('Audit seal', from);
  const before = from > 1 ? await queries.findSeal(ctx.db, from - 1) : undefined;
  if (from > 1 && !before) notFound('Audit seal', from - 1);
  const result: SealsVerified = {
    ...{ isSound: true, problems: [], notes: [], seals: 0, lines: 0, newest: '' },
    unsealed: (await queries.findUnsealed(ctx.db, afterOf(last))).lines,
  };
  let previous = before;
  chain: for (let next = from; ; ) {
    const seals = await queries.findSealsFrom(ctx.db, next, BATCH);
    for (const seal of seals) {
      const problem = await breakOf(ctx, seal, previous);
      if (problem !== undefined) {
        result.problems.push(problem);
        break chain;
      }
      const note = noteOf(seal);
      if (note) result.notes.push(note);
      result.seals += 1;
      result.lines += seal.lines;
      result.newest = copyText(seal);
      previous = seal;
      onProgress?.(seal.id, last?.id ?? seal.id);
    }
    if (seals.length < BATCH) break;
    next = seals.at(-1)!.id + 1;
  }
  for (const copy of against) {
    const problem = await differenceFrom(ctx, copy, last);
    if (problem !== undefined) result.problems.push(problem);
  }
  return { ...result, isSound: result.problems.length === 0 };
}

const DAY_MS = 86_400_000;
const SEALS_CHECK = 'The sealed lines of the audit log are as they were sealed';

/** The result of a check, as the list of `isp books check` has it. */
export interface SealCheck {
  name: string;
  isSound: boolean;
  detail: string;
  /** Lines wait for a seal for so long that the job cannot run. */
  isLate: boolean;
}

/**
 * Verifies the seals of the last day before the newest, and tells how old that one is. Older ones are for `isp audit verify`.
 */
export async function checkSeals(ctx: Ctx): Promise<SealCheck> {
  const { newest, isLate, unsealed } = await findSealState(ctx);
  const age = ageText(newest, ctx.now);
  const waiting = isLate
    ? `; ${counted(unsealed, 'line')} not sealed, so the job audit.seal does not run`
    : '';
  const detail = `${age}${waiting}`;
  if (!newest) return { name: SEALS_CHECK, isSound: true, detail, isLate };
  const since = new Date(newest.sealedAt.getTime() - DAY_MS);
  const older = await queries.findSealBefore(ctx.db, since);
  const { isSound, problems } = await verifySeals(ctx, { from: (older?.id ?? 0) + 1 });
  return { name: SEALS_CHECK, isSound, detail: isSound ? detail : problems.join(' '), isLate };
}
