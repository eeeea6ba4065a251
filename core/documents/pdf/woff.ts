import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const unpacked = new Map<string, Buffer>();

export function isPacked(path: string): boolean {
  return path.endsWith('.woff');
}

/** The font of a .woff file as .ttf; unpacked once and cached. */
export function unpackFont(path: string): Buffer {
  let font = unpacked.get(path);
  if (font === undefined) {
    font = unpackWoff(readFileSync(path));
    unpacked.set(path, font);
  }
  return font;
}

/**
 * WOFF 1.0 (W3C): the tables of a TrueType file, each deflated. The font engine supports it too, but inflates a table
 * again for each embedded letter: half a second each.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let at = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index;
    const offset = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const data = woff.subarray(offset, offset + packedLength);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packedLength < length ? inflateSync(data) : data).copy(table);
    // Name, checksum, offset and length.
    const row = 12 + 16 * index;
    woff.copy(head, row, entry, entry + 4);
    woff.copy(head, row + 4, entry + 16, entry + 20);
    head.writeUInt32BE(at, row + 8);
    head.writeUInt32BE(length, row + 12);
    parts.push(table);
    at += table.length;
  }
  return Buffer.concat(parts);
}
