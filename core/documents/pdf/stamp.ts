import type { Content } from 'pdfmake/interfaces.js';
import { letterOutlines } from './fonts.ts';
import { COLOUR } from './style.ts';

const LETTER_HEIGHT = 19;
const LETTER_SPACE = 2.4;
const SIDE = 14;
const TILT_DEGREES = -9;

const STAMPS = {
  PAID: COLOUR.good,
  OVERDUE: COLOUR.bad,
  CANCELLED: COLOUR.bad,
  REVERSED: COLOUR.bad,
} as const;

export type StampWord = keyof typeof STAMPS;

/**
 * A rubber stamp: a framed word at a slant. The layout engine cannot rotate text, so the letters are drawn as outlines;
 * the document must therefore also contain the word as text.
 */
export function stamp(word: StampWord): Content {
  const colour = STAMPS[word];
  let x = SIDE;
  const letters = letterOutlines(word, LETTER_HEIGHT).map(({ path, advance }) => {
    const letter = `<path transform="translate(${x} 24)" d="${path}" fill="${colour}"/>`;
    x += advance + LETTER_SPACE;
    return letter;
  });
  const width = x - LETTER_SPACE + SIDE;
  const height = 34;
  const frame = (inset: number, line: number) =>
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="4" fill="none" stroke="${colour}" stroke-width="${line}"/>`;
  const margin = 14;
  const box = { width: width + 2 * margin, height: height + 2 * margin };
  const turn = `translate(${margin} ${margin}) rotate(${TILT_DEGREES} ${width / 2} ${height / 2})`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}" viewBox="0 0 ${box.width} ${box.height}"><g opacity="0.82" transform="${turn}">${frame(1, 1.8)}${frame(4.5, 0.7)}${letters.join('')}</g></svg>`,
  };
}
