/** The part of fontkit (the font engine of pdfmake, without types) that documents use. */
declare module 'fontkit' {
  export interface Path {
    scale(x: number, y: number): Path;
    toSVG(): string;
  }

  export interface GlyphRun {
    glyphs: { advanceWidth: number; path: Path }[];
    advanceWidth: number;
  }

  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): GlyphRun;
  }

  export function openSync(path: string): Font;
  export function create(bytes: Buffer): Font;
}
