import { createHash } from 'node:crypto';
import type { SealRow } from './schema.ts';

/** What a seal says, without its place in the chain. */
export type SealContent = Omit<SealRow, 'previous' | 'hash' | 'sealedAt'> & { sealedAt: string };

/** The content of a stored seal: times in UTC with milliseconds. */
export function contentOf(seal: Omit<SealRow, 'previous' | 'hash'>): SealContent {
  return { ...seal, sealedAt: seal.sealedAt.toISOString() };
}

const CONTENT = 'nimule audit seal 1';

/** The hash of what a seal says: of a JSON array of its fields in a fixed order. 64 hexadecimal digits. */
export function hashOfContent(seal: SealContent): string {
  const fields = [
    CONTENT,
    seal.id,
    seal.kind,
    seal.lineFormat,
    seal.firstLine,
    seal.lastLine,
    seal.lines,
    seal.root,
    seal.sealedAt,
    seal.cutSeal,
    seal.cutHash,
  ];
  return createHash('sha256').update(JSON.stringify(fields), 'utf8').digest('hex');
}

const CHAINED = Buffer.from([2]);
const NOTHING_BEFORE = '0'.repeat(64);

/**
 * The hash of a seal: of the byte 2, the hash of the seal before and that of its content, so that a chain can be followed by
 * the hashes of the contents alone.
 */
export function hashOfSeal(previous: string, content: string): string {
  return createHash('sha256')
    .update(CHAINED)
    .update(Buffer.from(previous || NOTHING_BEFORE, 'hex'))
    .update(Buffer.from(content, 'hex'))
    .digest('hex');
}
