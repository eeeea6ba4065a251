import { AppError } from '../kernel/errors.ts';
import { copyText, type SealCopy } from './rules.ts';
import {
  type AuditProof,
  auditProof,
  LINE_FIELDS,
  type LineFields,
  MAX_PROOF_BYTES,
} from './schema.ts';
import { hashOfContent, hashOfSeal } from './service-hash.ts';
import { hashOfLeaf, rootOf } from './service-tree.ts';

/** What a proof shows, and what is left to compare. */
export interface Proved {
  line: LineFields;
  /** The seal that covers the line. */
  seal: number;
  lines: number;
  sealedAt: string;
  /** 'seal 812 sha256:…': the proof holds if this one was kept elsewhere. */
  compareWith: string;
  /** The seal of a copy that was given and is the same; null without a copy. */
  sameAs: number | null;
}

function badProof(reason: string): never {
  throw new AppError('rule', 'proof.broken', `This proof does not hold: ${reason}`);
}

/** The fields of a line's text of format 1. @throws AppError rule `proof.broken` for another text. */
export function fieldsOf(text: string): LineFields {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    badProof('the text of the line is not JSON.');
  }
  if (!Array.isArray(values) || values[0] !== 1 || values.length !== LINE_FIELDS.length + 1)
    badProof('the text of the line is not one of the audit log.');
  const fields = Object.fromEntries(
    LINE_FIELDS.map((name, index) => [name, values[index + 1]]),
  ) as LineFields;
  for (const name of ['before', 'after'] as const) fields[name] = parsed(fields[name]);
  return fields;
}

function parsed(text: unknown): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(String(text));
  } catch {
    badProof('the text of the line is not one of the audit log.');
  }
}

/** @throws AppError invalid `proof.file` for what is no proof. */
function parseProof(text: string): AuditProof {
  const noProof = (reason: string): never => {
    const message = `This is not a proof of isp audit prove: ${reason}`;
    throw new AppError('invalid', 'proof.file', message, { fields: { proof: message } });
  };
  if (text.length > MAX_PROOF_BYTES) noProof('it is too large.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    noProof('it is not JSON, or it was cut off.');
  }
  const result = auditProof.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.map(String).join('.').slice(0, 60);
  return noProof(
    where ? `the field ${where} is missing or wrong.` : 'fields are missing or wrong.',
  );
}

/** The hashes of the proof's seal and of those that follow it, which it computes. */
function chainOf({ seal, chain }: AuditProof): string[] {
  const hashes = [hashOfSeal(seal.previous, hashOfContent(seal))];
  for (const content of chain) hashes.push(hashOfSeal(hashes.at(-1)!, content));
  return hashes;
}

/**
 * Checks a proof of one line; needs no database. The proof computes a seal: whether that is the one of the company's log is
 * known by a copy of it alone, kept by somebody whom its owner cannot change.
 * @param against copies that are kept elsewhere. @throws AppError invalid `proof.file` for a text that is no proof, or whose
 *   copies are of none of its seals; rule `proof.broken` where it does not hold.
 */
export function verifyProof(text: string, against: readonly SealCopy[] = []): Proved {
  const proof = parseProof(text);
  const { seal, position, path } = proof;
  const line = fieldsOf(proof.text);
  // As it would be written: the order of the fields is that of LINE_FIELDS.
  if (JSON.stringify(line) !== JSON.stringify(pick(proof.line)))
    badProof('what it shows of the line is not what its text says.');
  const id = Number(line.id);
  if (!(id <= seal.lastLine && (id >= seal.firstLine || seal.id === 1)))
    badProof(`line ${id} is not among those of seal ${seal.id}.`);
  if (position >= seal.lines) badProof(`seal ${seal.id} has ${seal.lines} lines.`);
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'));
  const root = rootOf(hashOfLeaf(proof.text), position, seal.lines, hashes);
  if (!root) badProof('hashes of its path are missing or too many.');
  if (root.toString('hex') !== seal.root)
    badProof(`the line, as it stands here, is not among those that seal ${seal.id} covers.`);
  const chain = chainOf(proof);
  const newest = copyText({ id: seal.id + chain.length - 1, hash: chain.at(-1)! });
  if (newest !== proof.newest)
    badProof(`its seals lead to ${newest}, not to the one it names (${proof.newest}).`);
  return {
    line,
    seal: seal.id,
    lines: seal.lines,
    sealedAt: seal.sealedAt,
    compareWith: newest,
    sameAs: against.length === 0 ? null : compare(seal.id, chain, against),
  };
}

const pick = (line: Record<string, unknown>) =>
  Object.keys(line).length === LINE_FIELDS.length
    ? Object.fromEntries(LINE_FIELDS.map((name) => [name, line[name]]))
    : {};

/** The newest seal of the copies that the proof computes too. @throws AppError */
function compare(first: number, chain: readonly string[], against: readonly SealCopy[]): number {
  const last = first + chain.length - 1;
  let same: number | undefined;
  for (const { seal, hash } of against) {
    const at = seal === undefined ? chain.indexOf(hash) : seal - first;
    const own = chain[at];
    if (own === undefined) continue;
    if (own !== hash)
      badProof(
        `seal ${seal} that was kept elsewhere is another one than the proof leads to: the log, or the proof, was made anew.`,
      );
    same = Math.max(same ?? 0, first + at);
  }
  if (same !== undefined) return same;
  const message = `The copy has none of the seals ${first} to ${last} of this proof. Have one made up to the copy's seal: isp audit prove with --up-to.`;
  throw new AppError('invalid', 'proof.otherSeals', message, { fields: { against: message } });
}
