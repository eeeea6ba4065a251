import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { piecesOfRows } from './embedded-load.ts';
import { createCopyReader } from './embedded-sql.ts';

test('rows are cut at line ends only, and neither within a value nor at an escaped line feed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nimule-rows-'));
  const file = join(folder, 'rows');
  const rows = [
    '1\tü\n',
    '2\ta\\\nb\n',
    '3\tends with a backslash\\\\\n',
    `4\t${'x'.repeat(40)}\n`,
    '5\t\n',
  ];
  await writeFile(file, `before${rows.join('')}after`);
  const [from, to] = [6, 6 + Buffer.byteLength(rows.join(''))];
  for (let size = 1; size < to; size += 1) {
    const pieces: string[] = [];
    for await (const piece of piecesOfRows({ file, from, to }, size)) pieces.push(String(piece));
    expect(pieces.join('')).toBe(rows.join(''));
    const ends = rows.map((_, index) => rows.slice(0, index + 1).join('').length);
    let length = 0;
    for (const piece of pieces) {
      length += piece.length;
      expect(ends).toContain(length);
    }
  }
  await rm(folder, { recursive: true });
});

function message(type: string, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function readInPieces(answer: Buffer, size: number): string {
  const parts: Buffer[] = [];
  const reader = createCopyReader((part) => parts.push(Buffer.from(part)));
  for (let at = 0; at < answer.length; at += size) reader.read(answer.subarray(at, at + size));
  reader.finish();
  return Buffer.concat(parts).toString();
}

test('the rows of COPY are read from bytes that are split anywhere', () => {
  const answer = Buffer.concat([
    message('H', '\0\0\0'),
    message('d', '1\tünï\n'),
    message('d', ''),
    message('d', '2\t\\N\n'),
    message('c', ''),
    message('C', 'COPY 2\0'),
    message('Z', 'I'),
  ]);
  for (let size = 1; size <= answer.length; size += 1) {
    expect(readInPieces(answer, size)).toBe('1\tünï\n2\t\\N\n');
  }
});

test('an error or a missing end of COPY is not taken for the end of the rows', () => {
  const row = message('d', '1\n');
  const error = message('E', 'SERROR\0C53100\0Mno space für this\0\0');
  expect(() => readInPieces(Buffer.concat([row, error, message('Z', 'I')]), 7)).toThrow(
    expect.objectContaining({ message: 'no space für this', code: '53100' }),
  );
  expect(() => readInPieces(row, 7)).toThrow(/did not complete/);
});
