import { crc32, createDeflateRaw } from 'node:zlib';

/** A member of the archive; its content is read after the previous members are written. */
export interface ArchiveEntry {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const VERSION = 20;
/** Sizes and checksum follow the data, the name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01, so that the same content gives the same bytes. */
const DATE = 0x21;
const LARGEST = 0xffffffff;

/** Writes a zip as a stream: in memory are one chunk and the list of names. */
export async function* writeArchive(
  entries: AsyncIterable<ArchiveEntry>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const list: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const written: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const header = localHeader(written);
    yield header;
    for await (const bytes of deflated(content, written)) {
      written.packed += bytes.length;
      yield bytes;
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    writeSizes(descriptor, 4, written);
    yield descriptor;
    offset += header.length + written.packed + descriptor.length;
    list.push(written);
  }
  const directory = Buffer.concat(list.map(directoryEntry));
  if (offset + directory.length > LARGEST) throw new RangeError('the archive exceeds 4 GB');
  yield Buffer.concat([directory, archiveEnd(list.length, directory.length, offset)]);
}

/** Compresses chunk by chunk and updates checksum and sizes; leaving early closes the source. */
async function* deflated(
  content: AsyncIterable<Uint8Array>,
  sums: Written,
): AsyncGenerator<Uint8Array, void, undefined> {
  const deflate = createDeflateRaw();
  const ready: Buffer[] = [];
  deflate.on('data', (bytes: Buffer) => ready.push(bytes));
  try {
    for await (const piece of content) {
      sums.size += piece.length;
      sums.crc = crc32(piece, sums.crc);
      await new Promise<void>((resolve, reject) => {
        deflate.write(piece, (error) => (error ? reject(error) : resolve()));
      });
      yield* ready.splice(0);
    }
    await new Promise<void>((resolve, reject) => {
      deflate.once('error', reject);
      deflate.once('end', resolve);
      deflate.end();
    });
    yield* ready;
  } finally {
    deflate.destroy();
  }
}

function writeSizes(buffer: Buffer, at: number, { crc, packed, size }: Written): void {
  if (packed > LARGEST || size > LARGEST) throw new RangeError('a member exceeds 4 GB');
  buffer.writeUInt32LE(crc, at);
  buffer.writeUInt32LE(packed, at + 4);
  buffer.writeUInt32LE(size, at + 8);
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function directoryEntry(written: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATE, 10);
  entry.writeUInt16LE(DATE, 14);
  writeSizes(entry, 16, written);
  entry.writeUInt16LE(written.name.length, 28);
  entry.writeUInt32LE(written.offset, 42);
  return Buffer.concat([entry, written.name]);
}

function archiveEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
