import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../kernel/errors.ts';
import { damagedSheet, expandsTooMuch, protectedSheet, type SheetLimits } from './model.ts';

/** A file in the archive, as the archive's directory describes it. */
export interface ZipMember {
  name: string;
  stored: boolean;
  crc: number;
  compressedSize: number;
  size: number;
  /** Offset of its data; undefined if its local header is missing or names another member. */
  start: number | undefined;
}

/** Members by lower-cased name: part names are case-insensitive (ECMA-376 part 2, 6.2.2.3). */
export type ZipDirectory = ReadonlyMap<string, ZipMember>;

// Each read is a round trip to another thread, so reads are few and large. (The library uses 64 and 16 KB.)
const READ_BYTES = 256 * 1024;
const INFLATE_BYTES = 1024 * 1024;

const MAX_MEMBERS = 5_000;
const MAX_DIRECTORY_BYTES = 2 * 1024 * 1024;
/** Real workbooks compress up to about 70 to 1; deflate can reach 1,032 to 1. Small ones are not checked. */
const MAX_RATIO = 250;
const RATIO_FREE_BYTES = 32 * 1024 * 1024;

/**
 * Reads the central directory and the local headers of a zip file. Throws 'sheet.damaged' if it is truncated or
 * inconsistent, 'sheet.expands' if it would inflate past the limits, 'sheet.protected' for encrypted members. Names are
 * only looked up and never used as paths, so a path traversal has no effect.
 */
export async function readZipDirectory(
  file: FileHandle,
  fileSize: number,
  limits: Pick<SheetLimits, 'maxExpandedBytes'>,
): Promise<ZipDirectory> {
  const directory = new Map<string, ZipMember>();
  let directorySize = 0;
  try {
    // The caller closes the file. Names are decoded as UTF-8 regardless of their flag, without restrictions.
    const zip = await fromFdPromise(file.fd, { autoClose: false, decodeStrings: false });
    if (zip.entryCount > MAX_MEMBERS) throw damagedSheet(`${zip.entryCount} members are listed`);
    for await (const entry of zip.eachEntry()) {
      directorySize += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (directorySize > MAX_DIRECTORY_BYTES) throw damagedSheet('the directory is too long');
      const member = await memberOf(zip, entry);
      const key = member.name.toLowerCase();
      if (directory.has(key)) throw damagedSheet(`the archive holds ${member.name} twice`);
      directory.set(key, member);
    }
    await checkEnd(file, Number(zip.readEntryCursor));
  } catch (error) {
    throw error instanceof AppError ? error : damagedSheet(error);
  }
  checkExpansion([...directory.values()], fileSize, limits.maxExpandedBytes);
  return directory;
}

/** The end records of the archive (zip64 or not); the library stops after the number of members they state. */
const END_SIGNATURES = ['504b0506', '504b0606'];

async function checkEnd(file: FileHandle, offset: number): Promise<void> {
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, offset);
  if (!END_SIGNATURES.includes(buffer.toString('hex')))
    throw damagedSheet('the archive does not list all its members');
}

async function memberOf(zip: ZipFile, entry: Entry): Promise<ZipMember> {
  const { compressionMethod: method, fileNameRaw } = entry;
  if (entry.isEncrypted()) throw protectedSheet();
  if (method !== 0 && method !== 8) throw damagedSheet(`compression ${method} is unknown`);
  const header = await zip.readLocalFileHeaderPromise(entry).catch(() => undefined);
  return {
    // Some Windows programs separate folders with a backslash.
    name: fileNameRaw.toString('utf8').replaceAll('\\', '/'),
    stored: method === 0,
    crc: entry.crc32,
    compressedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    start: header?.fileName.equals(fileNameRaw) ? header.fileDataStart : undefined,
  };
}

function checkExpansion(members: readonly ZipMember[], fileSize: number, maxBytes: number): void {
  let total = 0;
  for (const member of members) total += member.size;
  if (total > maxBytes || (total > RATIO_FREE_BYTES && total / fileSize > MAX_RATIO)) {
    throw expandsTooMuch(total);
  }
}

/**
 * The data of one member, inflated while read. Throws 'sheet.damaged' after the last byte if length or checksum differ
 * from the directory, and at once if there are more bytes than the directory says.
 */
export async function* inflateMember(
  file: FileHandle,
  member: ZipMember,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { start } = member;
  if (start === undefined) throw damagedSheet(`${member.name} is not where the archive says`);
  let size = 0;
  let crc = 0;
  for await (const chunk of memberChunks(file, member, start)) {
    size += chunk.length;
    if (size > member.size) break;
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== member.size || crc !== member.crc) {
    throw damagedSheet(`${member.name} does not have the length or checksum it should have`);
  }
}

async function* memberChunks(
  file: FileHandle,
  member: ZipMember,
  start: number,
): AsyncGenerator<Buffer, void, undefined> {
  if (member.compressedSize === 0) return;
  const raw = bytesOf(file, start, member.compressedSize);
  if (member.stored) {
    yield* raw;
    return;
  }
  const inflated = createInflateRaw({ chunkSize: INFLATE_BYTES });
  // The error reaches the loop below through `inflated`; the callback prevents an unhandled one.
  pipeline(Readable.from(raw, { objectMode: false }), inflated, () => {});
  try {
    yield* inflated;
  } catch (error) {
    throw damagedSheet(error);
  }
}

/** A part of a file. Not a stream of the handle, which would close it when it is not read to its end. */
async function* bytesOf(
  file: FileHandle,
  start: number,
  length: number,
): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < length; ) {
    const chunk = Buffer.allocUnsafe(Math.min(READ_BYTES, length - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, start + at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
