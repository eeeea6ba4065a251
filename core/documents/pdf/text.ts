import type { Content } from 'pdfmake/interfaces.js';
import { normaliseText } from '../../kernel/text.ts';
import {
  type BidiToken,
  bidiTokens,
  hasRightToLeft,
  readsRightToLeft,
  visualOrder,
} from './bidi.ts';
import { type FontFamily, fontFamilies } from './fonts.ts';

export interface TextStyle {
  fontSize: number;
  bold?: boolean;
  color?: string;
  alignment?: 'left' | 'right' | 'center';
  lineHeight?: number;
  characterSpacing?: number;
  margin?: [number, number, number, number];
}

/** A part of a text that one font can draw. */
export interface TextRun {
  text: string;
  font: string;
}

/** Shown for a character that no font has. */
export const MISSING = '\uFFFD';

/** Further marks on one letter are dropped: they would overprint other lines. */
const MAX_CLUSTER = 6;
const PILED_MARKS = /\p{M}{6}/u;

const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u0080-\u009F]/gu;
const ODD_SPACES = /[\t\u2000-\u200A\u202F\u205F\u3000\u1680]/g;
const LINE_BREAKS = /[\n\u0085\u2028\u2029]/g;

/** Shorter words fit every column. */
const WORD_TO_MEASURE = /\S{9,}/g;

/**
 * A visible character: a letter with its marks, a flag, a joined emoji. Intl.Segmenter would be exact, but copies the
 * whole text for each segment.
 */
const CLUSTER =
  /(?:\p{RI}\p{RI}|.)(?:[\p{M}\p{Emoji_Modifier}\u200C]|\u200D\p{Extended_Pictographic}?)*/gsu;

/** Prepares a text for drawing: one kind of space, no controls, on one line unless `multiline`. */
export function cleanText(value: string, multiline = false): string {
  const text = normaliseText(value).replace(ODD_SPACES, ' ');
  return multiline
    ? text.replace(LINE_BREAKS, '\n').replace(/\n{3,}/g, '\n\n')
    : text.replace(LINE_BREAKS, ' ');
}

/** Splits a text into runs, word by word, each in the first family that covers it. */
export function fontRuns(text: string, families: readonly FontFamily[] = fontFamilies): TextRun[] {
  const first = families[0]!;
  const plain = text.replace(INVISIBLE, '');
  const simple = !PILED_MARKS.test(plain) && first.covers(plain.replaceAll('\n', ''));
  if (simple) return [{ text: plain, font: first.name }];
  const runs: TextRun[] = [];
  const add = (piece: string, font: string) => {
    const last = runs.at(-1);
    if (last?.font === font) last.text += piece;
    else runs.push({ text: piece, font });
  };
  for (const piece of text.match(/\s+|\S+/g) ?? []) {
    const clusters = clustersOf(piece);
    const word = clusters.join('');
    const family = families.find(({ covers }) => covers(word));
    if (word.trim() === '') add(word, runs.at(-1)?.font ?? first.name);
    else if (family) add(word, family.name);
    else {
      for (const cluster of clusters) {
        const able = families.find(({ covers }) => covers(cluster));
        add(able ? cluster : MISSING, (able ?? first).name);
      }
    }
  }
  return runs;
}

function clustersOf(text: string): string[] {
  return (text.match(CLUSTER) ?? [])
    .map((cluster) => [...cluster.replace(INVISIBLE, '')].slice(0, MAX_CLUSTER).join(''))
    .filter((cluster) => cluster !== '');
}

/**
 * Text of the data as a layout node. Nothing in it is interpreted as markup, link, image or page number. `width` in
 * points is where its lines break.
 */
