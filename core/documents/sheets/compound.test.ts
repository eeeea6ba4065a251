import { leastCpuMs } from '@nimule/fixtures/testing/machine';
import { expect, test } from 'vitest';
import { workbookStream } from './compound.ts';

const SECTOR = 4096;
const END_OF_CHAIN = 0xfffffffe;

/** A compound file whose chains run backwards: each sector is followed by the one before it. */
function backwardsChain(sectors: number): Buffer {
  const bytes = Buffer.alloc(SECTOR * (sectors + 1));
  const tables = Math.ceil((sectors * 4) / SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 4],
    [28, 0xfffe],
    [30, 12],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(value, at);
  for (const [at, value] of [
    [40, 1],
    [44, tables],
    [48, tables],
    [56, 4096],
    [60, END_OF_CHAIN],
    [68, END_OF_CHAIN],
  ] as const)
    bytes.writeUInt32LE(value, at);
  for (let index = 0; index < 109; index += 1)
    bytes.writeUInt32LE(index < tables ? index : 0xffffffff, 76 + 4 * index);
  for (let index = 0; index < sectors; index += 1)
    bytes.writeUInt32LE(index > tables ? index - 1 : END_OF_CHAIN, SECTOR + 4 * index);
  const directory = SECTOR * (tables + 1);
  const entry = (at: number, name: string, type: number, child: number) => {
    bytes.write(name, at, 'utf16le');
    bytes.writeUInt16LE(name.length * 2 + 2, at + 64);
    bytes[at + 66] = type;
    bytes.writeInt32LE(-1, at + 68);
    bytes.writeInt32LE(-1, at + 72);
    bytes.writeInt32LE(child, at + 76);
  };
  entry(directory, 'Root Entry', 5, 1);
  entry(directory + 128, 'Workbook', 2, -1);
  bytes.writeUInt32LE(sectors - 1, directory + 128 + 116);
  bytes.writeUInt32LE(sectors * SECTOR * 2, directory + 128 + 120);
  return bytes;
}

test('chains that run backwards cost neither time nor memory', () => {
  const bytes = backwardsChain(1700);
  const before = process.memoryUsage.rss();
  const read = () =>
    expect(() => workbookStream(bytes)).toThrow(expect.objectContaining({ code: 'sheet.damaged' }));
  expect(leastCpuMs(2000, read)).toBeLessThan(2000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
});
