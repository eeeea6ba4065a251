import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatByName, saveFile, tableFormats } from '../files.ts';
import { makeIo } from './harness.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nimule-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (body: AsyncIterable<Uint8Array> | Uint8Array) => ({
  filename: 'export.csv',
  contentType: 'text/csv',
  body,
});
const save = (body: AsyncIterable<Uint8Array> | Uint8Array, force = false, signal?: AbortSignal) =>
  saveFile(makeIo({ signal }).io, file(body), join(folder, 'export.csv'), force);

async function* cutOff(stop: () => void): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of it');
  stop();
  yield Buffer.from('the rest');
}

describe('the format of a file', () => {
  it('is that of its extension, and other extensions are refused', () => {
    const formatOf = (output?: string) => formatByName(output, tableFormats, 'csv');
    expect([undefined, '-', 'customers', '/dev/fd/3', 'a.csv', 'a.b/c.XLSX'].map(formatOf)).toEqual(
      ['csv', 'csv', 'csv', 'csv', 'csv', 'xlsx'],
    );
    expect(() => formatOf('customers.pdf')).toThrow(
      'customers.pdf must end with .xlsx or .csv, or --format says which of them it is.',
    );
  });
});

describe('a file that is written to a terminal', () => {
  const isTTY = { stdin: true, stdout: true, stderr: true };
  const shown = async (contentType: string) => {
    const { io, read } = makeIo({ isTTY });
    const text = Buffer.from('name\nNyachieŋ\u001B[2J\n');
    // Split within a character.
    const body = (async function* () {
      yield text.subarray(0, 13);
      yield text.subarray(13);
    })();
    await saveFile(io, { filename: 'x', contentType, body }, '-', false);
    return read().stdout;
  };

  it('is shown without control characters, and only if it is text', async () => {
    expect(await shown('text/csv; charset=utf-8')).toBe('name\nNyachieŋ[2J\n');
    await expect(shown('application/pdf')).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('a file that is saved', () => {
  it('appears complete, and replaces another only with force', async () => {
    await save(Buffer.from('first'));
    await expect(save(Buffer.from('second'))).rejects.toMatchObject({ code: 'file.exists' });
    expect(readFileSync(join(folder, 'export.csv'), 'utf8')).toBe('first');
    await save(Buffer.from('third'), true);
    expect(readFileSync(join(folder, 'export.csv'), 'utf8')).toBe('third');
    expect(readdirSync(folder)).toEqual(['export.csv']);
  });

  it('does not exist if writing fails or is interrupted', async () => {
    const failing = cutOff(() => {
      throw new Error('the database went away');
    });
    await expect(save(failing)).rejects.toThrow('the database went away');
    const stop = new AbortController();
    const interrupted = cutOff(() => stop.abort('SIGINT'));
    await expect(save(interrupted, false, stop.signal)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the existing file if writing fails', async () => {
    await save(Buffer.from('good'));
    const failing = cutOff(() => {
      throw new Error('the database went away');
    });
    await expect(save(failing, true)).rejects.toThrow('the database went away');
    expect(readFileSync(join(folder, 'export.csv'), 'utf8')).toBe('good');
    expect(readdirSync(folder)).toEqual(['export.csv']);
  });
});