export function dataText(
  value: string,
  style: TextStyle,
  width: number,
  options: { multiline?: boolean; families?: readonly FontFamily[] } = {},
): Content {
  const families = options.families ?? fontFamilies;
  const text = breakLongWords(cleanText(value, options.multiline), style, width, families);
  const runs = fontRuns(text, families);
  if (runs.some((run) => hasRightToLeft(run.text))) {
    const { margin, ...lineStyle } = style;
    const lines = text.split('\n').flatMap((line) => bidiLines(line, lineStyle, width, families));
    return { stack: lines, margin };
  }
  return runs.length === 1 ? { ...style, ...runs[0]! } : { ...style, text: runs };
}

/**
 * Breaks words that are longer than a line. The layout engine would do it too, but in quadratic time.
 */
function breakLongWords(
  text: string,
  style: TextStyle,
  width: number,
  families: readonly FontFamily[],
): string {
  const widths = new Map<string, number>();
  const widthOfCluster = (cluster: string): number => {
    const known = widths.get(cluster);
    if (known !== undefined) return known;
    const measured = widthOf(fontRuns(cluster, families), style, families);
    widths.set(cluster, measured);
    return measured;
  };
  return text.replace(WORD_TO_MEASURE, (word) => {
    const lines = [''];
    let used = 0;
    for (const cluster of clustersOf(word)) {
      const wide = widthOfCluster(cluster);
      if (used + wide > width && used > 0) {
        lines.push('');
        used = 0;
      }
      lines[lines.length - 1] += cluster;
      used += wide;
    }
    return lines.join('\n');
  });
}

interface PlacedToken extends BidiToken {
  runs: TextRun[];
  width: number;
}

function bidiLines(
  text: string,
  style: TextStyle,
  width: number,
  families: readonly FontFamily[],
): Content[] {
  const tokens = bidiTokens(text);
  const rightToLeft = readsRightToLeft(tokens);
  const place = (token: BidiToken): PlacedToken => {
    const runs = fontRuns(token.text, families);
    return { ...token, runs, width: widthOf(runs, style, families) };
  };
  const lines = breakLines(tokens.map(place), width).map(withoutLastSpaces);
  const alignment = rightToLeft && lines.length > 1 ? 'right' : style.alignment;
  return lines.map((line) => {
    const shown = visualOrder(line, rightToLeft).flatMap((token) =>
      token.kind === 'neutral' ? fontRuns(token.text, families) : token.runs,
    );
    return {
      ...style,
      alignment,
      text: shown.map((run) => ({
        ...run,
        noWrap: true,
        preserveLeadingSpaces: true,
        preserveTrailingSpaces: true,
      })),
    };
  });
}

function widthOf(
  runs: readonly TextRun[],
  style: TextStyle,
  families: readonly FontFamily[],
): number {
  let total = 0;
  for (const run of runs) {
    const family = families.find(({ name }) => name === run.font)!;
    total += family.widthOf(run.text, style.fontSize, style.bold ?? false);
  }
  return total;
}

/** Breaks a text into lines at spaces, in reading order. */
function breakLines(tokens: readonly PlacedToken[], width: number): PlacedToken[][] {
  const lines: PlacedToken[][] = [[]];
  let used = 0;
  const put = (piece: PlacedToken[]) => {
    const pieceWidth = piece.reduce((sum, token) => sum + token.width, 0);
    const line = lines.at(-1)!;
    if (used + pieceWidth <= width || line.length === 0) {
      line.push(...piece);
      used += pieceWidth;
    } else if (piece.every((token) => token.text === ' ')) {
      lines.push([]);
      used = 0;
    } else {
      lines.push([...piece]);
      used = pieceWidth;
    }
  };
  for (const word of wordsOf(tokens)) put(word);
  return lines;
}

function withoutLastSpaces(line: readonly PlacedToken[]): PlacedToken[] {
  return line.slice(0, line.findLastIndex((token) => token.text !== ' ') + 1);
}

function wordsOf(tokens: readonly PlacedToken[]): PlacedToken[][] {
  const words: PlacedToken[][] = [];
  for (const token of tokens) {
    const previous = words.at(-1)?.at(-1);
    if (previous === undefined || previous.text === ' ' || token.text === ' ') words.push([token]);
    else words.at(-1)!.push(token);
  }
  return words;
}
