import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryOf, type FormLimits, readForm } from '../forms.ts';

const BOUNDARY = 'x';
const limits: FormLimits = { formBytes: 1e6, fileBytes: 5e5, fields: 5, fieldBytes: 1000 };

/** A body in pieces, which counts the bytes that were read. */
function bodyIn(pieces: readonly Buffer[]) {
  const waiting = [...pieces];
  const body = {
    read: 0,
    async next() {
      await turn();
      const piece = waiting.shift();
      body.read += piece?.length ?? 0;
      return piece;
    },
  };
  return body;
}

interface Read {
  fields: [string, string][];
  files: { name: string; filename: string; content: string }[];
}

async function read(pieces: readonly Buffer[], boundary = BOUNDARY): Promise<Read> {
  const files: Read['files'] = [];
  const fields = await readForm(bodyIn(pieces), boundary, limits, {
    async keep(name, filename, content) {
      const parts: Buffer[] = [];
      for await (const bytes of content) parts.push(bytes);
      files.push({ name, filename, content: Buffer.concat(parts).toString('latin1') });
    },
  });
  return { fields: [...fields], files };
}

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, n) => bytes.subarray(from, places[n] ?? bytes.length));
}

/** The reader of Node takes none below 27 characters. */
const LONG = `xyxxyx${'x'.repeat(20)}z`;
const ALMOST = LONG.slice(0, -1);

const nearDelimiters = fc
  .array(
    fc.constantFrom('\r', '\n', '-', '--', '\r\n', '\r\n--', '\r\n--xy', ALMOST, 'x', 'a', 'é'),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('reads what the form reader of Node reads, in whichever pieces it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-w]{1,5}$/), nearDelimiters), {
        minLength: 1,
        maxLength: 5,
        selector: ([name]) => name,
      }),
      fc.option(nearDelimiters),
      fc.array(fc.nat(), { maxLength: 30 }),
      async (fields, file, places) => {
        const parts = fields.map(
          ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
        );
        if (file !== null)
          parts.splice(
            parts.length >> 1,
            0,
            `Content-Disposition: form-data; name="file"; filename="a b.csv"\r\nContent-Type: text/csv\r\n\r\n${file}`,
          );
        const lines = parts.map((part) => `--${LONG}\r\n${part}\r\n`);
        const bytes = Buffer.from(`${lines.join('')}--${LONG}--\r\n`);
        const made = await read(cut(bytes, places), LONG);
        const oracle = await new Response(bytes, {
          headers: { 'content-type': `multipart/form-data; boundary=${LONG}` },
        }).formData();
        const expected: Read = { fields: [], files: [] };
        for (const [name, value] of oracle) {
          if (typeof value === 'string') expected.fields.push([name, value]);
          else {
            const content = Buffer.from(await value.arrayBuffer()).toString('latin1');
            expected.files.push({ name, filename: value.name, content });
          }
        }
        expect(made).toEqual(expected);
      },
    ),
    { seed: 36, numRuns: 300 },
  );
});

test('any bytes are read or refused in words, and a refused one is not read further', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.constantFrom(
          ...['--x', '--x\r\n', '--x--', '\r\n', 'Content-Disposition: form-data;', ' name="a"'],
          ...[' filename="b"', '\r\n\r\n', 'v', ' name="__proto__"', '"', '\\', '\u0000', ': '],
        ),
        { maxLength: 60 },
      ),
      async (pieces) => {
        const body = bodyIn([...pieces.map((piece) => Buffer.from(piece))]);
        let refusedAt: number | undefined;
        try {
          await readForm(body, BOUNDARY, limits, {
            async keep(_name, _filename, content) {
              for await (const _ of content);
            },
          });
        } catch (error) {
          refusedAt = body.read;
          expect(error).toMatchObject({ kind: expect.stringMatching(/^(?:invalid|tooLarge)$/) });
        }
        await turn();
        if (refusedAt !== undefined) expect(body.read).toBe(refusedAt);
        else expect(body.read).toBe(Buffer.byteLength(pieces.join('')));
      },
    ),
    { seed: 36, numRuns: 500 },
  );
});

const part = (header: string, content = 'v') =>
  Buffer.from(`--x\r\n${header}\r\n\r\n${content}\r\n`);
const end = Buffer.from('--x--\r\n');

test.each([
  ['name="a"; filename="a\\"b.csv"', 'a"b.csv'],
  ['name="a"; filename="C:\\temp\\b.csv"', 'C:\\temp\\b.csv'],
  ['name="a"; filename="a%22b.csv"', 'a"b.csv'],
  ['name="a"; filename=plain.csv', 'plain.csv'],
  ['name="a"; filename="عملاء.csv"', 'عملاء.csv'],
  [`name="a"; filename="x"; filename*=UTF-8''na%C3%AFve.csv`, 'naïve.csv'],
  [`name="a"; filename="x"; filename*=UTF-8''%ff`, 'x'],
])('reads the file name of %s', async (disposition, filename) => {
  const { files } = await read([part(`Content-Disposition: form-data; ${disposition}`), end]);
  expect(files).toEqual([{ name: 'a', filename, content: 'v' }]);
});

test('reads the boundary', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
  expect(boundaryOf('multipart/form-data; charset=utf-8; Boundary="a b"')).toBe('a b');
  for (const type of ['', '; boundary=', `; boundary=${'a'.repeat(71)}`, '; boundary=""'])
    expect(() => boundaryOf(`multipart/form-data${type}`)).toThrow('names no boundary');
});
