import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { damagedSheet, expandsTooMuch, protectedSheet, type SheetLimits } from './model.ts';

/** One file inside the archive, as the archive's own directory describes it. */
export interface ZipMember {
  name: string;
  stored: boolean;
  crc: number;
  compressedSize: number;
  size: number;
  /** Of its local header. */
  offset: number;
}

/** Members by lower-cased name: names of parts do not tell cases apart (ECMA-376 part 2, 6.2.2.3). */
export type ZipDirectory = ReadonlyMap<string, ZipMember>;

const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;
const IN_ZIP64 = 0xffffffff;

// Each piece is a trip to another thread and back: few and large.
const READ_BYTES = 256 * 1024;
const INFLATE_BYTES = 1024 * 1024;

const MAX_MEMBERS = 5_000;
const MAX_DIRECTORY_BYTES = 2 * 1024 * 1024;
/** Real workbooks pack up to some 70 to 1; deflate can reach 1,032 to 1. Small ones may. */
const MAX_RATIO = 250;
const RATIO_FREE_BYTES = 32 * 1024 * 1024;

async function readExactly(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) throw damagedSheet(`the archive ends before byte ${offset + length}`);
    filled += bytesRead;
  }
  return buffer;
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    if (
      tail.readUInt32LE(at) === END_SIGNATURE &&
      at + END_SIZE + tail.readUInt16LE(at + 20) <= tail.length
    ) {
      return at;
    }
  }
  throw damagedSheet('the archive has no directory');
}

/**
 * Reads the central directory, and nothing else, of a file that begins like a zip. Throws 'sheet.damaged'
 * for one that is cut off or contradicts itself, 'sheet.expands' for one that would inflate past the
 * limits, 'sheet.protected' for encrypted members. Names are only looked up, never written to a disk,
 * so one that climbs out of the archive has nowhere to go.
 */
export async function readZipDirectory(
  file: FileHandle,
  fileSize: number,
  limits: Pick<SheetLimits, 'maxExpandedBytes'>,
): Promise<ZipDirectory> {
  const tailSize = Math.min(fileSize, END_SIZE + MAX_COMMENT);
  if (tailSize < END_SIZE) throw damagedSheet('the archive has no directory');
  const tail = await readExactly(file, fileSize - tailSize, tailSize);
  const at = findEnd(tail);
  const count = tail.readUInt16LE(at + 10);
  const directorySize = tail.readUInt32LE(at + 12);
  const directoryOffset = tail.readUInt32LE(at + 16);
  if (directoryOffset + directorySize !== fileSize - tailSize + at) {
    throw damagedSheet('the directory of the archive is not where it should be');
  }
  if (count > MAX_MEMBERS || directorySize > MAX_DIRECTORY_BYTES) {
    throw damagedSheet(`the archive lists ${count} members`);
  }
  const members = parseDirectory(
    await readExactly(file, directoryOffset, directorySize),
    directoryOffset,
  );
  if (members.length !== count) throw damagedSheet('the archive does not list all its members');
  checkExpansion(members, fileSize, limits.maxExpandedBytes);
  const directory = new Map<string, ZipMember>();
  for (const member of members) {
    const key = member.name.toLowerCase();
    if (directory.has(key)) throw damagedSheet(`the archive holds ${member.name} twice`);
    directory.set(key, member);
  }
  return directory;
}

function parseDirectory(bytes: Buffer, directoryOffset: number): ZipMember[] {
  const members: ZipMember[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + ENTRY_SIZE > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) {
      throw damagedSheet('the directory of the archive is unreadable');
    }
    const next =
      at +
      ENTRY_SIZE +
      bytes.readUInt16LE(at + 28) +
      bytes.readUInt16LE(at + 30) +
      bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw damagedSheet('the directory of the archive is cut off');
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    if (flags & 1) throw protectedSheet();
    if (method !== 0 && method !== 8) throw damagedSheet(`compression ${method} is unknown`);
    const member: ZipMember = {
      // Some writers on Windows separate folders with a backslash.
      name: memberName(bytes, at).replaceAll('\\', '/'),
      stored: method === 0,
      crc: bytes.readUInt32LE(at + 16),
      compressedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    };
    // A size that needs zip64 lies beyond every limit here.
    if (
      member.compressedSize === IN_ZIP64 ||
      member.size === IN_ZIP64 ||
      member.offset + LOCAL_SIZE + member.compressedSize > directoryOffset ||
      (member.stored && member.size !== member.compressedSize)
    ) {
      throw damagedSheet(`the directory of the archive is wrong about ${member.name}`);
    }
    members.push(member);
    at = next;
  }
  return members;
}

function memberName(entries: Buffer, at: number): string {
  return entries.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + entries.readUInt16LE(at + 28));
}

function checkExpansion(members: readonly ZipMember[], fileSize: number, maxBytes: number): void {
  let total = 0;
  for (const member of members) total += member.size;
  if (total > maxBytes || (total > RATIO_FREE_BYTES && total / fileSize > MAX_RATIO)) {
    throw expandsTooMuch(total);
  }
}

/**
 * The bytes of one member, inflated as they are read. Throws 'sheet.damaged' after the last byte when
 * length or checksum differ from the directory, and at once when there are more bytes than promised.
 */
export async function* inflateMember(
  file: FileHandle,
  member: ZipMember,
): AsyncGenerator<Uint8Array, void, undefined> {
  const header = await readExactly(file, member.offset, LOCAL_SIZE);
  const nameLength = header.readUInt16LE(26);
  const start = member.offset + LOCAL_SIZE + nameLength + header.readUInt16LE(28);
  const name = await readExactly(file, member.offset + LOCAL_SIZE, nameLength);
  if (
    header.readUInt32LE(0) !== LOCAL_SIGNATURE ||
    name.toString('utf8').replaceAll('\\', '/') !== member.name
  ) {
    throw damagedSheet(`${member.name} is not where the directory of the archive says`);
  }
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
  const raw = file.createReadStream({
    start,
    end: start + member.compressedSize - 1,
    autoClose: false,
    highWaterMark: READ_BYTES,
  });
  if (member.stored) {
    yield* raw;
    return;
  }
  const inflated = createInflateRaw({ chunkSize: INFLATE_BYTES });
  // The error reaches the loop below through `inflated`; the callback only keeps it from being uncaught.
  pipeline(raw, inflated, () => {});
  try {
    yield* inflated;
  } catch (error) {
    throw damagedSheet(error);
  }
}
