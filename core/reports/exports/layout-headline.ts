import type { Content } from 'pdfmake/interfaces.js';
import { column } from '../../documents/pdf/page.ts';
import { COLOUR, CONTENT_WIDTH, TEXT } from '../../documents/pdf/style.ts';
import { dataText } from '../../documents/pdf/text.ts';
import type { Headline, HeadlineBar, HeadlineCard, HeadlineChart } from './documents.ts';

const IN_A_ROW = 3;
const GAP = 10;
const CARD_WIDTH = (CONTENT_WIDTH - GAP * (IN_A_ROW - 1)) / IN_A_ROW;
/** Between two charts or tables beside each other. */
export const HALF_GAP = 22;
export const HALF_WIDTH = (CONTENT_WIDTH - HALF_GAP) / 2;
const LABEL_WIDTH = 66;
const TEXT_WIDTH = 66;
const BAR_GAP = 6;
const BAR_WIDTH = HALF_WIDTH - LABEL_WIDTH - TEXT_WIDTH - 2 * BAR_GAP;
const BAR_HEIGHT = 9;

/** The figures at the top of a report, and below them its charts, two beside each other. */
export function headlineContent({ cards, charts }: Omit<Headline, 'tables'>): Content[] {
  const rows: Content[] = [];
  for (let at = 0; at < cards.length; at += IN_A_ROW)
    rows.push({
      margin: [0, at === 0 ? 16 : GAP, 0, 0],
      columnGap: GAP,
      unbreakable: true,
      columns: cards.slice(at, at + IN_A_ROW).map(card),
    });
  for (let at = 0; at < charts.length; at += 2)
    rows.push({
      margin: [0, 18, 0, 0],
      columnGap: HALF_GAP,
      unbreakable: true,
      columns: charts.slice(at, at + 2).map((chart) => column(HALF_WIDTH, ...chartBlock(chart))),
    });
  return rows;
}

function card({ label, value, note }: HeadlineCard) {
  const padding = { left: 10, right: 8 };
  const width = CARD_WIDTH - padding.left - padding.right;
  return column(CARD_WIDTH, {
    table: {
      widths: [width],
      body: [
        [
          {
            stack: [
              { ...TEXT.label, text: label.toUpperCase(), margin: [0, 0, 0, 3] },
              { ...TEXT.amount, fontSize: 15, text: value },
              // A card without a note is as high as one with it.
              { ...TEXT.quiet, fontSize: 7.5, text: note || ' ', margin: [0, 2, 0, 0] },
            ],
          },
        ],
      ],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (index: number) => (index === 0 ? 2.5 : 0),
      vLineColor: () => COLOUR.accent,
      fillColor: () => COLOUR.tint,
      paddingLeft: () => padding.left,
      paddingRight: () => padding.right,
      paddingTop: () => 8,
      paddingBottom: () => 7,
    },
  });
}

function chartBlock({ title, bars }: HeadlineChart): Content[] {
  return [{ ...TEXT.name, text: title, margin: [0, 0, 0, 6] }, ...bars.map(barRow)];
}

function barRow({ label, text, share, isNegative }: HeadlineBar): Content {
  const bar = (w: number, color: string) => ({
    ...({ type: 'rect', x: 0, y: 1, w, h: BAR_HEIGHT, color } as const),
  });
  return {
    columnGap: BAR_GAP,
    margin: [0, 0, 0, 4],
    columns: [
      column(LABEL_WIDTH, dataText(label, { ...TEXT.body, fontSize: 8 }, LABEL_WIDTH)),
      column(BAR_WIDTH, {
        canvas: [
          bar(BAR_WIDTH, COLOUR.tint),
          ...(share > 0
            ? [bar(Math.max(1, BAR_WIDTH * share), isNegative ? COLOUR.bad : COLOUR.accent)]
            : []),
        ],
      }),
      column(TEXT_WIDTH, { ...TEXT.strongFigure, fontSize: 8, text }),
    ],
  };
}
