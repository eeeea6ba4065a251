import type { Ctx } from '../context.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import * as queries from './queries.ts';
import { copyText } from './rules.ts';
import { type AuditProof, MAX_CHAIN, PROOF_FORMAT, type SealRow } from './schema.ts';
import { afterOf, readLeaves } from './service.ts';
import { contentOf, hashOfContent } from './service-hash.ts';
import { fieldsOf } from './service-proof.ts';
import { buildTree, pathOf } from './service-tree.ts';

const BATCH = 5000;

/** The place of a line in its seal, and the hashes of the subtrees beside it; by two reads, without keeping the leaves. */
async function pathTo(ctx: Ctx, line: number, seal: SealRow, previous: SealRow | undefined) {
  const lines = { after: afterOf(previous), upTo: seal.lastLine };
  const whole = buildTree();
  await readLeaves(ctx, lines, (leaf) => whole.add(leaf));
  if (whole.size() !== seal.lines || whole.root().toString('hex') !== seal.root)
    throw new AppError(
      'rule',
      'proof.changed',
      `Line ${line} cannot be proved: the lines of seal ${seal.id} are not those that were sealed. See isp audit verify.`,
    );
  const position = await queries.countLinesBefore(ctx.db, lines.after, line);
  const ranges = pathOf(position, seal.lines);
  const trees = ranges.map(() => buildTree());
  const inOrder = ranges
    .map((range, index) => ({ ...range, tree: trees[index]! }))
    .sort((one, other) => one.from - other.from);
  let [at, current] = [0, 0];
  await readLeaves(ctx, lines, (leaf) => {
    while (inOrder[current] && at >= inOrder[current]!.to) current += 1;
    const range = inOrder[current];
    if (range && at >= range.from) range.tree.add(leaf);
    at += 1;
  });
  return { position, path: trees.map((tree) => tree.root().toString('hex')) };
}

/**
 * What an auditor needs to check one line without the database: its text, its way to the seal, and the seals up to `upTo`, the
 * newest by default (`verifyProof`).
 * @throws AppError notFound for the line or the seal; rule where the line is not sealed yet, was changed, or more than
 *   `MAX_CHAIN` seals follow.
 */
export async function proveLine(ctx: Ctx, id: number, upTo?: number): Promise<AuditProof> {
  const text = (await queries.findLineText(ctx.db, id)) ?? notFound('Audit line', id);
  const seal = await queries.findSealOfLine(ctx.db, id);
  if (!seal)
    throw new AppError(
      'rule',
      'proof.unsealed',
      `Line ${id} is not sealed yet: try again in a minute, or seal it with isp audit seal.`,
    );
  const previous = seal.id === 1 ? undefined : await queries.findSeal(ctx.db, seal.id - 1);
  const { position, path } = await pathTo(ctx, id, seal, previous);
  const newest = await queries.findNewestSeal(ctx.db);
  const last = upTo === undefined ? newest! : await queries.findSeal(ctx.db, upTo);
  if (!last) notFound('Audit seal', upTo!);
  if (last.id < seal.id) {
    const message = `Line ${id} is in seal ${seal.id}, which comes after seal ${last.id}.`;
    throw new AppError('invalid', 'proof.earlier', message, { fields: { upTo: message } });
  }
  if (last.id - seal.id > MAX_CHAIN)
    throw new AppError(
      'rule',
      'proof.tooLong',
      `More than ${MAX_CHAIN} seals follow seal ${seal.id}: name an earlier one that the auditor has with --up-to.`,
    );
  const chain: string[] = [];
  for (let next = seal.id + 1; next <= last.id; ) {
    const limit = Math.min(BATCH, last.id - next + 1);
    const seals = await queries.findSealsFrom(ctx.db, next, limit);
    if (seals.length === 0) break;
    chain.push(...seals.map((one) => hashOfContent(contentOf(one))));
    next += seals.length;
  }
  const { previous: before, hash: _hash, ...content } = seal;
  return {
    format: PROOF_FORMAT,
    text,
    line: fieldsOf(text),
    position,
    path,
    seal: { ...contentOf(content), lineFormat: 1, previous: before },
    chain,
    newest: copyText(last),
  };
}
