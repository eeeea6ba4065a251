import bidiFactory, { type Bidi } from 'bidi-js';

/**
 * Orders mixed text on one line by the Unicode bidirectional algorithm (UAX 9), per word and number: the layout engine
 * itself sets everything left to right and only reverses letters within an Arabic word. The library computes the levels.
 * A number with its signs ('2026-01-05', '-5', '$5') stays in one piece, which the algorithm for single characters would
 * split after an Arabic word. Embedding controls are not supported; they are removed before.
 */
export interface BidiToken {
  text: string;
  kind: 'left' | 'right' | 'number' | 'neutral';
}

// The library's types describe an ES module with a default export; it is CommonJS and exports only the function.
const bidi = (bidiFactory as unknown as () => Bidi)();

const RIGHT =
  '[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\u0640]';
/** A number, or one letter; the first match counts, so `right` has no digits and `left` nothing of `right`. */
const TOKEN = new RegExp(
  '(?<number>[+$€£\\-]?\\p{Nd}+(?:[.,:/\\-]\\p{Nd}+)*%?)' +
    `|(?<right>${RIGHT}\\p{M}*)` +
    '|(?<left>[\\p{L}\\p{M}])' +
    '|.',
  'gsu',
);
const HAS_RIGHT = new RegExp(RIGHT, 'u');

export function hasRightToLeft(text: string): boolean {
  return HAS_RIGHT.test(text);
}

export function bidiTokens(text: string): BidiToken[] {
  const tokens: BidiToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const groups = match.groups ?? {};
    const kind =
      groups.number !== undefined
        ? 'number'
        : groups.right !== undefined
          ? 'right'
          : groups.left !== undefined
            ? 'left'
            : 'neutral';
    const last = tokens.at(-1);
    // Letters are joined to words; numbers and signs are separate tokens.
    if (last && last.kind === kind && (kind === 'left' || kind === 'right')) last.text += match[0];
    else tokens.push({ text: match[0], kind });
  }
  return tokens;
}

/** A paragraph has the direction of its first letter. */
export function readsRightToLeft(tokens: readonly BidiToken[]): boolean {
  return tokens.find((token) => token.kind === 'left' || token.kind === 'right')?.kind === 'right';
}

/** The tokens of one line in visual order, from left to right. */
export function visualOrder<T extends BidiToken>(line: readonly T[], rightToLeft: boolean): T[] {
  const text = line.map((token) => token.text).join('');
  // The library takes halves of a surrogate pair for letters; a neutral sign of the same length stands for them.
  const units = text.replace(/[\u{10000}-\u{10FFFF}]/gu, '\u2022\u2022');
  const { levels } = bidi.getEmbeddingLevels(units, rightToLeft ? 'rtl' : 'ltr');
  let start = 0;
  let ordered = line.map((token) => {
    // The level of a number is that of its digits: '-5' and '$5' after an Arabic word stay as they are.
    const first = token.kind === 'number' ? token.text.search(/\p{Nd}/u) : 0;
    const level = levels[start + first]!;
    start += token.text.length;
    return { token, level };
  });
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    ordered = reverseRuns(ordered, level);
  }
  return ordered.map(({ token, level }) =>
    token.kind === 'neutral' && level % 2 === 1
      ? { ...token, text: bidi.getMirroredCharacter(token.text) ?? token.text }
      : token,
  );
}

function reverseRuns<T extends { level: number }>(items: readonly T[], level: number): T[] {
  const result: T[] = [];
  let run: T[] = [];
  for (const item of items) {
    if (item.level >= level) {
      run.push(item);
    } else {
      result.push(...run.reverse(), item);
      run = [];
    }
  }
  return [...result, ...run.reverse()];
}
