// Our own reader of compound files (OLE2), not the one of the library that reads .xls afterwards: its `CFB.read` (0.20.3)
// copies the rest of a chain for every sector. A file of 7 MB with a chain that runs backwards took 6 GB outside the heap,
// which the limits of a worker do not count, and 6 s; this reader refuses it in 2 ms.
import { damagedSheet, protectedSheet, unsupportedSheet } from './model.ts';

/** What a compound file ([MS-CFB]: .xls, .doc, encrypted .xlsx, …) holds at its top, by lower-cased name. */
export type CompoundFile = ReadonlyMap<string, () => Buffer>;

const HEADER_SIZE = 512;
const ENTRY_SIZE = 128;
const FIRST_TABLE_SECTORS = 109;
const LAST_SECTOR = 0xfffffffa;
const END_OF_CHAIN = 0xfffffffe;
const NO_ENTRY = 0xffffffff;
const STREAM = 2;
const ROOT = 5;

interface Entry {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/**
 * Reads a compound file strictly: each chain of sectors must stay in the file, visit no sector twice and
 * be as long as the stream it carries, so that a file cut short is refused instead of read in part.
 * Throws 'sheet.damaged'.
 */
function readCompoundFile(bytes: Buffer): CompoundFile {
  if (bytes.length < HEADER_SIZE) throw damagedSheet('the compound file has no header');
  const sectorShift = bytes.readUInt16LE(30);
  const miniShift = bytes.readUInt16LE(32);
  if ((sectorShift !== 9 && sectorShift !== 12) || miniShift !== 6) {
    throw damagedSheet('the compound file has sectors of an unknown size');
  }
  const sectorSize = 1 << sectorShift;
  const sectorCount = Math.ceil(bytes.length / sectorSize) - 1;

  function sector(index: number): Buffer {
    if (index >= sectorCount) throw damagedSheet(`sector ${index} lies outside the file`);
    return bytes.subarray((index + 1) * sectorSize, (index + 2) * sectorSize);
  }

  /** `length` bytes of the sectors that `table` chains from `start`. */
  function chain(
    table: readonly number[] | Uint32Array,
    start: number,
    length: number,
    size: number,
    piece: (index: number) => Buffer,
  ): Buffer {
    if (length > bytes.length) throw damagedSheet('a stream is longer than its file');
    const pieces: Buffer[] = [];
    let index = start;
    for (let filled = 0; filled < length; filled += size) {
      if (index >= LAST_SECTOR) throw damagedSheet('a stream ends early');
      pieces.push(piece(index));
      index = table[index] ?? NO_ENTRY;
    }
    const joined = Buffer.concat(pieces);
    if (joined.length < length) throw damagedSheet('the file ends inside a stream');
    return joined.subarray(0, length);
  }

  const table = sectorTable(bytes, sectorSize, sectorCount, sector);
  /** How many sectors a chain has whose length is written nowhere. */
  function chainLength(start: number): number {
    let count = 0;
    for (let index = start; index < LAST_SECTOR; index = table[index] ?? NO_ENTRY) {
      count += 1;
      if (count > sectorCount) throw damagedSheet('a chain of sectors has no end');
    }
    return count;
  }

  const directoryStart = bytes.readUInt32LE(48);
  const directory = chain(
    table,
    directoryStart,
    chainLength(directoryStart) * sectorSize,
    sectorSize,
    sector,
  );
  const entries = readEntries(directory);
  const root = entries[0];
  if (root?.type !== ROOT) throw damagedSheet('the compound file has no root');

  const smallLimit = bytes.readUInt32LE(56);
  const smallTableStart = bytes.readUInt32LE(60);
  const smallTable = words(
    chain(table, smallTableStart, chainLength(smallTableStart) * sectorSize, sectorSize, sector),
  );
  function content(entry: Entry): Buffer {
    if (entry.size >= smallLimit) return chain(table, entry.start, entry.size, sectorSize, sector);
    const smallSize = 1 << miniShift;
    const small = chain(table, root!.start, root!.size, sectorSize, sector);
    return chain(smallTable, entry.start, entry.size, smallSize, (index) => {
      if ((index + 1) * smallSize > small.length) {
        throw damagedSheet('a small sector lies outside its stream');
      }
      return small.subarray(index * smallSize, (index + 1) * smallSize);
    });
  }

  const streams = new Map<string, () => Buffer>();
  const visited = new Set<number>();
  const pending = [root.child];
  while (pending.length > 0) {
    const index = pending.pop()!;
    if (index === NO_ENTRY) continue;
    const entry = entries[index];
    if (entry === undefined || visited.has(index)) {
      throw damagedSheet('the directory of the compound file is tangled');
    }
    visited.add(index);
    pending.push(entry.left, entry.right);
    if (entry.type === STREAM) streams.set(entry.name.toLowerCase(), () => content(entry));
    // A storage: what it holds belongs to something embedded, but its name can tell what the file is.
    else streams.set(`${entry.name.toLowerCase()}/`, () => Buffer.alloc(0));
  }
  return streams;
}

function words(bytes: Buffer): number[] {
  const list: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) list.push(bytes.readUInt32LE(at));
  return list;
}

/** The table that chains the sectors, itself spread over sectors that the header and its sequel list. */
function sectorTable(
  bytes: Buffer,
  sectorSize: number,
  sectorCount: number,
  sector: (index: number) => Buffer,
): Uint32Array {
  const count = bytes.readUInt32LE(44);
  if (count > sectorCount) throw damagedSheet('the sector table is longer than the file');
  const places = words(bytes.subarray(76, 76 + FIRST_TABLE_SECTORS * 4));
  let next = bytes.readUInt32LE(68);
  while (places.length < count) {
    if (next >= LAST_SECTOR) throw damagedSheet('the sector table ends early');
    const listed = words(sector(next));
    if (listed.length * 4 < sectorSize) throw damagedSheet('the file ends in its sector table');
    next = listed.pop()!;
    places.push(...listed);
  }
  const perSector = sectorSize / 4;
  const table = new Uint32Array(count * perSector).fill(END_OF_CHAIN);
  for (let part = 0; part < count; part += 1) {
    table.set(words(sector(places[part]!)), part * perSector);
  }
  return table;
}

function readEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_SIZE <= directory.length; at += ENTRY_SIZE) {
    const nameLength = Math.min(64, Math.max(0, directory.readUInt16LE(at + 64) - 2));
    entries.push({
      name: directory.toString('utf16le', at, at + nameLength),
      type: directory.readUInt8(at + 66),
      left: directory.readUInt32LE(at + 68),
      right: directory.readUInt32LE(at + 72),
      child: directory.readUInt32LE(at + 76),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

/** The workbook of an .xls. Throws 'sheet.protected' or 'sheet.unsupported' for other compound files. */
export function workbookStream(bytes: Buffer): Buffer {
  const streams = readCompoundFile(bytes);
  if (streams.has('encryptedpackage') || streams.has('encryptioninfo')) throw protectedSheet();
  const stream = streams.get('workbook') ?? streams.get('book');
  if (stream === undefined) throw unsupportedSheet('the compound file holds no workbook');
  return stream();
}
