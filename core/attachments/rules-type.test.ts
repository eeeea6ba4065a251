import {
  sampleJpeg,
  samplePdf,
  samplePng,
  sampleWebp,
} from '@nimule/fixtures/testing/documents/images';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachmentName, judgeContent } from './rules-type.ts';

const samples = [
  ['application/pdf', samplePdf()],
  ['image/png', samplePng()],
  ['image/jpeg', sampleJpeg()],
  ['image/webp', sampleWebp()],
] as const;

describe('the type of a file', () => {
  test.each(samples)('%s', (type, bytes) => {
    expect(judgeContent(bytes)).toEqual({ type, isComplete: true });
  });

  test.each(samples)('%s that is cut off anywhere is not complete', (_type, bytes) => {
    // The line end after the mark of a PDF may be missing.
    const whole = bytes.toString('latin1').trimEnd().length;
    for (let length = 0; length < whole; length += 1) {
      expect(judgeContent(bytes.subarray(0, length)).isComplete).toBe(false);
    }
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page that contains a PDF', `<script>alert(1)</script>${samplePdf()}`],
    ['an SVG image', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00'],
    ['an archive', 'PK\x03\x04'],
    ['a program', 'MZ\x90\x00'],
    ['sound in the same container as WebP', 'RIFF\x24\x00\x00\x00WAVEfmt '],
    ['a PNG after a blank', ` ${samplePng().toString('latin1')}`],
  ])('%s is none', (_name, text) => {
    expect(judgeContent(Buffer.from(text, 'latin1'))).toEqual({
      type: undefined,
      isComplete: false,
    });
  });

  test.each(samples)('%s with a page or an archive behind it is still only that', (type, bytes) => {
    const both = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    expect(judgeContent(both)).toEqual({ type, isComplete: true });
  });

  test('a signature alone, and images without pixels, are damaged', () => {
    for (const [, bytes] of samples)
      expect(judgeContent(Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(100)]))).toMatchObject(
        { isComplete: false },
      );
    const flat = samplePng();
    flat.writeUInt32BE(0, 16);
    expect(judgeContent(flat).isComplete).toBe(false);
  });

  test('any bytes are judged', () => {
    const heads = fc.constantFrom(...samples.map(([, bytes]) => [...bytes]), [0xff, 0xd8, 0xff]);
    fc.assert(
      fc.property(heads, fc.uint8Array({ maxLength: 60 }), fc.nat(60), (head, tail, at) => {
        const bytes = Uint8Array.from([...head.slice(0, at), ...tail]);
        expect(typeof judgeContent(bytes).isComplete).toBe('boolean');
      }),
    );
  });
});

describe('the name of a file', () => {
  test.each([
    ['photo.png', 'image/png', 'photo.png'],
    ['Photo.JPEG', 'image/jpeg', 'Photo.JPEG'],
    ['mast.html', 'image/png', 'mast.html.png'],
    ['mast.png.exe', 'image/png', 'mast.png.exe.png'],
    ['../../etc/passwd', 'application/pdf', '.._.._etc_passwd.pdf'],
    ['a"b\r\nSet-Cookie: x.pdf', 'application/pdf', 'a_b Set-Cookie_ x.pdf'],
    ['invoice\u202Efdp.exe', 'application/pdf', 'invoicefdp.exe.pdf'],
    ['صورة.png', 'image/png', 'صورة.png'],
    ['', 'image/webp', 'file.webp'],
    ['.png', 'image/png', 'file.png'],
    ['..', 'image/png', 'file.png'],
    ['\u200b.png', 'image/png', 'file.png'],
    [`${'x'.repeat(5000)}.png`, 'image/png', `${'x'.repeat(150)}.png`],
  ] as const)('%j', (name, type, expected) => {
    expect(attachmentName(name, type)).toBe(expected);
  });
});
