import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';

const tableContents = z.object({
  rows: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{16}$/),
});

/** The last line of a backup file, a comment of SQL (docs/backups.md). */
const manifest = z.object({
  format: z.literal(1),
  /** Version of Nimule. */
  program: z.string().max(40),
  /** 'PostgreSQL 15.18' or 'embedded PostgreSQL 18.3'. */
  database: z.string().max(100),
  type: z.enum(['manual', 'scheduled']),
  createdAt: z.iso.datetime(),
  createdBy: z.string().max(300),
  /** Of the key that encrypts secrets within the data. */
  secretKey: z.string().max(64),
  schemaVersion: z.int().positive(),
  tables: z.record(z.string().max(63), tableContents),
  trialBalanceCents: z.int(),
  /** The newest seal of the audit log; absent in files of older programs. */
  auditSeal: z.string().max(100).optional(),
});
export type Manifest = z.output<typeof manifest>;

const PREFIX = '-- nimule-manifest ';
const HASH_KEY = ',"sha256":"';
const HASH_LENGTH = 64;
const END = '"}\n';
/** More than the manifest of a thousand tables takes. */
const LONGEST_LINE = 256 * 1024;

/**
 * The manifest's line up to its hash. The hash is the SHA-256 of every byte of the file before it, so that it covers
 * the rest of the manifest too.
 */
export function manifestStart(value: Manifest): string {
  return `${PREFIX}${JSON.stringify(value).slice(0, -1)}${HASH_KEY}`;
}

export function manifestEnd(sha256: string): string {
  return `${sha256}${END}`;
}

export function brokenBackup(reason: string): AppError {
  return new AppError('rule', 'backup.broken', `This is not a complete backup: ${reason}`);
}

export function fileTooLarge(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'backup.tooLarge',
    'The file of the backup may not become as large as it has to: this system limits the size of files. Raise the limit (ulimit -f), then try again.',
    { cause },
  );
}

export interface CheckedFile {
  manifest: Manifest;
  /** Where the SQL ends and the manifest begins. */
  sqlEnd: number;
  bytes: number;
  sha256: string;
}

/**
 * Reads the manifest of a backup file without checking the rest of it.
 * @throws AppError rule `backup.broken` when the file does not end with one.
 */
export async function readManifest(path: string): Promise<CheckedFile> {
  const file = await open(path, 'r');
  try {
    return await readManifestOf(file);
  } finally {
    await file.close();
  }
}

async function readManifestOf(file: FileHandle): Promise<CheckedFile> {
  const { size } = await file.stat();
  const length = Math.min(size, LONGEST_LINE);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const text = buffer.toString('utf8');
  const lineStart = text.lastIndexOf('\n', text.length - 2) + 1;
  const line = text.slice(lineStart);
  if (!line.startsWith(PREFIX) || !line.endsWith(END)) {
    throw brokenBackup('its last line is not a manifest, so it was cut off or is another file.');
  }
  const value = parseLine(line);
  const sha256 = line.slice(-HASH_LENGTH - END.length, -END.length);
  return { manifest: value, sqlEnd: size - Buffer.byteLength(line), bytes: size, sha256 };
}

function parseLine(line: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(line.slice(PREFIX.length));
  } catch {
    throw brokenBackup('its manifest cannot be read.');
  }
  const result = manifest.safeParse(value);
  if (!result.success) throw brokenBackup('its manifest cannot be read.');
  return result.data;
}

/**
 * Reads the whole file and compares it with the hash of its manifest.
 * @throws AppError rule `backup.broken` when it was cut, changed or is no backup.
 */
export async function checkFile(
  path: string,
  onBytes: (read: number, of: number) => void = () => {},
): Promise<CheckedFile> {
  const found = await readManifest(path);
  const hash = createHash('sha256');
  await hashFile(hash, path, found.bytes - HASH_LENGTH - END.length, onBytes);
  if (hash.digest('hex') !== found.sha256) {
    throw brokenBackup('its content does not match its SHA-256, so it was changed or damaged.');
  }
  return found;
}

const PIECE = 1024 * 1024;

/** Adds the first bytes of a file to a hash; by one buffer, so that a large file leaves no garbage. */
export async function hashFile(
  hash: Hash,
  path: string,
  bytes: number,
  onBytes: (read: number, of: number) => void = () => {},
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(PIECE);
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE, bytes - at), at);
      if (bytesRead === 0) throw brokenBackup('it was cut off while it was read.');
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
      onBytes(at, bytes);
    }
  } finally {
    await file.close();
  }
}
