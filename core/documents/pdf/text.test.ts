import { describe, expect, test } from 'vitest';
import { bidiTokens, readsRightToLeft, visualOrder } from './bidi.ts';
import type { FontFamily } from './fonts.ts';
import { fontFamilies } from './fonts.ts';
import { cleanText, dataText, fontRuns, MISSING } from './text.ts';

/** A font family that covers the characters of a pattern, all ten points wide. */
function family(name: string, has: RegExp): FontFamily {
  return {
    name,
    files: { normal: '', bold: '' },
    covers: (text) => [...text].every((character) => has.test(character)),
    widthOf: (text) => [...text].length * 10,
  };
}

const latin = family('Latin', /[ -~\uFFFD]|\u0301/);
const wide = family('Wide', /[ -~ɛɔŋ\u0600-\u06FF]|\u0308/);
const families = [latin, wide];
const style = { fontSize: 10 };

function shown(line: string): string {
  const tokens = bidiTokens(line);
  return visualOrder(tokens, readsRightToLeft(tokens))
    .map(({ text }) => text)
    .join('');
}

describe('clean text', () => {
  test('has no controls, odd spaces or line breaks', () => {
    expect(cleanText(' a\u0000b\tc\u2003d\u2028e\r\nf\uD800 ')).toBe('ab c d e f\uFFFD');
    expect(cleanText('a\r\n\r\n\r\n\r\nb', true)).toBe('a\n\nb');
  });
});

test('signs beyond U+FFFF do not disturb the order of a line from right to left', () => {
  expect(shown('א😀(ב)😀 1/2')).toBe('1/2 😀(ב)😀א');
});

describe('font runs', () => {
  test('use the first family as long as it can draw everything', () => {
    expect(fontRuns('plain text', families)).toEqual([{ text: 'plain text', font: 'Latin' }]);
  });

  test('set a whole word in one family that can draw it', () => {
    expect(fontRuns('Mr Kuɔl here', families)).toEqual([
      { text: 'Mr ', font: 'Latin' },
      { text: 'Kuɔl ', font: 'Wide' },
      { text: 'here', font: 'Latin' },
    ]);
  });

  test('show one replacement for each visible character that no family can draw', () => {
    expect(fontRuns('a日本b', families)).toEqual([
      { text: `a${MISSING}${MISSING}b`, font: 'Latin' },
    ]);
    expect(fontRuns('👩‍👩‍👧👍🏽🇸🇸!', families)).toEqual([
      { text: `${MISSING.repeat(3)}!`, font: 'Latin' },
    ]);
  });

  test('drop invisible characters and excessive marks', () => {
    expect(fontRuns('a\u202Eb\u200Bc\u00ADd\uFE0F', families)).toEqual([
      { text: 'abcd', font: 'Latin' },
    ]);
    for (const piled of [`ɛ${'\u0308'.repeat(40)}`, `e${'\u0301'.repeat(40)}`]) {
      expect(fontRuns(piled, families)[0]?.text).toHaveLength(6);
    }
    expect(fontRuns('ɔ\uFEFF b', families)).toEqual([
      { text: 'ɔ ', font: 'Wide' },
      { text: 'b', font: 'Latin' },
    ]);
  });

  test('cover every script that occurs in names', () => {
    for (const name of ['王小明', '金正男', 'أحمد', 'አበበ', 'राम', 'สมชาย', '김철수', 'ひらがな']) {
      for (const { text } of fontRuns(name)) expect(text).not.toContain(MISSING);
    }
    expect(fontRuns('Deng 王小明 ገብረ').map(({ font }) => font)).toEqual([
      'Roboto',
      'Unifont',
      'Noto Ethiopic',
    ]);
  });

  test('cover with the installed fonts the letters and figures of every document', () => {
    const [first] = fontFamilies;
    expect(first?.covers(`${MISSING}$…–·ŋŊëöéñß€ЖΩế`)).toBe(true);
    for (const bold of [false, true]) {
      const widths = [...'0123456789'].map((digit) => first?.widthOf(digit, 10, bold));
      expect(new Set(widths).size).toBe(1);
    }
  });
});

describe('mixed directions', () => {
  // Capital A, B, C stand for Arabic words here, so that the order is readable.
  const arabic = (text: string) => text.replace(/[A-C]/g, (letter) => ARABIC[letter]!);
  const ARABIC: Record<string, string> = { A: 'شركة', B: 'النيل', C: 'جوبا' };
  const back = Object.entries(ARABIC);
  const readable = (text: string) =>
    back.reduce((result, [letter, word]) => result.replaceAll(word, letter), text);

  test.each([
    ['A B C', 'C B A'],
    ['A B 50 C', 'C 50 B A'],
    ['A (B)', '(B) A'],
    ['A x y B', 'B x y A'],
    ['x A B y', 'x B A y'],
    ['x A 1,250.50 B y', 'x B 1,250.50 A y'],
    ['x (A B)', 'x (B A)'],
    ['x A (B) y', 'x (B) A y'],
    ['x A (B y) z', 'x A (B y) z'],
    ['A x (y) B', 'B x (y) A'],
    ['x A (B y', 'x B) A y'],
    ['x 12 A', 'x 12 A'],
    ['A, x.', '.x ,A'],
    ['A -5 B $50 C 2026-01-05', '2026-01-05 C $50 B -5 A'],
    ['x y', 'x y'],
  ])('%s is drawn as %s', (logical, visual) => {
    expect(readable(shown(arabic(logical)))).toBe(visual);
  });

  test('lines are filled in reading order, then reordered', () => {
    const content = dataText(arabic('A B C'), style, 100, { families });
    expect(linesOf(content).map(readable)).toEqual(['B A', 'C']);
  });
});

describe('long words', () => {
  test('break at the column width without losing text', () => {
    const content = dataText(`see ${'x'.repeat(25)} end`, style, 100, { families });
    expect(content).toMatchObject({
      text: `see ${'x'.repeat(10)}\n${'x'.repeat(10)}\nxxxxx end`,
    });
  });

  test('take linear time', () => {
    const content = dataText('x'.repeat(100_000), style, 100, { families });
    expect(content).toMatchObject({ text: expect.stringMatching(/^(x{10}\n){9999}x{10}$/) });
  });
});

function linesOf(content: unknown): string[] {
  const { stack } = content as { stack: { text: { text: string }[] }[] };
  return stack.map((line) => line.text.map(({ text }) => text).join(''));
}
