import { createRequire } from 'node:module';
import { create, type Font, openSync } from 'fontkit';
import { isPacked, unpackFont } from './woff.ts';

/**
 * The fonts that documents embed, by preference. Roboto comes with pdfmake and has digits of equal width, which keeps
 * columns of money aligned. It lacks letters of Dinka, Nuer and Bari (ɛ ɔ ɣ ŋ with marks), Arabic and Ethiopic, which
 * occur in names: a word that it cannot draw is set in the next family that can; families that are not installed are
 * skipped. Unifont has the rest, mainly Chinese: bitmap-like letters in one weight, but 5 MB where a drawn Chinese font
 * has 36. All but Roboto (Apache 2.0) and DejaVu (its own free licence) are under the Open Font License. A document
 * embeds only the letters that it uses. WOFF, because the font engine cannot subset WOFF2.
 */
const FONTS = [
  {
    name: 'Roboto',
    normal: 'pdfmake/fonts/Roboto/Roboto-Regular.ttf',
    bold: 'pdfmake/fonts/Roboto/Roboto-Medium.ttf',
  },
  {
    name: 'DejaVu',
    normal: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
    bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  },
  {
    name: 'Noto Ethiopic',
    normal: '@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-400-normal.woff',
    bold: '@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-700-normal.woff',
  },
  {
    name: 'Unifont',
    normal: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
    bold: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
  },
] as const;

export interface FontFamily {
  name: string;
  files: { normal: string; bold: string };
  /** Whether both weights can draw every character of the text. */
  covers(text: string): boolean;
  /** Width in points, as measured by the layout engine. */
  widthOf(text: string, fontSize: number, bold: boolean): number;
}

const require = createRequire(import.meta.url);

function pathOf(file: string): string | undefined {
  try {
    return require.resolve(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') {
      return undefined;
    }
    throw error;
  }
}

function open(path: string): Font {
  return isPacked(path) ? create(unpackFont(path)) : openSync(path);
}

function openFamily(font: (typeof FONTS)[number]): FontFamily[] {
  const normal = pathOf(font.normal);
  const bold = pathOf(font.bold);
  if (normal === undefined || bold === undefined) return [];
  // Opened on first use: most documents need only Roboto.
  let opened: { normal: Font; bold: Font } | undefined;
  const weights = () => {
    opened ??= { normal: open(normal), bold: open(bold) };
    return opened;
  };
  const known = new Map<string, boolean>();
  const has = (character: string): boolean => {
    let answer = known.get(character);
    if (answer === undefined) {
      const codePoint = character.codePointAt(0)!;
      answer =
        weights().normal.hasGlyphForCodePoint(codePoint) &&
        weights().bold.hasGlyphForCodePoint(codePoint);
      known.set(character, answer);
    }
    return answer;
  };
  return [
    {
      name: font.name,
      files: { normal, bold },
      covers: (text) => [...text].every(has),
      widthOf: (text, fontSize, isBold) =>
        widthIn(isBold ? weights().bold : weights().normal, text, fontSize),
    },
  ];
}

function widthIn(font: Font, text: string, fontSize: number): number {
  return (font.layout(text).advanceWidth / font.unitsPerEm) * fontSize;
}

export const fontFamilies: readonly FontFamily[] = FONTS.flatMap(openFamily);

export interface LetterOutline {
  /** SVG path data with the baseline at y = 0 and the left edge at x = 0. */
  path: string;
  advance: number;
}

/** A word in the bold font as vector shapes. */
export function letterOutlines(word: string, fontSize: number): LetterOutline[] {
  const font = openSync(fontFamilies[0]!.files.bold);
  const scale = fontSize / font.unitsPerEm;
  return font.layout(word).glyphs.map((glyph) => ({
    path: glyph.path.scale(scale, -scale).toSVG(),
    advance: glyph.advanceWidth * scale,
  }));
}
