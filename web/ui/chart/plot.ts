import { BUSINESS_TIME_ZONE, dateInJuba, formatDate, timeInJuba } from '@nimule/core/kernel/dates';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartSeries, ChartTone } from './chart-series.ts';

/** The library and the drawing, in a chunk of their own. */
interface PlotOptions {
  unit: string;
  times: readonly Date[];
  series: readonly ChartSeries[];
  /** Top of the axis; default: a tenth above the highest value. */
  max: number | undefined;
  timeTitle: string;
  /** The point under the cursor; undefined if there is none. */
  onPoint: (index: number | undefined) => void;
}

interface Plot {
  resize: (width: number, height: number) => void;
  /** Draws again in the colours of the current theme. */
  redraw: () => void;
  destroy: () => void;
}

const tokens: Readonly<Record<ChartTone, string>> = {
  accent: '--accent-text',
  warning: '--warning',
  success: '--success',
  danger: '--danger',
};
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const SECOND_MS = 1000;
const DAY_SECONDS = 86_400;
const MONTH_DAYS = 28;
const Y_AXIS = 64;
const X_AXIS = 36;
const LABEL = 16;
/** Least distance of labels in pixels. */
const X_SPACE = 60;

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

/** '14:00', '21 Nov' at midnight and for days; for months 'Nov', in January with the year. */
function timeLabel(seconds: number, step: number): string {
  const at = new Date(seconds * SECOND_MS);
  const date = formatDate(dateInJuba(at));
  const [, month = '', year = ''] = date.split(' ');
  if (step >= MONTH_DAYS * DAY_SECONDS) return month === 'Jan' ? `${month} ${year}` : month;
  const time = timeInJuba(at);
  return step >= DAY_SECONDS || time === '00:00' ? date.replace(/ \d+$/, '') : time;
}

/** Draws a chart into an element of this size, with the time of Juba on its axis. */
export function drawPlot(
  element: HTMLElement,
  size: { width: number; height: number },
  options: PlotOptions,
): Plot {
  const { unit, times, series, max, timeTitle, onPoint } = options;
  const axis = {
    stroke: () => token('--text-quiet'),
    grid: { stroke: () => token('--line'), width: 1 },
    ticks: { stroke: () => token('--line'), width: 1, size: 4 },
    font: FONT,
    labelFont: FONT,
    labelSize: LABEL,
    labelGap: 0,
  };
  const plot = new uPlot(
    {
      ...size,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * SECOND_MS), BUSINESS_TIME_ZONE),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { size: 6 } },
      scales: {
        y: { range: (_plot, _low, high) => [0, max ?? (high > 0 ? high * 1.1 : 1)] },
      },
      axes: [
        {
          ...axis,
          size: X_AXIS,
          label: timeTitle,
          space: X_SPACE,
          values: (_plot, splits, _at, _space, step) =>
            splits.map((seconds) => timeLabel(seconds, step)),
        },
        { ...axis, size: Y_AXIS, label: unit },
      ],
      series: [
        {},
        ...series.map(({ label, tone, isDashed = false }) => ({
          label,
          stroke: () => token(tokens[tone]),
          width: isDashed ? 1 : 1.5,
          ...(isDashed ? { dash: [4, 4] } : {}),
          points: { show: false },
        })),
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    },
    [
      times.map((at) => at.getTime() / SECOND_MS),
      ...series.map(({ values }) => [...values]),
    ] as uPlot.AlignedData,
    element,
  );
  return {
    resize: (width, height) => plot.setSize({ width, height }),
    redraw: () => plot.redraw(false),
    destroy: () => plot.destroy(),
  };
}
