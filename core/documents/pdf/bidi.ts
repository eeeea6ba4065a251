/**
 * Order of mixed text on one line, after the Unicode bidirectional algorithm (UAX 9) at the level of
 * words and numbers: the layout engine sets everything left to right and reverses letters within one
 * Arabic word only. Explicit embedding controls are not supported; they are removed before.
 */
export interface BidiToken {
  text: string;
  kind: 'left' | 'right' | 'number' | 'neutral';
}

type Side = 'left' | 'right';

const RIGHT =
  '[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\u0640]';
/** A number, or one letter; the first that fits counts, so `right` has no digits and `left` nothing of `right`. */
const TOKEN = new RegExp(
  '(?<number>[+$€£\\-]?\\p{Nd}+(?:[.,:/\\-]\\p{Nd}+)*%?)' +
    `|(?<right>${RIGHT}\\p{M}*)` +
    '|(?<left>[\\p{L}\\p{M}])' +
    '|.',
  'gsu',
);
const HAS_RIGHT = new RegExp(RIGHT, 'u');

const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

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
    // Letters make words; numbers and signs stand alone.
    if (last && last.kind === kind && (kind === 'left' || kind === 'right')) last.text += match[0];
    else tokens.push({ text: match[0], kind });
  }
  return tokens;
}

/** The direction of a paragraph is that of its first letter. */
export function readsRightToLeft(tokens: readonly BidiToken[]): boolean {
  return tokens.find((token) => token.kind === 'left' || token.kind === 'right')?.kind === 'right';
}

/** The tokens of one line, from left to right as they are drawn. */
export function visualOrder<T extends BidiToken>(line: readonly T[], rightToLeft: boolean): T[] {
  const levels = levelsOf(line, rightToLeft);
  let ordered = line.map((token, index) => ({ token, level: levels[index]! }));
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    ordered = reverseRuns(ordered, level);
  }
  return ordered.map(({ token, level }) =>
    token.kind === 'neutral' && level % 2 === 1
      ? { ...token, text: MIRRORED[token.text] ?? token.text }
      : token,
  );
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Brackets that belong together, as places in the line; one without its other is left alone. */
function bracketPairs(line: readonly BidiToken[]): [number, number][] {
  const pairs: [number, number][] = [];
  const open: { closedBy: string; at: number }[] = [];
  for (const [at, { text }] of line.entries()) {
    if (CLOSING[text]) open.push({ closedBy: CLOSING[text], at });
    const match = open.findLastIndex(({ closedBy }) => closedBy === text);
    if (match === -1) continue;
    pairs.push([open[match]!.at, at]);
    open.length = match;
  }
  return pairs.sort(([a], [b]) => a - b);
}

/** Both brackets of a pair have one side (rule N0): that of what they hold, unless the paragraph's is in it too. */
function bracketSide(
  sides: readonly (Side | undefined)[],
  opening: number,
  closing: number,
  own: Side,
): Side | undefined {
  const inside = sides.slice(opening + 1, closing).filter((side) => side !== undefined);
  if (inside.length === 0) return undefined;
  if (inside.includes(own)) return own;
  const before = sides.slice(0, opening).findLast((side) => side !== undefined);
  return before ?? own;
}

function levelsOf(line: readonly BidiToken[], rightToLeft: boolean): number[] {
  const base = rightToLeft ? 1 : 0;
  const levelOf = { left: rightToLeft ? 2 : 0, right: 1, number: 2 };
  const sides: (Side | undefined)[] = [];
  let strong: Side = rightToLeft ? 'right' : 'left';
  const levels = line.map((token) => {
    if (token.kind === 'neutral') {
      sides.push(undefined);
      return base;
    }
    if (token.kind !== 'number') strong = token.kind;
    sides.push(strong);
    return token.kind === 'number' && strong === 'right' ? levelOf.number : levelOf[strong];
  });
  const own = rightToLeft ? 'right' : 'left';
  for (const [opening, closing] of bracketPairs(line)) {
    const side = bracketSide(sides, opening, closing, own);
    for (const index of [opening, closing]) {
      sides[index] = side;
      if (side) levels[index] = levelOf[side];
    }
  }
  // A neutral takes the direction of its neighbours where they agree, else the paragraph's.
  return levels.map((level, index) => {
    if (sides[index] !== undefined) return level;
    const before = sides.slice(0, index).findLast((side) => side !== undefined);
    const after = sides.slice(index + 1).find((side) => side !== undefined);
    return (before ?? own) === (after ?? own) ? levelOf[before ?? own] : base;
  });
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
