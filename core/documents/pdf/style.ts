import type { TextStyle } from './text.ts';

/** Sizes in points, on A4 portrait. */
export const PAGE = { width: 595.28, height: 841.89, side: 48, top: 60, bottom: 62 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.side;

/** One accent colour; the signal colours are only for stamps and for overdue or void documents. */
export const COLOUR = {
  ink: '#1c2733',
  quiet: '#5b6b7a',
  hairline: '#d5dee6',
  accent: '#0f5f73',
  tint: '#eef5f7',
  white: '#ffffff',
  good: '#1b7f4d',
  bad: '#b42318',
} as const;

export const TEXT = {
  body: { fontSize: 9.5, lineHeight: 1.2, color: COLOUR.ink },
  strong: { fontSize: 9.5, lineHeight: 1.2, bold: true, color: COLOUR.ink },
  figure: { fontSize: 9.5, lineHeight: 1.2, alignment: 'right', color: COLOUR.ink },
  strongFigure: {
    fontSize: 9.5,
    lineHeight: 1.2,
    bold: true,
    alignment: 'right',
    color: COLOUR.ink,
  },
  quiet: { fontSize: 8.5, lineHeight: 1.2, color: COLOUR.quiet },
  quietFigure: { fontSize: 8.5, lineHeight: 1.2, alignment: 'right', color: COLOUR.quiet },
  label: { fontSize: 7.5, bold: true, characterSpacing: 0.6, color: COLOUR.accent },
  tableHead: { fontSize: 8, bold: true, characterSpacing: 0.3, color: COLOUR.accent },
  tableHeadFigure: {
    fontSize: 8,
    bold: true,
    characterSpacing: 0.3,
    alignment: 'right',
    color: COLOUR.accent,
  },
  companyName: { fontSize: 15, bold: true, color: COLOUR.ink },
  title: { fontSize: 21, color: COLOUR.accent, alignment: 'right' },
  number: { fontSize: 10.5, bold: true, color: COLOUR.ink, alignment: 'right' },
  name: { fontSize: 11.5, bold: true, lineHeight: 1.15, color: COLOUR.ink },
  amount: { fontSize: 19, bold: true, color: COLOUR.accent },
  foot: { fontSize: 7.5, lineHeight: 1.15, color: COLOUR.quiet },
} as const satisfies Record<string, TextStyle>;
