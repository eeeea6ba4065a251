import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Part, readParts } from './read.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-read-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function partsOf(text: string): Promise<Part[]> {
  const path = join(folder, 'dump.sql');
  await writeFile(path, text);
  const parts: Part[] = [];
  for await (const part of readParts(path, Buffer.byteLength(text))) parts.push(part);
  return parts;
}

describe('parts of a dump', () => {
  test('statements, and rows as ranges of bytes', async () => {
    const before = '-- a comment; of one line\n\n\\restrict abc123\nSET lock_timeout = 0;\n';
    const header = 'COPY public.t (a, b) FROM stdin;\n';
    const rows = '1\té\\\\x\n2\t\\N\n';
    const text = `${before}${header}${rows}\\.\n\nSELECT 1;\n\\unrestrict abc123\n`;
    expect(await partsOf(text)).toEqual([
      { kind: 'statement', text: 'SET lock_timeout = 0;' },
      {
        kind: 'rows',
        header: header.trim(),
        from: Buffer.byteLength(before + header),
        to: Buffer.byteLength(before + header + rows),
      },
      { kind: 'statement', text: 'SELECT 1;' },
    ]);
  });

  test('a table without rows', async () => {
    const header = 'COPY public.t (a) FROM stdin;\n';
    expect(await partsOf(`${header}\\.\n`)).toEqual([
      { kind: 'rows', header: header.trim(), from: header.length, to: header.length },
    ]);
  });

  test('the end of rows is found at every place in a chunk', async () => {
    const header = 'COPY public.t (a) FROM stdin;\n';
    const chunk = 1024 * 1024;
    for (const shift of [-3, -2, -1, 0, 1, 2, 3]) {
      const rows = `${'x'.repeat(chunk - header.length + shift)}\n`;
      const parts = await partsOf(`${header}${rows}\\.\nSET a = 1;\n`);
      expect(parts).toEqual([
        {
          kind: 'rows',
          header: header.trim(),
          from: header.length,
          to: header.length + rows.length,
        },
        { kind: 'statement', text: 'SET a = 1;' },
      ]);
    }
  });

  test('quotes hide semicolons, backslashes and COPY', async () => {
    const body = `CREATE FUNCTION public.f() RETURNS text LANGUAGE plpgsql AS $_$
begin
COPY public.t (a) FROM stdin;
  return 'it''s; \\d' || $1;
end $_$;`;
    expect(await partsOf(`${body}\n`)).toEqual([{ kind: 'statement', text: body }]);
  });
});

describe('is refused', () => {
  test.each([
    ['a command of psql', '\\! touch /tmp/x\n', 'command of psql'],
    ['a command in mid-line', 'SELECT 1 \\! touch /tmp/x\n;\n', 'command of psql'],
    ['a command after rows', 'COPY public.t (a) FROM stdin;\n1\n\\.\n\\i /tmp/x\n', 'psql'],
    ['\\copy', "\\copy public.t from '/etc/passwd'\n", 'command of psql'],
    ['\\restrict with more', '\\restrict abc; drop table t\n', 'command of psql'],
    ['two statements on a line', 'SET a = 1; DROP TABLE t;\n', 'two statements'],
    ['a quote without end', "SELECT 'abc;\n", 'has no end'],
    ['a statement without end', 'SELECT 1\n', 'has no end'],
    ['rows without end', 'COPY public.t (a) FROM stdin;\n1\n2\n', 'rows of a table have no end'],
    ['a cut line', 'SET a = 1;\nSET b', 'no end'],
    ['a statement without measure', `SELECT '${'x\n'.repeat(200_000)}';\n`, 'too long'],
    ['a line without measure', `SELECT '${'x'.repeat(3_000_000)}';\n`, 'too long'],
  ])('%s', async (_, text, reason) => {
    await expect(partsOf(text)).rejects.toMatchObject({
      code: 'backup.broken',
      message: expect.stringContaining(reason),
    });
  });
});
